"""The admin of queues and strikes; strikes may be lifted."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.timesince import timesince

from accounts.admin import OfUser
from matchmaking.models import Slot, Strike
from matchmaking.queues import QUEUES


class QueueFilter(admin.SimpleListFilter):
    """Which queue."""

    title = "queue"
    parameter_name = "queue__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the queues of the site."""
        return [(queue.name, queue.name) for queue in QUEUES.values()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Slot]) -> QuerySet[Slot]:
        """Return the slots of this queue."""
        return queryset if self.value() is None else queryset.filter(queue=self.value())


@admin.register(Slot)
class SlotAdmin(OfUser):
    """Waiting and seated users, read-only, without what planning knows of them."""

    user_field = "player"
    list_display = ("player", "queue", "state", "waits", "beat_at", "game", "ready_by")
    list_filter = (QueueFilter, "state")
    list_select_related = ("player", "game")
    ordering = ("enqueued_at",)
    fields = (
        ("player", "queue", "state"),
        ("enqueued_at", "beat_at", "waits"),
        ("game", "seat", "ready_by", "called", "announced_at"),
    )
    readonly_fields = ("waits",)

    @admin.display(description="waits for", ordering="enqueued_at")
    def waits(self, slot: Slot) -> str:
        """Return how long this player has waited so far."""
        return timesince(slot.enqueued_at, timezone.now())


@admin.register(Strike)
class StrikeAdmin(OfUser):
    """Strikes, by user and game."""

    list_display = ("user", "reason", "count", "until", "game", "at")
    list_filter = ("reason",)
    list_select_related = ("user",)
    actions = ("lift",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether this member of staff may lift a strike."""
        return bool(request.user.has_perm("matchmaking.delete_strike"))

    @admin.action(description="Lift: the strike no longer counts", permissions=["delete"])
    def lift(self, request: HttpRequest, queryset: QuerySet[Strike]) -> None:
        """Take the strikes away that are chosen; their users may queue at once."""
        found = list(queryset)
        for strike in found:
            strike.delete()
        self.message_user(request, f"Lifted {len(found)} strikes.")

    def get_actions(self, request: HttpRequest) -> Any:
        """Return the actions; Django's own deletion would do the same by another name."""
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions
