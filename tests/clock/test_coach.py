"""The coach's worker has its own queue, no clocks and a low priority."""

import os
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest
from celery import Celery
from django.conf import settings

from density.platform.redis import redis_connection
from density.server import supervisor
from games import coach
from games.clock import DeadlineClock
from games.coach import QUEUE
from games.tasks import mine_puzzles, review_game
from matchmaking.clock import QueueClock

RUNS = """
import os
from games.coach import give_way
give_way()
print(os.getpriority(os.PRIO_PROCESS, 0))
print(open("/proc/self/autogroup").read() if os.path.exists("/proc/self/autogroup") else "")
"""


class Parent:
    """A fake worker for the conditions of its steps."""

    def __init__(self, *options: str) -> None:
        self.app = Celery("density")
        self.app.config_from_object("django.conf:settings", namespace="CELERY")
        given = {option: value.split(",") for option, value in pairwise(options)}
        if "--queues" in given:
            self.app.amqp.queues.select(given["--queues"])
        self.app.amqp.queues.deselect(given.get("--exclude-queues", []))

    @property
    def clocks(self) -> list[bool]:
        """Return whether it has the clock of deadlines and that of the queues."""
        steps = [clock.__new__(clock) for clock in (DeadlineClock, QueueClock)]
        return [step.include_if(self) for step in steps]


def test_the_coach_of_serve_takes_from_its_queue_alone_and_has_no_clocks(tmp_path: Path) -> None:
    worker_of_coach = Parent(*supervisor.coach_process(tmp_path).command)
    assert set(worker_of_coach.app.amqp.queues.consume_from) == {QUEUE}
    assert worker_of_coach.clocks == [False, False]
    worker = Parent(*supervisor.worker_process(tmp_path).command)
    assert set(worker.app.amqp.queues.consume_from) == {"celery", "ai"}
    assert worker.clocks == [True, True]
    # without named queues a worker does everything
    assert QUEUE in Parent().app.amqp.queues.consume_from
    assert Parent().clocks == [True, True]


def test_it_gives_way_to_every_other_process() -> None:
    environ = {**os.environ, "DJANGO_SETTINGS_MODULE": "density.settings"}
    # several at once: Linux refuses some of their writes to users other than root
    started = [
        (
            own,
            subprocess.Popen(
                [sys.executable, "-c", RUNS],
                stdout=subprocess.PIPE,
                text=True,
                env=environ,
                start_new_session=own,
            ),
        )
        for own in (True, True, True, False)
    ]
    for own, process in started:
        priority, group = process.communicate()[0].split("\n", 1)
        assert int(priority) == coach.NICENESS > os.getpriority(os.PRIO_PROCESS, 0)
        # otherwise the whole session of the terminal would be slow
        assert not group.strip() or (int(group.split()[-1]) == coach.NICENESS) == own


def test_it_rests_longer_after_work_that_others_slowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "LONGEST_REST", 1000.0)
    slowed, alone = coach.Pace(), coach.Pace()
    with slowed.work():
        time.sleep(0.5)  # the time in which another process has the processor
    with alone.work():
        pass
    assert slowed.rest_left(urgent=False) > 1 > alone.rest_left(urgent=False)
    assert slowed.rest_left(urgent=True) == 0


@pytest.mark.django_db
def test_a_review_stands_in_its_queue_and_in_no_other() -> None:
    lines = {name: redis_connection().llen(name) for name in ("celery", "ai", QUEUE)}
    review_game.delay("Ab12")
    assert {name: redis_connection().llen(name) for name in lines} == {
        **lines,
        QUEUE: lines[QUEUE] + 1,
    }


def test_what_gives_way_is_not_ended_because_others_take_the_processor() -> None:
    for task in (review_game, mine_puzzles):
        assert (task.time_limit or 0) > 10 * settings.CELERY_TASK_TIME_LIMIT
        # Redis would redeliver an unacknowledged task to another worker
        assert not task.acks_late
