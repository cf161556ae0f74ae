"""Verdicts find growth in samples, but not mere fluctuation."""

import random
from collections.abc import Callable

import pytest
from django.conf import settings

from tests.soak import samples, verdicts
from tests.soak.samples import PARTS, Sample

NAMES = ("sockets", "clients", "channels", "present", "deadlines", "tasks")
SOUND = {
    **dict.fromkeys(NAMES, 0.0),
    **dict.fromkeys(("database connections", "database bytes"), 9.0),
    **{f"{what} of {part}": 50.0 for what in ("memory", "threads", "files") for part in PARTS},
    "memory of valkey's data": 50.0,
    "finished": 1.0,
}
MINUTES, EVERY = 60, 10.0
UP_AND_DOWN = random.Random(1)


@pytest.mark.parametrize(
    ("megabytes", "holds"),
    [
        (lambda minute: min(minute, 20.0), True),
        (lambda _: UP_AND_DOWN.uniform(0, 6), True),
        (lambda minute: minute, False),
        (lambda minute: max(0.0, minute - 35), False),
    ],
    ids=["taken-at-first-and-kept", "up-and-down", "every-minute", "after-a-while"],
)
def test_memory_that_grows_in_an_hour_is_a_leak(
    megabytes: Callable[[float], float], holds: bool
) -> None:
    times = [EVERY * number for number in range(int(MINUTES * 60 / EVERY))]
    hour = [Sample(at, {"memory of web": 100 + megabytes(at / 60)}) for at in times]
    assert verdicts.judge_memory(hour, "web").holds is holds


def failed_verdicts(**changes: float) -> list[str]:
    """Return the failed verdicts when the last sample has these numbers."""
    last = Sample(20, SOUND | {name.replace("_", " "): changes[name] for name in changes})
    found = verdicts.judge_samples([Sample(0, SOUND), Sample(10, SOUND), last], 10)
    return [each.what for each in found if not each.holds]


def test_a_site_in_order_is_found_so() -> None:
    assert failed_verdicts() == []


@pytest.mark.parametrize(
    ("name", "number", "found"),
    [
        ("tasks", 30, ["tasks that wait when all are gone"]),
        ("deadlines", 100, ["deadlines beyond open questions"]),
        ("sockets", 41, ["connections of the web", "connections when all are gone"]),
        ("channels", 9, ["channels when all are gone"]),
        ("present", 3, ["people counted as present when all are gone"]),
        ("clients", 65, ["clients of Valkey"]),
        ("files_of_web", 111, ["files of web when all are gone"]),
        ("threads_of_worker", 111, ["threads of worker"]),
        ("database_bytes", 100_010, ["bytes of the database a game, people included"]),
    ],
)
def test_what_stays_behind_is_found(name: str, number: float, found: list[str]) -> None:
    assert failed_verdicts(**{name: number}) == found


@pytest.mark.parametrize("samples_with_it", [1, 2])
def test_keys_that_stay_for_more_than_a_sample_are_found(samples_with_it: int) -> None:
    keys = frozenset({"density:watching:x"})
    during = [Sample(at, SOUND, keys if at <= samples_with_it else frozenset()) for at in (1, 2, 3)]
    found = verdicts.judge_samples([Sample(0, SOUND), *during], 10)
    (keys_left,) = [each for each in found if each.what.startswith("keys")]
    assert keys_left.holds is (samples_with_it == 1)


@pytest.mark.parametrize("queue", settings.CELERY_TASK_QUEUES)
def test_a_task_that_waits_at_the_moment_of_a_sample_is_no_key_that_stays(queue: str) -> None:
    assert samples.STANDING.match(queue)


@pytest.mark.parametrize(("strange", "tracebacks"), [({"/ 500": 1}, 0), ({}, 1)])
def test_answers_of_a_fault_and_tracebacks_are_found(
    strange: dict[str, int], tracebacks: int
) -> None:
    assert not all(each.holds for each in verdicts.of_faults(strange, tracebacks))
