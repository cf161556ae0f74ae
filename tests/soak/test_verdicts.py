"""The verdicts of a soak find growth and leftovers in samples, but not mere fluctuation."""

import random
from collections.abc import Callable

import pytest
from django.conf import settings

from tests.soak import samples, verdicts
from tests.soak.samples import PARTS, Sample

COUNTS = ("sockets", "clients", "channels", "present", "deadlines", "tasks")
SOUND = {
    **dict.fromkeys(COUNTS, 0.0),
    **dict.fromkeys(("database connections", "database bytes"), 9.0),
    **{f"{what} of {part}": 50.0 for what in ("memory", "threads", "files") for part in PARTS},
    "memory of valkey's data": 50.0,
    "finished": 1.0,
}
USERS = 10
DICE = random.Random(1)


@pytest.mark.parametrize(
    ("megabytes", "holds"),
    [
        (lambda minute: min(minute, 20.0), True),
        (lambda _: DICE.uniform(0, 6), True),
        (lambda minute: minute, False),
        (lambda minute: max(0.0, minute - 35), False),
    ],
    ids=["only-at-first", "up-and-down", "every-minute", "after-a-while"],
)
def test_memory_that_grows_in_an_hour_is_a_leak(
    megabytes: Callable[[float], float], holds: bool
) -> None:
    minutes = [number / 6 for number in range(360)]
    hour = [Sample(at * 60, {"memory of web": 100 + megabytes(at)}) for at in minutes]
    assert verdicts.judge_memory(hour, "web").holds is holds


def failed_verdicts(**changes: float) -> list[str]:
    """Return the failed verdicts when the last sample has these numbers."""
    changed = {name.replace("_", " "): number for name, number in changes.items()}
    taken = [Sample(0, SOUND), Sample(10, SOUND), Sample(20, SOUND | changed)]
    return [each.what for each in verdicts.judge_samples(taken, USERS) if not each.holds]


def test_a_sound_site_passes() -> None:
    assert failed_verdicts() == []
    assert all(each.holds for each in verdicts.of_faults({}, 0))


@pytest.mark.parametrize(
    ("name", "number", "failed"),
    [
        ("tasks", 3, ["tasks that wait when all are gone"]),
        ("tasks", 201, ["tasks that wait", "tasks that wait when all are gone"]),
        ("deadlines", 41, ["deadlines beyond open questions"]),
        ("sockets", 41, ["connections of the web", "connections when all are gone"]),
        ("channels", 3, ["channels when all are gone"]),
        ("present", 1, ["people counted as present when all are gone"]),
        ("clients", 65, ["clients of Valkey"]),
        ("database_connections", 61, ["connections of the database"]),
        ("files_of_web", 111, ["files of web when all are gone"]),
        ("threads_of_worker", 111, ["threads of worker"]),
        ("database_bytes", 100_010, ["bytes of the database a game, people included"]),
    ],
)
def test_a_number_beyond_its_limit_fails(name: str, number: float, failed: list[str]) -> None:
    assert failed_verdicts(**{name: number}) == failed


@pytest.mark.parametrize("samples_with_it", [1, 2])
def test_keys_that_stay_for_more_than_a_sample_fail(samples_with_it: int) -> None:
    keys = frozenset({"density:watching:x"})
    during = [Sample(at, SOUND, keys if at <= samples_with_it else frozenset()) for at in (1, 2, 3)]
    found = verdicts.judge_samples([Sample(0, SOUND), *during], USERS)
    (keys_left,) = [each for each in found if each.what.startswith("keys")]
    assert keys_left.holds is (samples_with_it == 1)


@pytest.mark.parametrize("queue", settings.CELERY_TASK_QUEUES)
def test_a_task_that_waits_during_a_sample_is_no_leftover_key(queue: str) -> None:
    assert samples.STANDING.match(queue)


@pytest.mark.parametrize(("strange", "tracebacks"), [({"/ 500": 1}, 0), ({}, 1)])
def test_error_answers_and_tracebacks_fail(strange: dict[str, int], tracebacks: int) -> None:
    assert not all(each.holds for each in verdicts.of_faults(strange, tracebacks))
