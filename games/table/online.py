"""The number of users with a page open: a Redis sorted set of their ids by last heartbeat.

It is a number for pages and nothing else: when Redis is away it is 0.
"""

import logging
import time
from collections.abc import Iterable

from redis import RedisError

from games.table.redis import redis

KEY = "density:online"
# a user whom no process has reported since then is gone
STALE_SECONDS = 10.0
# a site without users leaves nothing behind
KEPT_SECONDS = 60

log = logging.getLogger(__name__)


def note(users: Iterable[int]) -> None:
    """Count these users from now on; called again every few seconds. Raises RedisError."""
    now = time.time()
    scores = {str(user): now for user in users}
    with redis().pipeline(transaction=False) as pipe:
        if scores:
            pipe.zadd(KEY, scores)
        pipe.zremrangebyscore(KEY, "-inf", now - KEPT_SECONDS)
        pipe.expire(KEY, KEPT_SECONDS)
        pipe.execute()


def count() -> int:
    """Return how many users have a page open that is connected; 0 when Redis is away."""
    try:
        return int(redis().zcount(KEY, time.time() - STALE_SECONDS, "+inf"))
    except RedisError as fault:
        log.warning("redis unavailable (%r): users online are shown as 0", fault)
        return 0
