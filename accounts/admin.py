"""The users, their ranks and what the staff did, in the admin pages."""

from functools import reduce
from operator import or_
from typing import Any, ClassVar

from allauth.account.models import EmailAddress, EmailConfirmation
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

# rows that are counted at most: the pages beyond them are reached by a search
MOST_COUNTED = 10_000


class BoundedPaginator(Paginator):  # type: ignore[type-arg] # generic in the stubs only
    """Counts no more rows than a reader would turn pages for."""

    @cached_property
    def count(self) -> int:
        """Return how many rows there are, up to MOST_COUNTED."""
        rows: Any = self.object_list
        return int(rows.order_by()[:MOST_COUNTED].count())


class Listed(admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs only
    """Lists that stay fast in large tables, filtered by what the page offers and nothing else.

    Django lets an address filter by any field of the model, so that hidden ones could be guessed
    letter by letter.
    """

    paginator = BoundedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50
    # by the primary key, which has an index
    ordering = ("-pk",)

    def lookup_allowed(self, lookup: str, value: object, request: HttpRequest) -> bool:
        """Return whether the address may filter like this: an offered field, as it is."""
        named = {getattr(each, "parameter_name", each) for each in self.list_filter}
        return lookup in named or lookup.removesuffix("__exact") in named

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Return the rows for which one of `search_fields`, which are lookups, holds the term."""
        if term := search_term.strip():
            found = (Q(**{each: _term_for(each, term)}) for each in self.search_fields)
            queryset = queryset.filter(reduce(or_, found))
        return queryset, False


def _term_for(lookup: str, term: str) -> str:
    """Return what a lookup compares: names whatever their capitals."""
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
    """Rows that are found by the name of their user."""

    search_fields: ClassVar[tuple[str, ...]] = ("user__name_key",)
    search_help_text = "Search by full user name."


# what no member of staff changes of a user
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
    """Find a user, see since when, lock the user out; staff are changed by superusers only.

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
        """Return the users, with whether they have a second factor."""
        codes = Authenticator.objects.filter(user=OuterRef("pk"), type=Authenticator.Type.TOTP)
        users: QuerySet[User] = super().get_queryset(request).annotate(factor=Exists(codes))
        return users

    @admin.display(boolean=True, description="second factor")
    def has_second_factor(self, user: User) -> bool:
        """Return whether an app with codes is set up."""
        return bool(getattr(user, "factor", False))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Return what is never changed here, and what only superusers change."""
        return FIXED if getattr(request.user, "is_superuser", False) else FIXED + STAFF_FIELDS

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether this user may be changed: staff by superusers only."""
        mine = Listed.has_change_permission(self, request, obj)
        outranked = isinstance(obj, User) and (obj.is_staff or obj.is_superuser)
        return mine and (not outranked or bool(getattr(request.user, "is_superuser", False)))

    def has_reset_permission(self, request: HttpRequest) -> bool:
        """Return whether this member of staff may take a second factor away."""
        return bool(request.user.has_perm("mfa.delete_authenticator"))

    @admin.action(description="Deactivate: no login, all sessions end", permissions=["change"])
    def deactivate(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Lock the users out who are chosen."""
        self._activate(request, queryset, active=False)

    @admin.action(description="Reactivate", permissions=["change"])
    def reactivate(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Let the users log in again who are chosen."""
        self._activate(request, queryset, active=True)

    @admin.action(description="End all sessions", permissions=["change"])
    def end_sessions(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Log the users out everywhere who are chosen."""
        chosen = self._changeable(request, queryset)
        for user in chosen:
            user.end_sessions()
        self.message_user(request, f"Users whose sessions were ended: {len(chosen)}.")

    @admin.action(description="Reset the second factor", permissions=["reset"])
    def reset_second_factor(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Take the second factor of the users away who are chosen, and notify them."""
        done = [
            user
            for user in self._changeable(request, queryset)
            if second_factor.reset_second_factor(user)
        ]
        told = [user.pk for user in done]
        notifications.notify_users("totp_deactivated", told, language=translation.get_language())
        self.message_user(request, f"Users whose second factor was reset: {len(done)}.")

    def _activate(self, request: HttpRequest, queryset: QuerySet[User], *, active: bool) -> None:
        chosen = [user for user in self._changeable(request, queryset) if user.is_active != active]
        for user in chosen:
            user.is_active = active
            user.save(update_fields=["is_active"])
        self.message_user(
            request, f"Users {'reactivated' if active else 'deactivated'}: {len(chosen)}."
        )

    def _changeable(self, request: HttpRequest, queryset: QuerySet[User]) -> list[User]:
        """Return those of the chosen users whom this member of staff may change, never oneself."""
        chosen = list(queryset)
        free = [
            user
            for user in chosen
            if user.pk != request.user.pk and self.has_change_permission(request, user)
        ]
        if len(free) < len(chosen):
            left = f"Skipped: {len(chosen) - len(free)}. You can't change yourself or other staff."
            self.message_user(request, left, messages.WARNING)
        return free


@admin.register(Rank)
class RankAdmin(OfUser):
    """The ranks of users."""

    list_display = ("user", "slug", "mode", "rating", "standing", "games", "wins", "rated_at")
    list_select_related = ("user",)
    list_filter = ("mode",)


@admin.register(Block)
class BlockAdmin(OfUser):
    """Which users block which, as far as a report of one needs it."""

    search_fields = ("owner__name_key",)
    list_display = ("owner", "blocked", "at")
    list_select_related = ("owner", "blocked")


@admin.register(RatingEvent)
class RatingEventAdmin(OfUser):
    """The changes of ratings by games."""

    list_display = ("user", "game", "place", "left", "rating_before", "rating_after", "at")
    list_select_related = ("user",)
    list_filter = ("mode",)
    search_fields = ("user__name_key", "game")
    search_help_text = "Search by full user name or game ID."


class EmailAddressAdmin(OfUser):
    """Which addresses are confirmed; read-only: a changed address is a way into an account."""

    list_display = ("user", "email", "verified", "primary")
    list_select_related = ("user",)
    list_filter = ("verified", "primary")


class AuthenticatorAdmin(OfUser):
    """The second factors of users and since when, without secrets; reset it on the list of
    users.
    """

    list_display = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    list_filter = ("type",)
    fields = list_display


class LogEntryAdmin(ReadOnly, Listed):
    """The audit log: who of the staff changed what. It is kept for 400 days."""

    list_display = ("timestamp", "actor", "action", "content_type", "object_repr", "said")
    list_select_related = ("actor", "content_type")
    list_filter = ("action",)
    fields = ("timestamp", "actor", "action", "content_type", "object_pk", "object_repr", "said")
    readonly_fields = ("said",)
    search_fields = ("actor__name_key", "object_repr", "object_pk")
    search_help_text = "Search by full staff name, or by the name of what changed."

    @admin.display(description="changes")
    def said(self, entry: LogEntry) -> str:
        """Return what changed, field by field."""
        return "; ".join(_change(name, change) for name, change in (entry.changes or {}).items())


def _change(name: str, change: Any) -> str:
    """Return a change of a field as it is read: from what to what."""
    if isinstance(change, dict):
        return f"{name}: {change.get('operation')} {', '.join(change.get('objects', ()))}"
    before, after = change
    return f"{name}: {before} → {after}"


# for models of other apps, whose own pages would show secrets or be slow
IN_PLACE = (
    (EmailAddress, EmailAddressAdmin),
    (Authenticator, AuthenticatorAdmin),
    (LogEntry, LogEntryAdmin),
)


def put_in_place() -> None:
    """Put these pages in the place of those of other apps, and take the links of mails out."""
    for model in (EmailConfirmation, *(model for model, _ in IN_PLACE)):
        if admin.site.is_registered(model):
            admin.site.unregister(model)
    for model, page in IN_PLACE:
        admin.site.register(model, page)
