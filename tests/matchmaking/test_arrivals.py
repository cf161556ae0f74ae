"""What a queue learns of those who come."""

import json
from dataclasses import asdict
from random import Random

from matchmaking.arrivals import Arrivals, bin_of


def stream(per_second: float, seconds: int, spread: float = 5.0) -> Arrivals:
    dice, arrivals = Random(1), Arrivals(0, 0)
    for now in range(1, seconds + 1):
        count = int(per_second) + (dice.random() < per_second % 1)
        arrivals.note([dice.gauss(30, spread) for _ in range(count)], now)
    return arrivals


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


def test_the_memory_of_a_queue_can_be_stored_and_a_clock_that_goes_back_adds_nothing() -> None:
    arrivals = stream(1, 100)
    again = Arrivals(**json.loads(json.dumps(asdict(arrivals))))
    again.note([], 50)
    assert again.estimate() == arrivals.estimate()
