"""The queues' clock in workers but the coach: has each queue matched every second, or at a wake-up.

Of several clocks one sends the task. A missed wake-up is made up for a second later, because a tick
finds all that there is to do in the rows.
"""

import logging

from celery import Celery
from kombu.exceptions import OperationalError
from redis import RedisError

from games.clock import WorkerClock
from matchmaking import queue_cache
from matchmaking.queues import QUEUES

TICK_SECONDS = 1
# a wake-up does not have a queue matched sooner than this after the last time
REST_SECONDS = 0.2
RETRY_SECONDS = 1.0
# a task that no worker took by then is not needed: the next one is due
EXPIRES_SECONDS = 5
# pinned to matchmaking/tasks.py by a test: the clock never imports the tasks
TICK, REMIND = "matchmaking.tick", "matchmaking.remind"
REMIND_SECONDS = 10.0

log = logging.getLogger(__name__)


def send_ticks(app: Celery) -> list[str]:
    """Send the tasks that no other clock has just sent; return the queues to be matched."""
    mine = [name for name in QUEUES if queue_cache.take_turn(f"look:{name}", REST_SECONDS)]
    for name in mine:
        app.send_task(TICK, args=(name,), expires=EXPIRES_SECONDS)
    if queue_cache.take_turn(REMIND, REMIND_SECONDS):
        app.send_task(REMIND, expires=EXPIRES_SECONDS)
    return mine


class QueueClock(WorkerClock):
    """Has the queues matched."""

    def run(self, app: Celery) -> None:
        """Tick until stopped; an outage of Redis only makes it wait."""
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
