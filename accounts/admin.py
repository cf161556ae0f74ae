"""Admin pages of users, ranks, blocks and the audit log."""

from functools import reduce
from operator import or_
from typing import Any, ClassVar

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.idp.oidc.models import Client, Token
from allauth.mfa.models import Authenticator
from auditlog.models import LogEntry
from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils import translation
from django.utils.functional import cached_property

from accounts.contact import notifications
from accounts.identity import second_factor
from accounts.models import Block, Rank, RatingEvent, User
from accounts.names import name_key

# Counting stops here: rows on later pages are found by searching.
MOST_COUNTED = 10_000


class BoundedPaginator(Paginator):  # type: ignore[type-arg] # generic in the stubs only
    """Stops counting at MOST_COUNTED rows."""

    @cached_property
    def count(self) -> int:
        """Return how many rows there are, up to MOST_COUNTED."""
        rows: Any = self.object_list
        return int(rows.order_by()[:MOST_COUNTED].count())


class Listed(admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs only
    """An admin list that stays fast in large tables and accepts only the filters that it offers.

    Django lets a URL filter by any field of the model, so hidden values could be guessed letter by
    letter.
    """

    paginator = BoundedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50
    # by the primary key, which has an index
    ordering = ("-pk",)

    def lookup_allowed(self, lookup: str, value: object, request: HttpRequest) -> bool:
        """Return whether a URL may use this lookup: an exact match on an offered filter."""
        offered = {getattr(entry, "parameter_name", entry) for entry in self.list_filter}
        return lookup in offered or lookup.removesuffix("__exact") in offered

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Return the rows that match the term by one of the lookups in `search_fields`."""
        if term := search_term.strip():
            conditions = (Q(**{lookup: _term_for(lookup, term)}) for lookup in self.search_fields)
            queryset = queryset.filter(reduce(or_, conditions))
        return queryset, False


def _term_for(lookup: str, term: str) -> str:
    """Return the term as a lookup compares it: names are matched in any capitals."""
    return name_key(term) if "name_key" in lookup else term


class ReadOnly:
    """A read-only admin."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: nothing is added here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: nothing is changed here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: nothing is deleted here."""
        return False


class OfUser(ReadOnly, Listed):
    """Read-only rows that are searched by the name of their user."""

    search_fields: ClassVar[tuple[str, ...]] = ("user__name_key",)
    search_help_text = "Search by full user name."


# fields of a user that no staff member can change
FIXED: tuple[str, ...] = (
    "email",
    "is_guest",
    "language",
    "joined_at",
    "last_login",
    "has_second_factor",
    "hides_rating",
    "hides_history",
)
STAFF_FIELDS = ("is_staff", "is_superuser", "groups")


@admin.register(User)
class UserAdmin(ReadOnly, Listed):
    """Finds users and locks them out; only superusers change staff.

    Users sign up, and delete their accounts themselves.
    """

    list_display = (
        "name",
        "email",
        "is_guest",
        "is_active",
        "is_staff",
        "has_second_factor",
        "joined_at",
        "last_login",
    )
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("name_key__startswith", "email__istartswith")
    search_help_text = "Search by the start of a name or e-mail address."
    fieldsets = (
        (None, {"fields": ("name", "email", "is_guest", "is_active", "language")}),
        ("Times", {"fields": ("joined_at", "last_login", "has_second_factor")}),
        ("Shown to others", {"fields": ("hides_rating", "hides_history")}),
        ("Staff", {"fields": STAFF_FIELDS}),
    )
    filter_horizontal = ("groups",)
    actions = ("deactivate", "reactivate", "end_sessions", "reset_second_factor")

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """Return the users, annotated with `factor`: whether they have a second factor."""
        codes = Authenticator.objects.filter(user=OuterRef("pk"), type=Authenticator.Type.TOTP)
        users: QuerySet[User] = super().get_queryset(request).annotate(factor=Exists(codes))
        return users

    @admin.display(boolean=True, description="second factor")
    def has_second_factor(self, user: User) -> bool:
        """Return whether an authenticator app is set up."""
        return bool(getattr(user, "factor", False))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Return the fixed fields, and the staff fields unless a superuser asks."""
        return FIXED if getattr(request.user, "is_superuser", False) else FIXED + STAFF_FIELDS

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the viewer may change this user: only superusers change staff."""
        allowed = Listed.has_change_permission(self, request, obj)
        outranked = isinstance(obj, User) and (obj.is_staff or obj.is_superuser)
        return allowed and (not outranked or bool(getattr(request.user, "is_superuser", False)))

    def has_reset_permission(self, request: HttpRequest) -> bool:
        """Return whether this staff member may reset second factors."""
        return bool(request.user.has_perm("mfa.delete_authenticator"))

    @admin.action(description="Deactivate: no login, all sessions end", permissions=["change"])
    def deactivate(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Lock out the selected users."""
        self._activate(request, queryset, active=False)

    @admin.action(description="Reactivate", permissions=["change"])
    def reactivate(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Let the selected users log in again."""
        self._activate(request, queryset, active=True)

    @admin.action(description="End all sessions", permissions=["change"])
    def end_sessions(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """End all sessions of the selected users."""
        chosen = self._changeable(request, queryset)
        for user in chosen:
            user.end_sessions()
        self.message_user(request, f"Users whose sessions were ended: {len(chosen)}.")

    @admin.action(description="Reset the second factor", permissions=["reset"])
    def reset_second_factor(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Remove the second factor of the selected users, and notify them."""
        changed = [
            user
            for user in self._changeable(request, queryset)
            if second_factor.reset_second_factor(user)
        ]
        user_ids = [user.pk for user in changed]
        notifications.notify_users(
            "totp_deactivated", user_ids, language=translation.get_language()
        )
        self.message_user(request, f"Users whose second factor was reset: {len(changed)}.")

    def _activate(self, request: HttpRequest, queryset: QuerySet[User], *, active: bool) -> None:
        chosen = [user for user in self._changeable(request, queryset) if user.is_active != active]
        for user in chosen:
            user.is_active = active
            user.save(update_fields=["is_active"])
        self.message_user(
            request, f"Users {'reactivated' if active else 'deactivated'}: {len(chosen)}."
        )

    def _changeable(self, request: HttpRequest, queryset: QuerySet[User]) -> list[User]:
        """Return the selected users whom this staff member may change, never themselves."""
        chosen = list(queryset)
        changeable = [
            user
            for user in chosen
            if user.pk != request.user.pk and self.has_change_permission(request, user)
        ]
        if len(changeable) < len(chosen):
            skipped = len(chosen) - len(changeable)
            warning = f"Skipped: {skipped}. You can't change yourself or other staff."
            self.message_user(request, warning, messages.WARNING)
        return changeable


@admin.register(Rank)
class RankAdmin(OfUser):
    """The ranks of users."""

    list_display = ("user", "slug", "mode", "rating", "standing", "games", "wins", "rated_at")
    list_select_related = ("user",)
    list_filter = ("mode",)


@admin.register(Block)
class BlockAdmin(OfUser):
    """Which users block which, for handling reports."""

    search_fields = ("owner__name_key",)
    list_display = ("owner", "blocked", "at")
    list_select_related = ("owner", "blocked")


@admin.register(RatingEvent)
class RatingEventAdmin(OfUser):
    """The rating changes that games caused."""

    list_display = ("user", "game", "place", "left", "rating_before", "rating_after", "at")
    list_select_related = ("user",)
    list_filter = ("mode",)
    search_fields = ("user__name_key", "game")
    search_help_text = "Search by full user name or game ID."


class EmailAddressAdmin(OfUser):
    """Which addresses are confirmed. Read-only: changing one would open the account."""

    list_display = ("user", "email", "verified", "primary")
    list_select_related = ("user",)
    list_filter = ("verified", "primary")


class AuthenticatorAdmin(OfUser):
    """When users set up a second factor, without secrets. The list of users resets it."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    list_filter = ("type",)
    fields = list_display


class AppAdmin(OfUser):
    """The apps that users offer, without secrets. Locking out their owner stops them."""

    search_fields = ("owner__name_key",)
    list_display = ("name", "owner", "type", "created_at")
    list_select_related = ("owner",)
    list_filter = ("type",)
    ordering = ("-created_at",)
    fields = ("name", "owner", "type", "redirect_uris", "created_at")


class LogEntryAdmin(ReadOnly, Listed):
    """The audit log: which staff member changed what. Entries are kept for 400 days."""

    list_display = ("timestamp", "actor", "action", "content_type", "object_repr", "said")
    list_select_related = ("actor", "content_type")
    list_filter = ("action",)
    fields = ("timestamp", "actor", "action", "content_type", "object_pk", "object_repr", "said")
    readonly_fields = ("said",)
    search_fields = ("actor__name_key", "object_repr", "object_pk")
    search_help_text = "Search by full staff name, or by the name of what changed."

    @admin.display(description="changes")
    def said(self, entry: LogEntry) -> str:
        """Return the changes, field by field."""
        return "; ".join(_change(name, change) for name, change in (entry.changes or {}).items())


def _change(name: str, change: Any) -> str:
    """Return a change of a field as text: its old and its new value."""
    if isinstance(change, dict):
        return f"{name}: {change.get('operation')} {', '.join(change.get('objects', ()))}"
    before, after = change
    return f"{name}: {before} → {after}"


# replace the pages of other apps, which would show secrets or be slow
IN_PLACE = (
    (EmailAddress, EmailAddressAdmin),
    (Authenticator, AuthenticatorAdmin),
    (Client, AppAdmin),
    (LogEntry, LogEntryAdmin),
)


def put_in_place() -> None:
    """Replace the pages of other apps, and remove those of e-mail confirmations and tokens."""
    for model in (EmailConfirmation, Token, *(model for model, _ in IN_PLACE)):
        if admin.site.is_registered(model):
            admin.site.unregister(model)
    for model, page in IN_PLACE:
        admin.site.register(model, page)
