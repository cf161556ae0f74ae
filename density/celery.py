"""The Celery app: one kind of worker for AI moves, deadlines and their clock."""

import os

from celery import Celery, signals
from django.db import close_old_connections

from density import task_failures
from density.environment import keep_private

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "density.settings")
keep_private()

app = Celery("density")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# by their names: they are loaded in the worker, when the apps are ready
app.steps["worker"].add("games.clock:DeadlineClock")
app.steps["worker"].add("matchmaking.clock:QueueClock")

# its connection is kept (CELERY_DB_REUSE_MAX), unless it is broken
signals.task_prerun.connect(close_old_connections)
signals.task_postrun.connect(close_old_connections)

# shown to the staff
signals.task_failure.connect(task_failures.note)
