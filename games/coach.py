"""The coach: a worker that reviews finished games, with its own queue and the lowest priority."""

import os
from contextlib import suppress
from pathlib import Path

from celery import Celery

QUEUE = "coach"
# the lowest priority: it runs when nothing else wants the processor
NICENESS = 19
# time to start, in seconds: it gets a processor only when nothing else wants one
START_SECONDS = 1800.0


def is_coach(app: Celery) -> bool:
    """Return whether the worker of this process takes tasks from the coach's queue only."""
    return set(app.amqp.queues.consume_from) == {QUEUE}


def give_way() -> None:
    """Give this process, and those that it starts, the lowest priority.

    If Linux groups processes by session, it shares processors among sessions first. So the session
    gets the same priority, unless it is that of a terminal.
    """
    # any process can lower its own priority; only root can raise it
    priority = max(NICENESS, os.getpriority(os.PRIO_PROCESS, 0))
    os.setpriority(os.PRIO_PROCESS, 0, priority)
    if os.getsid(0) != os.getpid():
        return
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(priority), encoding="ascii")
