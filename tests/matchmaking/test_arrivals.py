"""What a queue learns of those who come."""

import json
from dataclasses import asdict
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchmaking.arrivals import BINS, LOW, WIDTH, Arrivals, bin_of


def stream(per_second: float, seconds: int, spread: float = 5.0) -> Arrivals:
    dice, arrivals = Random(1), Arrivals(0, 0)
    for now in range(1, seconds + 1):
        count = int(per_second) + (dice.random() < per_second % 1)
        arrivals.note([dice.gauss(30, spread) for _ in range(count)], now)
    return arrivals


@pytest.mark.parametrize("per_second", [0.1, 1.5, 20])
def test_the_rate_is_that_of_the_last_minutes(per_second: float) -> None:
    assert stream(per_second, 2_000).estimate().rate == pytest.approx(per_second, rel=0.25)


def test_the_first_who_comes_makes_no_crowd() -> None:
    arrivals = Arrivals(0, 0)
    arrivals.note([25], 1)
    estimate = arrivals.estimate()
    assert estimate.rate < 0.1
    # one alone says little of how strong the others are
    assert estimate.spread > 4


def test_a_silent_queue_forgets() -> None:
    arrivals = stream(2, 600)
    before = arrivals.estimate()
    arrivals.note([], 1_800)
    after = arrivals.estimate()
    assert after.rate < before.rate / 20
    # those of then were around 30, the ones of now are as anywhere
    arrivals.note([20] * 50, 1_801)
    density = arrivals.estimate().density
    assert density[bin_of(20)] == max(density)
    assert density[bin_of(30)] < before.density[bin_of(30)] / 5
    assert arrivals.estimate().spread < 5


@given(st.lists(st.floats(-100, 200), max_size=50))
def test_the_density_is_a_density(ratings: list[float]) -> None:
    arrivals = Arrivals(0, 0)
    arrivals.note(ratings, 5)
    density = arrivals.estimate().density
    assert len(density) == BINS
    assert sum(density) * WIDTH == pytest.approx(1)
    assert all(value > 0 for value in density)


@pytest.mark.parametrize("rating", [-100, LOW, 41, 200])
def test_who_comes_makes_those_of_about_the_same_strength_more_likely(rating: float) -> None:
    arrivals = Arrivals(0, 0)
    before = arrivals.estimate().density
    arrivals.note([rating] * 50, 1)
    after, there = arrivals.estimate().density, bin_of(rating)
    risen = [number for number in range(BINS) if after[number] > before[number]]
    assert risen == [number for number in range(there - 2, there + 3) if 0 <= number < BINS]
    assert max(after) == after[there]


def test_the_memory_of_a_queue_can_be_stored_and_a_clock_that_goes_back_adds_nothing() -> None:
    arrivals = stream(1, 100)
    again = Arrivals(**json.loads(json.dumps(asdict(arrivals))))
    again.note([], 50)
    assert again.estimate() == arrivals.estimate()
