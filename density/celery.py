"""The Celery app: workers for AI moves and deadlines, and one for the coach."""

import os
from importlib import import_module
from typing import Any

from billiard.process import current_process
from celery import Celery, signals
from django.db import close_old_connections

from density.environment import keep_private

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "density.settings")
keep_private()

# Time for a worker process to start. On a busy machine Celery's default of 4 is too short: it kills
# one process after another (decision 81).
START_SECONDS = 60.0

app = Celery("density")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# by name, so that the worker imports them after the apps are ready
app.steps["worker"].add("games.clock:DeadlineClock")
app.steps["worker"].add("matchmaking.clock:QueueClock")


def expose_worker(**_: Any) -> None:
    """Serve the metrics of a worker's parent process, which runs the clocks, at METRICS_PORT."""
    import_module("density.operations.operator_pages").expose_metrics(0)


def expose_child(**_: Any) -> None:
    """Serve the metrics of a worker's n-th process at METRICS_PORT + n."""
    child: Any = current_process()
    import_module("density.operations.operator_pages").expose_metrics(1 + child.index)


def give_way(sender: Any, **_: Any) -> None:
    """Lower the priority of the coach's worker before its processes are forked.

    Imports the modules of the processes before the fork, so that they share the memory.
    """
    import_module("density.operations.operator_pages")
    coach = import_module("games.coach")
    sender.app.conf.worker_proc_alive_timeout = START_SECONDS
    if coach.is_coach(sender.app):
        coach.give_way()
        sender.app.conf.worker_proc_alive_timeout = coach.START_SECONDS


signals.worker_init.connect(give_way)
signals.worker_ready.connect(expose_worker)
signals.worker_process_init.connect(expose_child)

# closes only broken connections (CELERY_DB_REUSE_MAX)
signals.task_prerun.connect(close_old_connections)
signals.task_postrun.connect(close_old_connections)
