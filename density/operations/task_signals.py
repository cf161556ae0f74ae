"""Receivers of Celery's signals: ids in the log lines of a task, and its metrics."""

import inspect
import logging
import time
from collections.abc import Callable
from functools import cache
from typing import Any

from celery import signals
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

from density.operations import task_failures
from density.platform import availability, metrics

# when the task of this process or thread began, by its id
_began: dict[str, float] = {}


def send_request_id(headers: dict[str, Any] | None = None, **_: Any) -> None:
    """Let a task bear the id of the request that sends it."""
    request = get_contextvars().get("request")
    if headers is not None and request is not None:
        headers["request_id"] = request


def begin_task(task_id: str, task: Any, args: Any, **_: Any) -> None:
    """Bind name and id of a task, its game, and the request that sent it."""
    _began[task_id] = time.monotonic()
    clear_contextvars()
    bind_contextvars(task=task.name, task_id=task_id)
    place = place_of_game(task.run)
    if place is not None and len(args) > place:
        bind_contextvars(game=args[place])
    if request := getattr(task.request, "request_id", None):
        bind_contextvars(request=request)


def end_task(task_id: str, task: Any, **_: Any) -> None:
    """Count a task that has run, and forget it."""
    began = _began.pop(task_id, None)
    if began is not None:
        metrics.count_event("task_runs", task.name)
        metrics.observe_seconds("task_seconds", time.monotonic() - began, task.name)
    clear_contextvars()


def fail_task(sender: Any, exception: BaseException | None = None, **_: Any) -> None:
    """Count a task that ended by a fault, or with its process."""
    metrics.count_event("task_failures", sender.name)
    availability.report_outage(
        exception, f"task {sender.name} was not done; the clocks send it again"
    )


@cache
def place_of_game(run: Callable[..., object]) -> int | None:
    """Return which argument of a task is the id of a game."""
    names = list(inspect.signature(run).parameters)
    return names.index("game_id") if "game_id" in names else None


def keep_logging(**_: Any) -> None:
    """Leave the logs of a worker as Django has set them up: Celery asks whether it may not."""


def log_warnings(**_: Any) -> None:
    """Log Python's warnings of a worker as all else."""
    logging.captureWarnings(True)


signals.celeryd_init.connect(log_warnings)
signals.setup_logging.connect(keep_logging)
signals.before_task_publish.connect(send_request_id)
signals.task_prerun.connect(begin_task)
signals.task_postrun.connect(end_task)
signals.task_failure.connect(fail_task)
signals.task_failure.connect(task_failures.record_failure)
