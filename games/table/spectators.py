"""The number of spectators of a table: a Redis sorted set of their sockets by last heartbeat.

It is a number for the bar and nothing else: when Redis is away it is 0.
"""

import logging
import time
from collections.abc import Iterable, Sequence

from redis import RedisError

from games.table.redis import redis

# a socket that no process has spoken for since then is gone
STALE_SECONDS = 10.0
# a table without spectators leaves nothing behind
KEPT_SECONDS = 60

log = logging.getLogger(__name__)


def note(watching: Iterable[tuple[str, str]]) -> None:
    """Count these sockets as watchers of their tables from now on: pairs of game id and socket.

    Called again every few seconds for all that a process holds, in one round trip.
    """
    now = time.time()
    try:
        with redis().pipeline(transaction=False) as pipe:
            for game_id, socket in watching:
                pipe.zadd(_key(game_id), {socket: now})
                pipe.expire(_key(game_id), KEPT_SECONDS)
            pipe.execute()
    except RedisError as fault:
        log.warning("redis unavailable (%r): spectators were not noted; the next beat does", fault)


def forget(game_id: str, socket: str) -> None:
    """Count this socket no more."""
    try:
        redis().zrem(_key(game_id), socket)
    except RedisError as fault:
        log.warning(
            "redis unavailable (%r): a spectator of game %s was not removed; the entry expires",
            fault,
            game_id,
        )


def count(game_id: str) -> int:
    """Return how many sockets look on at this table; 0 when Redis is away."""
    return counts([game_id])[game_id]


def counts(game_ids: Sequence[str]) -> dict[str, int]:
    """Return the same of several tables, in one round trip."""
    lately = _lately()
    try:
        with redis().pipeline(transaction=False) as pipe:
            for game_id in game_ids:
                pipe.zcount(_key(game_id), *lately)
            return dict(zip(game_ids, map(int, pipe.execute()), strict=True))
    except RedisError as fault:
        log.warning("redis unavailable (%r): %s games show 0 spectators", fault, len(game_ids))
        return dict.fromkeys(game_ids, 0)


def _lately() -> tuple[float, float]:
    """Return since and until when a beat counts: one from the future came before a set clock."""
    now = time.time()
    return now - STALE_SECONDS, now + STALE_SECONDS


def _key(game_id: str) -> str:
    return f"density:watching:{game_id}"
