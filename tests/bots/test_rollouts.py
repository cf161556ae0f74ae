"""The Monte-Carlo player of the benchmarks: a second opinion that knows what its seat knows."""

from itertools import islice
from random import Random

import pytest

from bench import rollouts
from games.density_deck.bots import unseen
from games.density_deck.rules.observation import observe
from games.density_deck.rules.state import FIGHT, Ruleset
from tests.bots.games_seen import moments
from tests.bots.observations import observation


@pytest.fixture(autouse=True)
def few_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollouts, "ROLLOUTS", 60)


def test_what_it_deals_looks_the_same_to_its_seat() -> None:
    dice, hands = Random(1), set()
    for state, _ in islice(moments(Ruleset(), "medium", 2), 60):
        seen = observe(state, state.waiting[0])
        dealt = unseen.dealt(seen, dice)
        assert observe(dealt, seen.turn) == seen
        hands.add(dealt.hands == state.hands)
    assert False in hands


def test_every_action_is_legal() -> None:
    dice = Random(3)
    for state, _ in islice(moments(Ruleset(lives=4), "medium", 4), 120):
        seen = observe(state, state.waiting[0])
        assert rollouts.choose(seen, dice) in seen.legal


def test_it_fights_when_it_can_hardly_lose() -> None:
    view = observation("Bk6 Bk6 Bk6", center="Co1 Co2 Co3", round_number=4)
    view = view._replace(counts=(3, 3, 3, 3), pile=35)
    assert rollouts.choose(view, Random(5)) == FIGHT
