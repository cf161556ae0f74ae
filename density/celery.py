"""The Celery app: workers for AI moves, deadlines and their clock, and one that looks back."""

import os
from importlib import import_module
from typing import Any

from billiard.process import current_process
from celery import Celery, signals
from django.db import close_old_connections

from density.environment import keep_private

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "density.settings")
keep_private()

# that a process of a worker may take to start; Celery's own 4 are too few for a busy machine, which
# then kills one after the other (decision 81)
START_SECONDS = 60.0

app = Celery("density")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# by their names: they are loaded in the worker, when the apps are ready
app.steps["worker"].add("games.clock:DeadlineClock")
app.steps["worker"].add("matchmaking.clock:QueueClock")


def expose_worker(**_: Any) -> None:
    """Give the numbers of a worker's parent, which has the clocks, at METRICS_PORT."""
    import_module("density.operations.operator_pages").expose_metrics(0)


def expose_child(**_: Any) -> None:
    """Give the numbers of the n-th process of a worker at METRICS_PORT + n."""
    child: Any = current_process()
    import_module("density.operations.operator_pages").expose_metrics(1 + child.index)


def give_way(sender: Any, **_: Any) -> None:
    """Let the worker that looks back on games slow nothing else; before its processes begin.

    All modules of the worker's processes are imported before the processes are forked.
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

# its connection is kept (CELERY_DB_REUSE_MAX), unless it is broken
signals.task_prerun.connect(close_old_connections)
signals.task_postrun.connect(close_old_connections)
