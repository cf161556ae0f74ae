"""A worker waits for slow children, so that a starved pool recovers."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from density.celery import app
from density.server import supervisor
from density.server.process import ManagedProcess
from games import tasks as games_tasks
from tests.patience import wait_until
from tests.servers import site_environ

pytestmark = pytest.mark.django_db(transaction=True)
# longer than Celery waits for a child by default
STARVED_SECONDS = 6.0


@pytest.fixture
def pool(valkey: str, tmp_path: Path) -> Iterator[ManagedProcess]:
    """The worker of a site."""
    found = supervisor.worker_process(tmp_path)
    found.environ = {**found.environ, **site_environ(valkey, tmp_path)}
    found.start()
    wait_until(lambda: app.control.ping(timeout=0.5), more=found.log.read_text)
    yield found
    found.stop()


def child_processes(pool: ManagedProcess) -> set[int]:
    """Return the child processes of a worker."""
    assert pool.process is not None
    return {child.pid for child in psutil.Process(pool.process.pid).children()}


def test_a_child_that_gets_no_processor_is_waited_for(pool: ManagedProcess) -> None:
    wait_until(lambda: child_processes(pool))
    before = child_processes(pool)
    os.kill(min(before), signal.SIGKILL)
    wait_until(lambda: child_processes(pool) - before)
    child = min(child_processes(pool) - before)
    # like a process that gets no CPU on a busy machine
    os.kill(child, signal.SIGSTOP)
    until = time.monotonic() + STARVED_SECONDS
    while time.monotonic() < until:
        assert psutil.pid_exists(child), pool.log.read_text()
        time.sleep(0.1)
    os.kill(child, signal.SIGCONT)
    assert "Timed out" not in pool.log.read_text()


def test_every_task_is_asked_to_end_before_it_is_killed() -> None:
    own = {name: task for name, task in app.tasks.items() if not name.startswith("celery.")}
    assert games_tasks.mine_puzzles.name in own
    for name, task in own.items():
        hard = task.time_limit or app.conf.task_time_limit
        soft = task.soft_time_limit or app.conf.task_soft_time_limit
        assert soft, name
        assert soft <= 0.9 * hard, name
