"""What Redis knows of the queues: who is online, who looks, who came; and the kick.

All of it may be lost: the rows are the truth, and a tick comes every second anyway.
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
from matchmaking.queues import LOOKS_SECONDS

KICK, ONLINE, LOOKS = "density:queue:kick", "density:queue:online", "density:queue:looks"
ARRIVALS, NEWS, TURN = "density:queue:arrivals:", "density:queue:news:", "density:queue:turn:"
# a process says so often who is online, and is believed for so long
ONLINE_SECONDS = 10.0
KEPT_SECONDS = 600

log = logging.getLogger(__name__)


# -------------------------------------------------------------------------------- the tick
def kick() -> None:
    """Have the queues looked at now, and not in a second."""
    try:
        redis().lpush(KICK, 1)
        redis().ltrim(KICK, 0, 0)
    except RedisError as fault:
        log.warning("the queue is looked at a moment later: %s", fault)


def kick_on_commit() -> None:
    """Once the running transaction is committed, kick."""
    transaction.on_commit(kick)


def wait_for_kick(seconds: int) -> None:
    """Return at a kick, or after so many seconds. Raises RedisError."""
    redis().blpop([KICK], timeout=seconds)


def takes_turn(what: str, seconds: float) -> bool:
    """Whether nobody else did this in the last seconds: of several one may. Raises RedisError."""
    return bool(redis().set(f"{TURN}{what}", 1, nx=True, px=round(seconds * 1000)))


# --------------------------------------------------------------------------- who is there
def note_online(users: Iterable[int], looking: Iterable[int]) -> None:
    """Note who has a socket open, and who of them looks at a page. Raises RedisError."""
    now = time.time()
    with redis().pipeline(transaction=False) as pipe:
        for key, found in ((ONLINE, users), (LOOKS, looking)):
            scores = {str(user): now for user in found}
            if scores:
                pipe.zadd(key, scores)
        pipe.zremrangebyscore(ONLINE, "-inf", now - KEPT_SECONDS)
        pipe.zremrangebyscore(LOOKS, "-inf", now - KEPT_SECONDS)
        pipe.execute()


def note_look(user_id: int, *, looks: bool) -> None:
    """Note that somebody looks at a page, or does so no more. Raises RedisError."""
    if looks:
        redis().zadd(LOOKS, {str(user_id): time.time()})
    else:
        redis().zrem(LOOKS, str(user_id))


def look(user_id: int) -> None:
    """Note that somebody looks at a page; nothing when Redis is away."""
    try:
        note_look(user_id, looks=True)
    except RedisError as fault:
        log.warning("nobody knows that user %s looks: %s", user_id, fault)


def online() -> int:
    """How many people have a socket open; 0 when Redis is away."""
    try:
        return int(redis().zcount(ONLINE, time.time() - ONLINE_SECONDS, "+inf"))
    except RedisError as fault:
        log.warning("nobody knows who is online: %s", fault)
        return 0


def looking(users: Sequence[int]) -> set[int]:
    """Who of these has just looked at a page; nobody when Redis is away."""
    if not users:
        return set()
    since = time.time() - LOOKS_SECONDS
    try:
        seen: Any = redis().zmscore(LOOKS, [str(user) for user in users])
    except RedisError as fault:
        log.warning("nobody knows who looks: %s", fault)
        return set()
    return {user for user, at in zip(users, seen, strict=True) if at is not None and at >= since}


def seconds_up() -> float:
    """For how long the house has been back after an outage; 0 when Redis is away."""
    try:
        return outage.seconds_since()
    except RedisError as fault:
        log.warning("nobody knows since when the house is back: %s", fault)
        return 0.0


# -------------------------------------------------------------------------- what was seen
def load_arrivals(queue: str, now: float) -> tuple[Arrivals, float]:
    """The arrivals of a queue as last stored, and until when they are noted."""
    stored = _read(ARRIVALS + queue)
    if stored is None:
        return Arrivals(began=now, at=now), -inf
    until = stored.pop("until")
    return Arrivals(**stored), until


def store_arrivals(queue: str, arrivals: Arrivals, until: float) -> None:
    """Store the arrivals for the next tick, whoever does it."""
    _write(ARRIVALS + queue, {**asdict(arrivals), "until": until})


def load_news(queue: str) -> Json | None:
    """What was last told of a queue."""
    return _read(NEWS + queue)


def store_news(queue: str, news: Json) -> None:
    """Keep what is told of a queue for those who come."""
    _write(NEWS + queue, news)


def _read(key: str) -> Json | None:
    try:
        stored = redis().get(key)
    except RedisError as fault:
        log.warning("%s is not known: %s", key, fault)
        return None
    return None if stored is None else orjson.loads(str(stored))


def _write(key: str, value: Json) -> None:
    try:
        redis().set(key, orjson.dumps(value).decode(), ex=KEPT_SECONDS)
    except RedisError as fault:
        log.warning("%s is not kept: %s", key, fault)
