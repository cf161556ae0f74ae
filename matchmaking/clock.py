"""The clock of the queues, in every worker but the coach.

It sends a task to match each queue every second, or at a wake-up; an empty queue is matched every
PAUSE_SECONDS. Of several clocks one sends the task. A missed wake-up costs only that time, because
a tick finds all its work in the rows.
"""

import logging

from celery import Celery
from kombu.exceptions import OperationalError
from redis import RedisError

from games.clock import WorkerClock
from matchmaking import queue_cache

TICK_SECONDS = 1
# least seconds between two ticks of a queue, even after a wake-up
REST_SECONDS = 0.2
RETRY_SECONDS = 1.0
# a task that no worker took by then expires, since the next one is due
EXPIRES_SECONDS = 5
# names of tasks in matchmaking/tasks.py, which the clock never imports; a test compares them
TICK, REMIND = "matchmaking.tick", "matchmaking.remind"
REMIND_SECONDS = 10.0

log = logging.getLogger(__name__)


def send_ticks(app: Celery) -> list[str]:
    """Send the due tasks that no other clock has just sent; return the queues of this clock."""
    due = queue_cache.find_unpaused()
    mine = [name for name in due if queue_cache.take_turn(f"look:{name}", REST_SECONDS)]
    for name in mine:
        app.send_task(TICK, args=(name,), expires=EXPIRES_SECONDS)
    if queue_cache.take_turn(REMIND, REMIND_SECONDS):
        app.send_task(REMIND, expires=EXPIRES_SECONDS)
    return mine


class QueueClock(WorkerClock):
    """The clock that has the queues matched."""

    def run(self, app: Celery) -> None:
        """Send ticks until stopped; retry after an outage."""
        while not self.stopping.is_set():
            rest = REST_SECONDS
            try:
                send_ticks(app)
                queue_cache.wait_for_wake_up(TICK_SECONDS)
            except Exception as fault:
                log.warning(
                    "queue clock failed (%r); no matching, retried in %s s",
                    *(fault, RETRY_SECONDS),
                    exc_info=not isinstance(fault, (RedisError, OperationalError, OSError)),
                )
                rest = RETRY_SECONDS
            self.stopping.wait(rest)
