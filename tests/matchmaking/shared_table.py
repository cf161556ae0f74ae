"""Shared tables at a wanted moment, through the real functions."""

import random
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db.models import F

from accounts.models import User
from games.models import Game, Seat
from games.table import presence
from games.table.redis import redis
from matchmaking import queue_cache, queue_status, shared_tables
from tests.matchmaking.scenario import (
    NAME,
    look,
)
from tests.table.harness import (
    Driver,
    end_pause,
    seal,
)

RPS = "rps-extreme"


def sit(*users: User) -> Game:
    """Let these accept the shared table one after the other; the table of the last one."""
    games = [shared_tables.sit(user) for user in users]
    assert isinstance(games[-1], Game), games
    return Game.objects.get(pk=games[-1].pk)


def shared(users: Sequence[User]) -> Game:
    """A shared table of these, whose first cards are dealt."""
    game = sit(*users)
    gathered(game)
    look()
    for user in users:
        presence.arrive(game.pk, user.pk, f"tab{user.pk}", watching=False)
    seal(game, users)
    return Game.objects.get(pk=game.pk)


def gathered(game: Game) -> None:
    """Let the time be over in which others may come before it begins."""
    Game.objects.filter(pk=game.pk).update(created_at=F("created_at") - timedelta(seconds=11))


def end_match(game: Game) -> None:
    """Play until a match is over, and no move of the next one is made."""
    driver, match = Driver(game.pk, random.Random(1)), game.matches.count()
    while game.matches.count() == match:
        end_pause(game.pk)
        driver.step()


def people_at(game: Game) -> set[str]:
    """The users with a live seat there."""
    return set(
        Seat.objects.filter(game=game, user__isnull=False, live=True).values_list("name", flat=True)
    )


def frame(user: User) -> dict[str, Any]:
    """What the user's queue page shows a moment later."""
    redis().delete(f"{queue_cache.TURN}tell:{NAME}")
    look()
    return queue_status.current_frame(user.pk)
