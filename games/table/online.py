"""Users with a page open and sockets that look on at tables: Redis sorted sets by last heartbeat.

They are for counts and lists on pages and nothing else: while Redis is away there are none.
"""

import logging
import time
from collections.abc import Iterable, Mapping, Sequence

from redis import RedisError

from games.table.redis import redis

USERS = "density:online"
# the table at which a user looks on, by user id; the sockets that look on, by table
WATCHED, SPECTATORS = "density:watched:", "density:watching:"
# a user or socket that no process has reported since then is gone
STALE_SECONDS = 10.0
# what is empty leaves nothing behind
KEPT_SECONDS = 60

log = logging.getLogger(__name__)


def note_users(users: Iterable[int], watching: Mapping[int, str]) -> None:
    """Count these users from now on, and note which of them look on at which table.

    Called again every few seconds. Raises RedisError.
    """
    now = time.time()
    scores = {str(user): now for user in users}
    with redis().pipeline(transaction=False) as pipe:
        if scores:
            pipe.zadd(USERS, scores)
        pipe.zremrangebyscore(USERS, "-inf", now - KEPT_SECONDS)
        pipe.expire(USERS, KEPT_SECONDS)
        for user, game_id in watching.items():
            pipe.set(f"{WATCHED}{user}", game_id, ex=round(STALE_SECONDS))
        pipe.execute()


def count_users() -> int:
    """Return how many users have a page open that is connected; 0 when Redis is away."""
    try:
        return int(redis().zcount(USERS, *_lately()))
    except RedisError as fault:
        log.warning("redis unavailable (%r): users online are shown as 0", fault)
        return 0


def here(user_ids: Sequence[int]) -> dict[int, str]:
    """Return which of these users have a page open, each with the table it watches or "".

    One round trip; nothing when Redis is away.
    """
    if not user_ids:
        return {}
    try:
        with redis().pipeline(transaction=False) as pipe:
            pipe.zmscore(USERS, list(map(str, user_ids)))
            pipe.mget([f"{WATCHED}{user}" for user in user_ids])
            scores, watched = pipe.execute()
    except RedisError as fault:
        log.warning("redis unavailable (%r): %s users are shown as away", fault, len(user_ids))
        return {}
    earliest, latest = _lately()
    return {
        user: game_id or ""
        for user, score, game_id in zip(user_ids, scores, watched, strict=True)
        if score is not None and earliest <= score <= latest
    }


def note_spectators(watching: Iterable[tuple[str, str]]) -> None:
    """Count these sockets as spectators of their tables from now on: pairs of game id and socket.

    Called again every few seconds for all that a process holds, in one round trip.
    """
    now = time.time()
    try:
        with redis().pipeline(transaction=False) as pipe:
            for game_id, socket in watching:
                pipe.zadd(SPECTATORS + game_id, {socket: now})
                pipe.expire(SPECTATORS + game_id, KEPT_SECONDS)
            pipe.execute()
    except RedisError as fault:
        log.warning("redis unavailable (%r): spectators were not noted; the next beat does", fault)


def forget_spectator(game_id: str, socket: str) -> None:
    """Count this socket no more."""
    try:
        redis().zrem(SPECTATORS + game_id, socket)
    except RedisError as fault:
        log.warning(
            "redis unavailable (%r): a spectator of game %s was not removed; the entry expires",
            fault,
            game_id,
        )


def count_spectators(game_ids: Sequence[str]) -> dict[str, int]:
    """Return how many sockets look on at these tables, in one round trip; 0 when Redis is away."""
    lately = _lately()
    try:
        with redis().pipeline(transaction=False) as pipe:
            for game_id in game_ids:
                pipe.zcount(SPECTATORS + game_id, *lately)
            return dict(zip(game_ids, map(int, pipe.execute()), strict=True))
    except RedisError as fault:
        log.warning("redis unavailable (%r): %s games show 0 spectators", fault, len(game_ids))
        return dict.fromkeys(game_ids, 0)


def _lately() -> tuple[float, float]:
    """Return since and until when a beat counts: one from the future came before a set clock."""
    now = time.time()
    return now - STALE_SECONDS, now + STALE_SECONDS
