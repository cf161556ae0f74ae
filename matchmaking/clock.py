"""The queues' clock in every worker: has each queue looked at every second, or at a kick.

Of several clocks one sends the task. What a kick would have done and did not is done a second
later, because a look finds all that there is to do in the rows.
"""

import logging
import threading
from typing import Any

from celery import Celery, bootsteps
from kombu.exceptions import OperationalError
from redis import RedisError

from matchmaking import pulse
from matchmaking.queues import QUEUES

TICK_SECONDS = 1
# a kick does not have a queue looked at sooner than this after the last time
REST_SECONDS = 0.2
RETRY_SECONDS = 1.0
# a look that nobody took by then is not needed: the next one is due
EXPIRES_SECONDS = 5
# pinned to matchmaking/tasks.py by a test: the clock never imports the tasks
TASK = "matchmaking.tick"

log = logging.getLogger(__name__)


def send(app: Celery) -> list[str]:
    """Have every queue looked at for which nobody else has just done so; which ones."""
    mine = [name for name in QUEUES if pulse.takes_turn(f"look:{name}", REST_SECONDS)]
    for name in mine:
        app.send_task(TASK, args=(name,), expires=EXPIRES_SECONDS)
    return mine


class QueueClock(bootsteps.StartStopStep):
    """A thread in the worker's parent process; it needs nothing of the pool's children."""

    requires = ("celery.worker.components:Pool",)

    def __init__(self, parent: Any, **options: Any) -> None:
        self.stopping = threading.Event()
        self.thread: threading.Thread | None = None
        super().__init__(parent, **options)

    def start(self, parent: Any) -> None:
        """Begin to tick."""
        self.thread = threading.Thread(
            target=self.run, args=(parent.app,), name="queue clock", daemon=True
        )
        self.thread.start()

    def stop(self, parent: Any) -> None:
        """End with the wait under way."""
        self.stopping.set()
        if self.thread is not None:
            self.thread.join(timeout=TICK_SECONDS + REST_SECONDS)

    terminate = stop

    def run(self, app: Celery) -> None:
        """Tick until stopped; an outage of Redis only makes it wait."""
        while not self.stopping.is_set():
            rest = REST_SECONDS
            try:
                send(app)
                pulse.wait_for_kick(TICK_SECONDS)
            except (RedisError, OperationalError, OSError) as fault:
                log.warning("the queue clock waits for its services: %r", fault)
                rest = RETRY_SECONDS
            except Exception:
                log.exception("the queue clock met a fault")
                rest = RETRY_SECONDS
            self.stopping.wait(rest)
