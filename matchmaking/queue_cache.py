"""What Redis holds of the queues: users online, open pages, arrivals, status; and the wake-up.

All of it may be lost: the rows are the truth, and the matcher looks every second anyway. The names
of the keys stay as they are, so that processes of two versions understand each other.
"""

import logging
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from math import inf
from typing import Any

import orjson
from django.db import transaction
from redis import RedisError

from games.engine.contract import Json
from games.table import outage
from games.table.redis import redis
from matchmaking.arrivals import Arrivals
from matchmaking.queues import VIEWING_SECONDS

WAKE_UP, ONLINE, VIEWING = "density:queue:kick", "density:queue:online", "density:queue:looks"
ARRIVALS, STATUS, TURN = "density:queue:arrivals:", "density:queue:news:", "density:queue:turn:"
# a process reports the users online so often, and is believed for so long
ONLINE_SECONDS = 10.0
KEPT_SECONDS = 600

log = logging.getLogger(__name__)


# ----------------------------------------------------------------------------- the matcher
def wake_matcher() -> None:
    """Have the queues matched now, and not in a second."""
    try:
        redis().lpush(WAKE_UP, 1)
        redis().ltrim(WAKE_UP, 0, 0)
    except RedisError as fault:
        log.warning(
            "redis unavailable (%r): the matcher was not woken; it runs within a second", fault
        )


def wake_matcher_on_commit() -> None:
    """Wake the matcher once the running transaction is committed."""
    transaction.on_commit(wake_matcher)


def wait_for_wake_up(seconds: int) -> None:
    """Return at a wake-up, or after so many seconds. Raises RedisError."""
    redis().blpop([WAKE_UP], timeout=seconds)


def take_turn(what: str, seconds: float) -> bool:
    """Return whether this process is the first to do this in so many seconds. Raises RedisError."""
    key, span = f"{TURN}{what}", round(seconds * 1000)
    if redis().set(key, 1, nx=True, px=span):
        return True
    # Redis forgets by the wall clock: set back, it would keep a turn for as long
    left: Any = redis().pttl(key)
    return bool(left > span and redis().set(key, 1, px=span))


# ---------------------------------------------------------------------------- users online
def record_online(users: Iterable[int], viewers: Iterable[int]) -> None:
    """Record the users with an open socket, and those who look at a page. Raises RedisError."""
    now = time.time()
    with redis().pipeline(transaction=False) as pipe:
        for key, found in ((ONLINE, users), (VIEWING, viewers)):
            scores = {str(user): now for user in found}
            if scores:
                pipe.zadd(key, scores)
        pipe.zremrangebyscore(ONLINE, "-inf", now - KEPT_SECONDS)
        pipe.zremrangebyscore(VIEWING, "-inf", now - KEPT_SECONDS)
        pipe.execute()


def record_viewing(user_id: int, *, viewing: bool) -> None:
    """Record that a user looks at a page, or does so no more. Raises RedisError."""
    if viewing:
        redis().zadd(VIEWING, {str(user_id): time.time()})
    else:
        redis().zrem(VIEWING, str(user_id))


def try_record_viewing(user_id: int) -> None:
    """Record that a user looks at a page; do nothing when Redis is away."""
    try:
        record_viewing(user_id, viewing=True)
    except RedisError as fault:
        log.warning(
            "redis unavailable (%r): the open page of user %s was not recorded", fault, user_id
        )


def count_online() -> int:
    """Return how many users have a socket open; 0 when Redis is away."""
    try:
        now = time.time()
        # what is from the future was recorded before the clock was set back
        return int(redis().zcount(ONLINE, now - ONLINE_SECONDS, now + ONLINE_SECONDS))
    except RedisError as fault:
        log.warning("redis unavailable (%r): users online are shown as 0", fault)
        return 0


def viewing(users: Sequence[int]) -> set[int]:
    """Return those of these users who have just looked at a page; none when Redis is away."""
    if not users:
        return set()
    now = time.time()
    try:
        seen: Any = redis().zmscore(VIEWING, [str(user) for user in users])
    except RedisError as fault:
        log.warning(
            "redis unavailable (%r): users %s count as not looking at a page", fault, list(users)
        )
        return set()
    return {
        user
        for user, at in zip(users, seen, strict=True)
        if at is not None and abs(now - at) <= VIEWING_SECONDS
    }


def uptime_seconds() -> float:
    """Return the seconds since the site came back from an outage; 0 when Redis is away."""
    try:
        return outage.seconds_since()
    except RedisError as fault:
        log.warning(
            "redis unavailable (%r): the time since the last outage counts as 0 seconds", fault
        )
        return 0.0


# ---------------------------------------------------------------------- arrivals and status
def load_arrivals(queue: str, now: float) -> tuple[Arrivals, float]:
    """Return the arrivals of a queue as last stored, and until when they are counted."""
    stored = _read(ARRIVALS + queue)
    if stored is None:
        return Arrivals(began=now, at=now), -inf
    # none is from the future, should the clock have been set back
    stored |= {name: min(stored[name], now) for name in ("began", "at")}
    until = min(stored.pop("until"), now)
    return Arrivals(**stored), until


def store_arrivals(queue: str, arrivals: Arrivals, until: float) -> None:
    """Store the arrivals for the next run of the matcher, in whatever process."""
    _write(ARRIVALS + queue, {**asdict(arrivals), "until": until})


def load_status(queue: str) -> Json | None:
    """Return the status of a queue as it was last published; None where there is none."""
    return _read(STATUS + queue)


def store_status(queue: str, status: Json) -> None:
    """Keep the published status of a queue for sockets that open later."""
    _write(STATUS + queue, status)


def _read(key: str) -> Json | None:
    try:
        stored = redis().get(key)
    except RedisError as fault:
        log.warning("redis unavailable (%r): %s was not read; it counts as empty", fault, key)
        return None
    return None if stored is None else orjson.loads(str(stored))


def _write(key: str, value: Json) -> None:
    try:
        redis().set(key, orjson.dumps(value).decode(), ex=KEPT_SECONDS)
    except RedisError as fault:
        log.warning(
            "redis unavailable (%r): %s was not stored; it keeps its last value", fault, key
        )
