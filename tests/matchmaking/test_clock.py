"""The queues' clock has every queue matched once per second or at a wake-up."""

import threading

import pytest

from density.celery import app
from matchmaking import clock, queue_cache
from matchmaking.queues import ALL_QUEUES
from tests.patience import PATIENCE
from tests.table.harness import at_once
from tests.workers import work_off

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_of_many_clocks_one_sends_each_task(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "REST_SECONDS", 60.0)
    sent = at_once(*[lambda: clock.send_ticks(app) for _ in range(4)])
    # two clocks may share the queues
    looked = [name for names in sent if isinstance(names, list) for name in names]
    assert sorted(looked) == sorted(ALL_QUEUES)
    assert sorted(work_off()) == sorted([clock.REMIND, *[clock.TICK] * len(ALL_QUEUES)])


def test_a_wake_up_ends_the_wait() -> None:
    patient = threading.Thread(target=queue_cache.wait_for_wake_up, args=(60,), daemon=True)
    queue_cache.wake_matcher()
    queue_cache.wake_matcher()
    patient.start()
    patient.join(timeout=PATIENCE)
    assert not patient.is_alive()
