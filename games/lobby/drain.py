"""Draining: no new games for a while, so that few are running when the site is updated.

Redis has the state, so every process knows it within half a second, and it outlives them all. It
is not in the database: a backup that is restored must not bring it back.
"""

import time
from dataclasses import dataclass
from math import inf

from django.db.models import Q

from density.platform.redis import passing_over_outages, redis_connection
from games.engine.contract import Refused
from games.models import Game
from games.positions.position import RUNNING, is_kept

KEY = "density:draining"
REFUSED = Refused("draining")
# how long a process believes what it has read
BELIEVED_SECONDS = 0.5


@dataclass
class Known:
    """The known state of draining, since when, and the last message to the sockets."""

    on: bool = False
    read_at: float = -inf
    sent: bool = False


known = Known()


def is_on() -> bool:
    """Return whether no new games begin; False when Redis is away."""
    if time.monotonic() - known.read_at < BELIEVED_SECONDS:
        return known.on
    known.read_at = time.monotonic()  # the others of this process need not ask meanwhile
    on = False
    with passing_over_outages("the site counts as not draining"):
        on = bool(redis_connection().exists(KEY))
    known.on = on
    return on


def switch_drain(*, on: bool) -> None:
    """Begin or end to drain, for all processes. Raises RedisError."""
    if on:
        redis_connection().set(KEY, round(time.time()))
    else:
        redis_connection().delete(KEY)
    known.on, known.read_at = on, time.monotonic()


def draining_since() -> float | None:
    """Return the Unix time when draining began; None while it is off. Raises RedisError."""
    found = redis_connection().get(KEY)
    return None if found is None else float(str(found))


def count_running() -> int:
    """Return how many games run, or begin because their players were called to them."""
    begun = Q(status__in=RUNNING)
    games = Game.objects.filter(begun | Q(status=Game.Status.OPEN, rated=True))
    return games.exclude(is_kept()).count()
