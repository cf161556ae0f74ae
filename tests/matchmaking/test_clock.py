"""The queues' clock has every queue matched once per second or at a wake-up."""

import threading
from collections.abc import Callable

import pytest

from density.celery import app
from games.signals import site_resumed
from matchmaking import clock, queue_cache
from matchmaking.queues import ALL_QUEUES
from tests.matchmaking.scenario import NAME, join_queue, run_tick
from tests.patience import PATIENCE
from tests.table.harness import at_once, make_users
from tests.workers import work_off

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_of_many_clocks_one_sends_each_task(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "REST_SECONDS", 60.0)
    sent = at_once(*[lambda: clock.send_ticks(app) for _ in range(4)])
    # two clocks may share the queues
    looked = [name for names in sent if isinstance(names, list) for name in names]
    assert sorted(looked) == sorted(ALL_QUEUES)
    assert sorted(work_off()) == sorted([clock.REMIND, *[clock.TICK] * len(ALL_QUEUES)])


@pytest.mark.parametrize(
    "end_pause",
    [lambda: join_queue(*make_users(1)), lambda: site_resumed.send(None)],
    ids=["a player joins", "the clock was set back"],
)
def test_an_empty_queue_is_matched_rarely(end_pause: Callable[[], object]) -> None:
    for name in ALL_QUEUES:
        run_tick(name)
    assert clock.send_ticks(app) == []
    end_pause()
    assert clock.send_ticks(app) == list(ALL_QUEUES)


def test_a_queue_with_a_player_is_matched_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "REST_SECONDS", 0.001)
    join_queue(*make_users(1))
    run_tick()
    assert NAME in clock.send_ticks(app)


def test_a_wake_up_ends_the_wait() -> None:
    patient = threading.Thread(target=queue_cache.wait_for_wake_up, args=(60,), daemon=True)
    queue_cache.wake_matcher()
    queue_cache.wake_matcher()
    patient.start()
    patient.join(timeout=PATIENCE)
    assert not patient.is_alive()
