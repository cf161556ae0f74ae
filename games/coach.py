"""The worker that looks back on games: it takes from one queue, has no clocks, and gives way."""

import os
from contextlib import suppress
from pathlib import Path

from celery import Celery

QUEUE = "coach"
# the lowest priority: it runs when nothing else wants the processor
NICENESS = 19
# seconds that its process may take to start: it gets a processor when nothing else wants one
START_SECONDS = 1800.0


def is_coach(app: Celery) -> bool:
    """Return whether the worker of this process takes from the queue of reviews alone."""
    return set(app.amqp.queues.consume_from) == {QUEUE}


def give_way() -> None:
    """Have this process, and those that it starts, run behind all others, by NICENESS.

    Linux shares processors among sessions first, where it groups processes by them: so the session
    of this one gets the same priority, if it is its own and not that of a terminal.
    """
    # a process may give way further, but only that of root may give way less than it does
    priority = max(NICENESS, os.getpriority(os.PRIO_PROCESS, 0))
    os.setpriority(os.PRIO_PROCESS, 0, priority)
    if os.getsid(0) != os.getpid():
        return
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(priority), encoding="ascii")
