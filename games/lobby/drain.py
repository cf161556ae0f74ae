"""Draining: no new games for a while, so that few are running when the site is updated.

The state is in Redis, so that every process knows it within half a second and it outlives them
all. It is not in the database, because restoring a backup must not restore it.
"""

import time
from dataclasses import dataclass
from math import inf

from django.db.models import Q

from density.platform.redis import passing_over_outages, redis_connection
from games.engine.contract import Refused
from games.models import Game
from games.positions.position import RUNNING, is_set_aside

KEY = "density:draining"
REFUSED = Refused("draining")
# how long a process caches the state
CACHE_SECONDS = 0.5


@dataclass
class Known:
    """The cached state of draining, when it was read, and the last message to the sockets."""

    on: bool = False
    read_at: float = -inf
    sent: bool = False


known = Known()


def is_on() -> bool:
    """Return whether no new games begin; False in an outage of Redis."""
    if time.monotonic() - known.read_at < CACHE_SECONDS:
        return known.on
    known.read_at = time.monotonic()  # before the reading: other threads need not read, too
    on = False
    with passing_over_outages("the site counts as not draining"):
        on = bool(redis_connection().exists(KEY))
    known.on = on
    return on


def switch_drain(*, on: bool) -> None:
    """Switch draining on or off, for all processes. Raises RedisError."""
    if on:
        redis_connection().set(KEY, round(time.time()))
    else:
        redis_connection().delete(KEY)
    known.on, known.read_at = on, time.monotonic()


def draining_since() -> float | None:
    """Return the Unix time when draining began; None if it is off. Raises RedisError."""
    since = redis_connection().get(KEY)
    return None if since is None else float(str(since))


def count_running() -> int:
    """Return the number of running games, including ranked tables that are about to begin."""
    running = Q(status__in=RUNNING)
    games = Game.objects.filter(running | Q(status=Game.Status.OPEN, rated=True))
    return games.exclude(is_set_aside()).count()
