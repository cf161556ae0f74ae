"""Looking back, the medium player thinks as it plays, and from what the seat knew alone."""

from random import Random

import pytest

from games.density_deck.bots import medium, review
from games.density_deck.rules.observation import observe
from games.density_deck.rules.state import FIGHT, SURRENDER, Ruleset
from tests.bots.games_seen import moments
from tests.bots.observations import observation
from tests.engine.games import other_world

SAMPLES = 60


@pytest.mark.parametrize("seed", [3, 4])
def test_its_best_choice_is_the_one_that_the_medium_player_makes(seed: int) -> None:
    for state, _ in moments(Ruleset(), "medium", seed):
        view = observe(state, state.waiting[0])
        weighed = review.weigh(view, Random(7), medium.SAMPLES)
        played = medium.choose(view, Random(7))
        costs = {choice.action: choice.cost for choice in weighed}
        assert costs[played] == pytest.approx(0, abs=1e-9)
        assert set(costs) == set(view.legal)
        assert all(choice.cost >= 0 for choice in weighed)
        assert [choice.cost for choice in weighed] == sorted(choice.cost for choice in weighed)


def test_to_fight_with_little_and_to_leave_with_much_cost_most() -> None:
    little = review.weigh(observation("Co1 Co2 Ye3"), Random(1), SAMPLES)
    assert {choice.action: choice.cost for choice in little}[FIGHT] > 0.3
    much = review.weigh(observation("Bk6 Bk6 Bk6"), Random(1), SAMPLES)
    assert {choice.action: choice.cost for choice in much}[SURRENDER] > 0.3
    assert much[0].action == FIGHT


@pytest.mark.parametrize("seed", [1, 2])
def test_hidden_cards_change_no_opinion(seed: int) -> None:
    dice = Random(seed)
    for state, _ in moments(Ruleset(), "easy", seed):
        seat = state.waiting[0]
        other = other_world(state, {seat}, dice)
        assert review.weigh(observe(state, seat), Random(5), SAMPLES) == review.weigh(
            observe(other, seat), Random(5), SAMPLES
        )
        for viewer in (None, 0, 3):
            shown = {viewer}
            unlike = other_world(state, shown, dice)
            assert review.leads(observe(state, viewer), Random(5), SAMPLES) == review.leads(
                observe(unlike, viewer), Random(5), SAMPLES
            )


def test_the_chances_to_be_ahead_add_up_to_one_among_those_who_stand() -> None:
    for state, _ in moments(Ruleset(), "medium", 9):
        for viewer in (None, 1):
            shares = review.leads(observe(state, viewer), Random(5), SAMPLES)
            assert sum(shares) == pytest.approx(1)
            assert all(not share for seat, share in enumerate(shares) if seat not in state.standing)
