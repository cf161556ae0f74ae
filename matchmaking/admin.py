"""The admin of queues and strikes; strikes may be deleted."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts.admin import ListedLookups
from games.admin import ReadOnly
from matchmaking.models import Slot, Strike


@admin.register(Slot)
class SlotAdmin(ReadOnly, ListedLookups):
    """Waiting and seated users, read-only."""

    list_display = ("player", "queue", "state", "enqueued_at", "beat_at", "game", "ready_by")
    list_filter = ("queue", "state")
    search_fields = ("player__name", "game__id")


@admin.register(Strike)
class StrikeAdmin(ReadOnly, ListedLookups):
    """Strikes, by user and game."""

    list_display = ("user", "reason", "count", "until", "game", "at")
    list_filter = ("reason",)
    search_fields = ("user__name", "game")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether this operator may delete a strike."""
        return bool(request.user.has_perm("matchmaking.delete_strike"))
