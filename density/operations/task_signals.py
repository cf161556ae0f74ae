"""Receivers of Celery's signals: log fields and metrics of tasks."""

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

# start times of running tasks, by id
_began: dict[str, float] = {}


def send_request_id(headers: dict[str, Any] | None = None, **_: Any) -> None:
    """Add the id of the current request to the headers of a task."""
    request = get_contextvars().get("request")
    if headers is not None and request is not None:
        headers["request_id"] = request


def begin_task(task_id: str, task: Any, args: Any, **_: Any) -> None:
    """Bind the name and id of a task, its game and its request to log lines."""
    _began[task_id] = time.monotonic()
    clear_contextvars()
    bind_contextvars(task=task.name, task_id=task_id)
    position = place_of_game(task.run)
    if position is not None and len(args) > position:
        bind_contextvars(game=args[position])
    if request := getattr(task.request, "request_id", None):
        bind_contextvars(request=request)


def end_task(task_id: str, task: Any, **_: Any) -> None:
    """Count and time a finished task."""
    began = _began.pop(task_id, None)
    if began is not None:
        metrics.count_event("task_runs", task.name)
        metrics.observe_seconds("task_seconds", time.monotonic() - began, task.name)
    clear_contextvars()


def fail_task(sender: Any, exception: BaseException | None = None, **_: Any) -> None:
    """Count a task that failed or whose process died."""
    metrics.count_event("task_failures", sender.name)
    availability.report_outage(
        exception, f"task {sender.name} was not done; the clocks send it again"
    )


@cache
def place_of_game(run: Callable[..., object]) -> int | None:
    """Return the position of the argument `game_id` of a task; None without one."""
    names = list(inspect.signature(run).parameters)
    return names.index("game_id") if "game_id" in names else None


def keep_logging(**_: Any) -> None:
    """Keep Django's logging in a worker: with a receiver, Celery does not set up its own."""


def log_warnings(**_: Any) -> None:
    """Send Python's warnings in a worker to the log."""
    logging.captureWarnings(True)


signals.celeryd_init.connect(log_warnings)
signals.setup_logging.connect(keep_logging)
signals.before_task_publish.connect(send_request_id)
signals.task_prerun.connect(begin_task)
signals.task_postrun.connect(end_task)
signals.task_failure.connect(fail_task)
signals.task_failure.connect(task_failures.record_failure)
