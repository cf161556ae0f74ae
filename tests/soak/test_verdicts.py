"""What grows is found in samples, and what only moves up and down is not taken for it."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.conf import settings

from tests.soak import samples, verdicts
from tests.soak.samples import Sample

PARTS = ("web", "worker", "children", "valkey", "valkey's data")
MINUTES, EVERY = 60, 10.0


def sample(at: float, **changes: object) -> Sample:
    """The sample of a site in order."""
    usual = Sample(
        at,
        memory=dict.fromkeys(PARTS, 100.0),
        threads=dict.fromkeys(("web", "worker", "children"), 8),
        files=dict.fromkeys(("web", "worker", "children"), 40),
        members={"density:due": 5, "density:here": 0},
        games={"finished": int(at / 10)},
        asked=5,
    )
    return replace(usual, **changes)  # type: ignore[arg-type] # each by its name


def hour(web: Callable[[float], float]) -> list[Sample]:
    """An hour of samples in which the web's memory is this by minutes."""
    times = [EVERY * number for number in range(int(MINUTES * 60 / EVERY))]
    memory = dict.fromkeys(PARTS, 100.0)
    return [sample(at, memory={**memory, "web": web(at / 60)}) for at in times]


def test_memory_that_is_taken_at_first_and_then_kept_is_flat() -> None:
    assert verdicts.memory(hour(lambda minute: 100 + min(minute, 20.0)), "web").holds


def test_memory_that_moves_up_and_down_is_flat() -> None:
    dice = random.Random(1)
    assert verdicts.memory(hour(lambda _: 100 + dice.uniform(0, 6)), "web").holds


def test_memory_that_grows_with_every_minute_is_a_leak() -> None:
    assert not verdicts.memory(hour(lambda minute: 100 + minute), "web").holds


def test_memory_that_begins_to_grow_after_a_while_is_a_leak() -> None:
    assert not verdicts.memory(hour(lambda minute: 100 + max(0.0, minute - 35)), "web").holds


def test_tasks_that_are_not_done_in_the_end_are_found() -> None:
    assert verdicts.queue([sample(0, queue=30), sample(1)]).holds
    assert not verdicts.queue([sample(0), sample(1, queue=30)]).holds


def test_deadlines_of_questions_that_are_closed_are_found() -> None:
    left = sample(1, members={"density:due": 100, "density:here": 0})
    assert not verdicts.index([sample(0), left]).holds


@pytest.mark.parametrize("queue", settings.CELERY_TASK_QUEUES)
def test_a_task_that_waits_at_the_moment_of_a_sample_is_no_key_that_stays(queue: str) -> None:
    assert samples.STANDING.match(queue)


def test_keys_and_people_that_stay_are_found() -> None:
    assert not verdicts.keys([sample(0, left_behind=("density:watching:x",)), sample(1)]).holds
    assert not verdicts.presence([sample(0, members={"density:here": 3})]).holds


def test_connections_that_stay_are_found() -> None:
    def failed(**changes: object) -> list[str]:
        found = verdicts.connections([sample(0), sample(1, **changes)], sample(0), 10)
        return [each.what for each in found if not each.holds]

    assert not failed()
    assert failed(sockets=41) == ["connections of the web", "connections when all are gone"]
    assert failed(channels=9) == ["channels when all are gone"]
    assert failed(clients=65) == ["clients of Valkey"]


def test_who_is_never_dropped_or_never_tried_is_found() -> None:
    assert verdicts.dropped("sockets", [7.0, 8.0]).holds
    assert not verdicts.dropped("sockets", [7.0, float("inf")]).holds
    assert not verdicts.dropped("sockets", []).holds
