"""The queues' data in Redis: viewers, arrivals, status, and the wake-up of the matcher.

All of it may be lost: the database has the slots, and the matcher runs every few seconds anyway.
The keys must not be renamed, so that processes of two versions understand each other.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from math import inf
from typing import Any

import orjson

from density.platform.redis import passing_over_outages, redis_connection
from games.live import outage
from matchmaking.arrivals import Arrivals
from matchmaking.protocol import SharedStatus
from matchmaking.queues import ALL_QUEUES, VIEWING_SECONDS

WAKE_UP, VIEWING = "density:queue:kick", "density:queue:looks"
ARRIVALS, STATUS, TURN = "density:queue:arrivals:", "density:queue:news:", "density:queue:turn:"
PAUSE = "density:queue:pause:"
KEPT_SECONDS = 600
# between two ticks of a queue without players
PAUSE_SECONDS = 10


# ----------------------------------------------------------------------------- the matcher
def wake_matcher() -> None:
    """Have the queues matched at once instead of within seconds."""
    with passing_over_outages("the matcher was not woken; it runs within %s s", PAUSE_SECONDS):
        resume_ticks(ALL_QUEUES)
        redis_connection().lpush(WAKE_UP, 1)
        redis_connection().ltrim(WAKE_UP, 0, 0)


def wait_for_wake_up(seconds: int) -> None:
    """Wait for a wake-up, for at most this many seconds. Raises RedisError."""
    redis_connection().blpop([WAKE_UP], timeout=seconds)


def pause_ticks(queue: str) -> None:
    """Have a queue matched only after PAUSE_SECONDS, or once ticks resume. Raises RedisError."""
    redis_connection().set(PAUSE + queue, 1, ex=PAUSE_SECONDS)


def resume_ticks(queues: Iterable[str]) -> None:
    """End the pauses of these queues. Raises RedisError."""
    redis_connection().delete(*[PAUSE + name for name in queues])


def find_unpaused() -> list[str]:
    """Return the names of the queues without a pause. Raises RedisError."""
    pauses: Any = redis_connection().mget([PAUSE + name for name in ALL_QUEUES])
    return [name for name, pause in zip(ALL_QUEUES, pauses, strict=True) if pause is None]


def take_turn(what: str, seconds: float) -> bool:
    """Return whether this process is the first to do this within a period. Raises RedisError."""
    key, span = f"{TURN}{what}", round(seconds * 1000)
    if redis_connection().set(key, 1, nx=True, px=span):
        return True
    # after the wall clock is set back, Redis would keep the key too long
    left_ms: Any = redis_connection().pttl(key)
    return bool(left_ms > span and redis_connection().set(key, 1, px=span))


# ------------------------------------------------------------------------------ open pages
def record_viewing(users: Iterable[int]) -> None:
    """Record that these users view a page. Raises RedisError."""
    now = time.time()
    if scores := {str(user): now for user in users}:
        redis_connection().zadd(VIEWING, scores)
    redis_connection().zremrangebyscore(VIEWING, "-inf", now - KEPT_SECONDS)


def forget_viewing(user_id: int) -> None:
    """Record that a user has closed all pages. Raises RedisError."""
    redis_connection().zrem(VIEWING, str(user_id))


def viewing_users(users: Sequence[int]) -> set[int]:
    """Return the users who have just viewed a page; no one when Redis is unavailable."""
    times: Any = []
    if users:
        with passing_over_outages("users %s count as not looking at a page", list(users)):
            times = redis_connection().zmscore(VIEWING, [str(user) for user in users])
    now = time.time()
    return {
        user
        for user, seen_at in zip(users, times, strict=False)
        if seen_at is not None and abs(now - seen_at) <= VIEWING_SECONDS
    }


def uptime_seconds() -> float:
    """Return the seconds since the last outage ended; 0 when Redis is unavailable."""
    seconds = 0.0
    with passing_over_outages("the time since the last outage counts as 0 seconds"):
        seconds += outage.seconds_since()
    return seconds


# ---------------------------------------------------------------------- arrivals and status
def load_arrivals(queue: str, now: float) -> tuple[Arrivals, float]:
    """Return the stored arrivals of a queue, and the time up to which they are counted."""
    stored = _read(ARRIVALS + queue)
    if stored is None:
        return Arrivals(began=now, at=now), -inf
    # no times in the future, in case the clock was set back
    stored |= {name: min(stored[name], now) for name in ("began", "at")}
    until = min(stored.pop("until"), now)
    return Arrivals(**stored), until


def store_arrivals(queue: str, arrivals: Arrivals, until: float) -> None:
    """Store the arrivals for the next tick in any process."""
    _write(ARRIVALS + queue, {**asdict(arrivals), "until": until})


def load_status(queue: str) -> SharedStatus | None:
    """Return the last published status of a queue, or None."""
    status: SharedStatus | None = _read(STATUS + queue)
    return status


def store_status(queue: str, status: SharedStatus) -> None:
    """Store the published status of a queue for sockets that open later."""
    _write(STATUS + queue, status)


def _read(key: str) -> Any:
    stored: Any = None
    with passing_over_outages("%s was not read; it counts as empty", key):
        stored = redis_connection().get(key)
    return None if stored is None else orjson.loads(stored)


def _write(key: str, value: object) -> None:
    with passing_over_outages("%s was not stored; it keeps its last value", key):
        redis_connection().set(key, orjson.dumps(value).decode(), ex=KEPT_SECONDS)
