"""The admin pages of games: they show no card and change nothing."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts.admin import ListedLookups
from games.models import DealCommitment, Game, Match, Move, Seat


class ReadOnly:
    """A read-only admin: games change by moves alone."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: nothing is added here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: nothing is changed here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: nothing is deleted here."""
        return False


class SeatLines(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # generic in stubs only
    """The seats of a table without the bytes of the deal, which are half of the seed."""

    model = Seat
    fields = ("index", "name", "kind", "level", "user", "question", "asked", "due_at", "place")


@admin.register(Game)
class GameAdmin(ReadOnly, ListedLookups):
    """Games without their state and secret: neither may be seen while a game runs."""

    list_display = ("id", "slug", "edition", "status", "version", "ply", "created_at")
    list_filter = ("status", "slug", "edition")
    search_fields = ("id", "seats__name")
    fields = (
        ("id", "slug", "edition", "status"),
        ("ruleset", "clock", "rated", "watchable", "host"),
        ("version", "ply", "first_dealer", "pause_until"),
        ("created_at", "started_at", "finished_at"),
    )
    inlines = (SeatLines,)


@admin.register(Match)
class MatchAdmin(ReadOnly, ListedLookups):
    """Matches with public columns only; a game decides what its lives and points are."""

    list_display = ("game", "number", "dealer", "ended_by", "round", "winners", "lives")
    list_select_related = ("game",)
    search_fields = ("game__id",)


@admin.register(Move)
class MoveAdmin(ReadOnly, ListedLookups):
    """The log. What a move was stays hidden while its game runs: some are chosen in secret."""

    list_display = ("game", "ply", "seat", "question", "match", "round", "what", "by", "at")
    list_select_related = ("game",)
    search_fields = ("game__id",)
    exclude = ("action",)
    readonly_fields = ("what",)

    @admin.display(description="action")
    def what(self, move: Move) -> str:
        """Return the action, as docs/PROTOCOL.md writes it, once the game is over."""
        return str(move.action) if move.game.status == Game.Status.FINISHED else "hidden"


@admin.register(DealCommitment)
class CommitmentAdmin(ReadOnly, ListedLookups):
    """The public log of sealed deals."""

    list_display = ("sequence", "game_id", "commitment", "hash", "at")
    search_fields = ("game_id",)
