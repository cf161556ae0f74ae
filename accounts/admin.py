"""The users in the admin pages."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts.models import User


class ListedLookups(admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs only
    """Filters by what the page offers and by nothing else.

    Django lets an address filter by any field of the model, so that hidden ones could be guessed
    letter by letter.
    """

    def lookup_allowed(self, lookup: str, value: object, request: HttpRequest) -> bool:
        """Return whether the address may filter like this: an offered field, as it is."""
        return lookup.removesuffix("__exact") in self.list_filter


@admin.register(User)
class UserAdmin(ListedLookups):
    """Find a user, see since when, lock the user out."""

    list_display = ("name", "email", "is_guest", "is_active", "joined_at", "last_login")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("name", "email")
    readonly_fields = ("joined_at", "last_login")
    exclude = ("password", "groups", "user_permissions")
    ordering = ("-joined_at",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: an account is deleted by its owner, or deactivated here."""
        return False
