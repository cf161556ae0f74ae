"""The Redis connection of this process, for data that may be lost."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.conf import settings
from redis import BlockingConnectionPool, Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

log = logging.getLogger(__name__)


@cache
def redis_connection() -> Redis:
    """Return the connection of this process; it fails fast when Redis is unavailable."""
    pool = BlockingConnectionPool.from_url(
        settings.REDIS_URL,
        max_connections=8,
        timeout=2,
        socket_timeout=2,
        socket_connect_timeout=2,
        decode_responses=True,
        retry=Retry(NoBackoff(), 1),
    )
    return Redis(connection_pool=pool)


@contextmanager
def passing_over_outages(consequence: str, *values: object) -> Iterator[None]:
    """Suppress RedisError in this context, and log its consequence."""
    try:
        yield
    except RedisError as fault:
        log.warning("redis unavailable (%r): %s", fault, consequence % values)


def bound_ends(seconds: Mapping[str, int]) -> None:
    """Shorten the expiry of keys, given the most seconds by prefix. Raises RedisError.

    Redis expires keys by the wall clock: after it is set back, a claim would last hours longer.
    """
    for start, limit in seconds.items():
        for key in redis_connection().scan_iter(match=f"{start}*", count=1000):
            seconds_left: Any = redis_connection().ttl(key)
            if seconds_left > limit:
                redis_connection().expire(key, limit)
