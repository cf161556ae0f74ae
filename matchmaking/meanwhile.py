"""What users play while they wait: it gives way to the table, unless other users play there too."""

from collections.abc import Mapping
from contextlib import suppress

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Game, Seat
from games.table import handlers, keeping
from matchmaking.models import Slot


def with_others() -> QuerySet[Seat]:
    """Return the live seats of unrated games with another user at the table.

    Their users wait on, and are not called: they are asked at the end of a match.
    """
    others = Seat.objects.filter(game=OuterRef("game"), live=True).exclude(kind=Seat.Kind.AI)
    others = others.exclude(pk=OuterRef("pk"))
    seats = Seat.objects.filter(live=True, game__rated=False, user__isnull=False)
    return seats.filter(Exists(others))


def staying(slots: Mapping[int, Slot]) -> list[int]:
    """Return which of these users, by id, play with others and did not agree to leave."""
    seats = with_others().filter(user__in=slots)
    players = [user or 0 for user in seats.values_list("user", flat=True)]
    return [player for player in players if not slots[player].agreed]


def give_way(slots: Mapping[int, Slot]) -> None:
    """Have these users, by id, leave where they sit meanwhile: their table is found.

    A game against AI players alone is kept for later, and a table that has not begun is left. A
    game with other users is left only by those who agreed to that; others stay where they are.
    """
    seats = Seat.objects.filter(user__in=slots, live=True, game__rated=False)
    held = set(with_others().filter(user__in=slots).values_list("pk", flat=True))
    for seat in seats.select_related("game").defer("game__state").order_by("game_id", "index"):
        user_id = seat.user_id or 0
        with suppress(Game.DoesNotExist):
            if seat.game.status in keeping.RUNNING and seat.pk not in held:
                keeping.keep(seat.game_id, user_id)
            elif seat.pk not in held or slots[user_id].agreed:
                handlers.leave(seat.game_id, user_id)
