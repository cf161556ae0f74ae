"""The users with a page open: a Redis sorted set of their ids by last heartbeat.

It is for the counts and the lists of friends on pages and nothing else: when Redis is away no user
is online.
"""

import logging
import time
from collections.abc import Iterable, Mapping, Sequence

from redis import RedisError

from games.table.redis import redis

KEY = "density:online"
# the table at which a user looks on, by user id
WATCHED = "density:watched:"
# a user whom no process has reported since then is gone
STALE_SECONDS = 10.0
# a site without users leaves nothing behind
KEPT_SECONDS = 60

log = logging.getLogger(__name__)


def note(users: Iterable[int], watching: Mapping[int, str]) -> None:
    """Count these users from now on, and note which of them look on at which table.

    Called again every few seconds. Raises RedisError.
    """
    now = time.time()
    scores = {str(user): now for user in users}
    with redis().pipeline(transaction=False) as pipe:
        if scores:
            pipe.zadd(KEY, scores)
        pipe.zremrangebyscore(KEY, "-inf", now - KEPT_SECONDS)
        pipe.expire(KEY, KEPT_SECONDS)
        for user, game_id in watching.items():
            pipe.set(f"{WATCHED}{user}", game_id, ex=round(STALE_SECONDS))
        pipe.execute()


def count() -> int:
    """Return how many users have a page open that is connected; 0 when Redis is away."""
    try:
        now = time.time()
        # what is from the future was noted before the clock was set back
        return int(redis().zcount(KEY, now - STALE_SECONDS, now + STALE_SECONDS))
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
            pipe.zmscore(KEY, list(map(str, user_ids)))
            pipe.mget([f"{WATCHED}{user}" for user in user_ids])
            scores, watched = pipe.execute()
    except RedisError as fault:
        log.warning("redis unavailable (%r): %s users are shown as away", fault, len(user_ids))
        return {}
    now = time.time()
    return {
        user: game_id or ""
        for user, score, game_id in zip(user_ids, scores, watched, strict=True)
        if score is not None and abs(now - score) <= STALE_SECONDS
    }
