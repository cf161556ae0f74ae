"""Admin pages of queues, strikes and ranked hours."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.timesince import timesince

from accounts.admin import Listed, OfUser
from accounts.zones import NO_PLACES
from matchmaking.models import Attendance, RankedHour, Slot, Strike
from matchmaking.queues import QUEUES


@admin.register(Slot)
class SlotAdmin(OfUser):
    """Waiting and seated users, read-only, without the data of the matcher."""

    search_fields = ("player__name_key",)
    list_display = ("player", "queue", "state", "waits", "beat_at", "game", "ready_by")
    list_filter = ("queue", "state")
    list_select_related = ("player", "game")
    ordering = ("enqueued_at",)
    fields = (
        ("player", "queue", "also", "state"),
        ("enqueued_at", "beat_at", "waits"),
        ("game", "seat", "ready_by", "called", "announced_at"),
        ("shared", "asked_at", "agreed"),
    )
    readonly_fields = ("also", "waits")

    @admin.display(description="also queued for")
    def also(self, slot: Slot) -> str:
        """Return the other queues of this player."""
        return ", ".join(slot.second_queues.order_by("queue").values_list("queue", flat=True))

    @admin.display(description="waiting for", ordering="enqueued_at")
    def waits(self, slot: Slot) -> str:
        """Return how long this player has waited."""
        return timesince(slot.enqueued_at, timezone.now())


@admin.register(Strike)
class StrikeAdmin(OfUser):
    """Strikes, by user and game."""

    list_display = ("user", "reason", "count", "until", "game", "at")
    list_filter = ("reason",)
    list_select_related = ("user",)
    actions = ("lift",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether this staff member may lift strikes."""
        return bool(request.user.has_perm("matchmaking.delete_strike"))

    @admin.action(description="Lift: the strike no longer counts", permissions=["delete"])
    def lift(self, request: HttpRequest, queryset: QuerySet[Strike]) -> None:
        """Delete the selected strikes, so that their users can queue at once."""
        strikes = list(queryset)
        for strike in strikes:
            strike.delete()
        self.message_user(request, f"Strikes lifted: {len(strikes)}.")

    def get_actions(self, request: HttpRequest) -> Any:
        """Return the actions without Django's deletion, which would do the same as `lift`."""
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions


class RankedHourForm(forms.ModelForm):  # type: ignore[type-arg] # generic in the stubs only
    """The form of a ranked hour, with choices for the queue and the time zone."""

    queue = forms.ChoiceField(choices=lambda: [(name, name) for name in QUEUES])
    zone = forms.ChoiceField(
        label="Time zone",
        choices=lambda: [(name, name) for name in sorted(available_timezones() - NO_PLACES)],
        initial="UTC",
        help_text="The hour follows local time in this zone, including daylight saving time.",
    )

    class Meta:
        """The fields of the announcement."""

        model = RankedHour
        fields = ("queue", "weekday", "at", "zone", "minutes", "active")


@admin.register(RankedHour)
class RankedHourAdmin(Listed):
    """The weekly ranked hours."""

    form = RankedHourForm
    list_display = ("__str__", "queue", "minutes", "active", "reminded_of")
    list_filter = ("queue", "active")
    readonly_fields = ("reminded_of",)


@admin.register(Attendance)
class AttendanceAdmin(OfUser):
    """The users who signed up for occurrences of ranked hours; read-only."""

    list_display = ("user", "hour", "date", "at")
    list_select_related = ("user", "hour")
