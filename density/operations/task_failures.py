"""The lengths of the task queues, and the last failed tasks."""

import json
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.dateparse import parse_datetime
from redis import RedisError

from density.platform.redis import redis_connection

KEY, MOST = "density:task-failures", 50


class Failure(NamedTuple):
    """A task that raised an exception, of which only the class is kept."""

    at: datetime | None
    task: str
    id: str
    error: str


def record_failure(sender: Any, task_id: str, exception: BaseException, **kwargs: Any) -> None:
    """Add a failed task to the last failures; a receiver of Celery's task_failure."""
    failure = [datetime.now(UTC).isoformat(), sender.name, task_id, type(exception).__name__]
    try:
        redis_connection().lpush(KEY, json.dumps(failure))
        redis_connection().ltrim(KEY, 0, MOST - 1)
    except RedisError:
        return  # the log has it


def last_failures() -> list[Failure] | None:
    """Return the last failures, newest first; None if Redis is unavailable."""
    try:
        failures = [json.loads(line) for line in redis_connection().lrange(KEY, 0, MOST - 1)]
    except RedisError:
        return None
    return [Failure(parse_datetime(at), task, name, error) for at, task, name, error in failures]


def queue_lengths() -> dict[str, int] | None:
    """Return the number of tasks in each queue; None if Redis is unavailable."""
    try:
        return {name: int(redis_connection().llen(name)) for name in settings.CELERY_TASK_QUEUES}
    except RedisError:
        return None
