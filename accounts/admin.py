"""The people in the admin pages."""

from django.contrib import admin

from accounts.models import User


@admin.register(User)
class UserAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs only
    """Find somebody, see since when, lock somebody out."""

    list_display = ("name", "email", "is_guest", "is_active", "joined_at", "last_login")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("name", "email")
    readonly_fields = ("joined_at", "last_login")
    exclude = ("password", "groups", "user_permissions")
    ordering = ("-joined_at",)
