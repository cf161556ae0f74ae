"""The coach: a worker that reviews finished games, with its own queue and a low priority.

A reader gets the first finding within seconds, even on a busy machine, so the priority is not the
lowest: only root could raise it again. Instead the coach rests after its work, the longer the more
others want the processor. A first finding, and a match that a reader opens, do not wait for it.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from celery import Celery

QUEUE = "coach"
# beside a process of normal priority, a quarter of a processor
NICENESS = 5
# time to start, in seconds, on a busy machine
START_SECONDS = 1800.0
# seconds of rest for each second in which others had the processor
REST = 4.0
# the longest rest after a task, and the part of all rest that urgent work does not wait for
LONGEST_REST, URGENT = 30.0, 120.0


def is_coach(app: Celery) -> bool:
    """Return whether the worker of this process takes tasks from the coach's queue only."""
    return set(app.amqp.queues.consume_from) == {QUEUE}


def give_way() -> None:
    """Give this process, and those that it starts, a low priority.

    If Linux groups processes by session, it shares processors among sessions first. So the session
    gets the same priority, unless it is that of a terminal.
    """
    # any process can lower its own priority; only root can raise it
    priority = max(NICENESS, os.getpriority(os.PRIO_PROCESS, 0))
    os.setpriority(os.PRIO_PROCESS, 0, priority)
    if os.getsid(0) != os.getpid():
        return
    # for users other than root, Linux takes one such write in a tenth of a second
    for _attempt in range(20):
        try:
            Path("/proc/self/autogroup").write_text(str(priority), encoding="ascii")
        except BlockingIOError:
            time.sleep(0.1)
        except OSError:
            return
        else:
            return


@dataclass
class Pace:
    """The rests of one process between its tasks."""

    until: float = 0.0  # when the rest ends, by the monotonic clock

    def rest_left(self, *, urgent: bool) -> float:
        """Return the seconds to wait before the next task."""
        return max(0.0, self.until - time.monotonic() - (URGENT if urgent else 0))

    @contextmanager
    def work(self) -> Iterator[None]:
        """Rest after this block as long as it took, and longer if others had the processor."""
        began, used = time.monotonic(), time.process_time()
        try:
            yield
        finally:
            now = time.monotonic()
            waited = now - began - (time.process_time() - used)
            rest = min(LONGEST_REST, now - began + REST * waited)
            self.until = max(self.until, now) + rest


PACE = Pace()
