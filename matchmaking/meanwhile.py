"""Games against AI players that users play while they wait: the game gives way to the table."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Game, Seat
from games.table import handlers

RUNNING = (Game.Status.SEALING, Game.Status.PLAYING)


def alone() -> QuerySet[Seat]:
    """Return the live seats of users who play against AI players only, not for points."""
    others = Seat.objects.filter(game=OuterRef("game")).exclude(kind=Seat.Kind.AI)
    others = others.exclude(pk=OuterRef("pk"))
    games = Seat.objects.filter(live=True, game__rated=False, game__status__in=RUNNING)
    return games.filter(~Exists(others))


def elsewhere() -> QuerySet[Seat]:
    """Return the live seats that keep their users from a queue: all but those."""
    return Seat.objects.filter(~Exists(alone().filter(pk=OuterRef("pk"))), live=True)


def leave(users: Iterable[int]) -> None:
    """Let these users leave the games that they play meanwhile: their table is found."""
    held = alone().filter(user__in=list(users)).order_by("game_id")
    for game_id, user_id in held.values_list("game_id", "user_id"):
        handlers.leave(game_id, user_id)
