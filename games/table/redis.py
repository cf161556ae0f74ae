"""The Redis connection of this process, for everything at the tables that may be lost."""

from functools import cache

from django.conf import settings
from redis import BlockingConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.retry import Retry


@cache
def redis() -> Redis:
    """Return the connection of this process; it fails at once when Redis is unavailable."""
    pool = BlockingConnectionPool.from_url(
        settings.REDIS_URL,
        max_connections=8,
        timeout=2,
        socket_timeout=2,
        socket_connect_timeout=2,
        decode_responses=True,
        retry=Retry(NoBackoff(), 1),
        **settings.REDIS_OPTIONS,
    )
    return Redis(connection_pool=pool)
