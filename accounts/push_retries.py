"""Messages that a push service did not take: kept in Redis until they are sent again.

What Redis loses is not sent. The workers' clock asks for what is due.
"""

import json
from functools import cache
from typing import Any

from celery import Celery
from django.conf import settings
from redis import Redis

from accounts.push import DELIVERY

WAITING = "density:push:again"
BATCH = 100


@cache
def _redis() -> Redis:
    options = {"socket_timeout": 2, "socket_connect_timeout": 2, "decode_responses": True}
    return Redis.from_url(settings.REDIS_URL, **options)


def keep(delivery: dict[str, Any], tries: int, at: float) -> None:
    """Have a message sent once more at this Unix time. Raises RedisError."""
    _redis().zadd(WAITING, {json.dumps([delivery, tries]): at})


def send_due(app: Celery, now: float) -> int:
    """Send a task for each of a batch of messages that are due at this Unix time, return how many.

    Of several clocks one sends it. Raises RedisError.
    """
    due: Any = _redis().zrangebyscore(WAITING, "-inf", now, start=0, num=BATCH)
    mine = [each for each in due if _redis().zrem(WAITING, each)]
    for each in mine:
        delivery, tries = json.loads(each)
        app.send_task(DELIVERY, args=(delivery, tries))
    return len(mine)
