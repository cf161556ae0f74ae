"""Looking back, the medium player thinks as it plays, and from what the seat knew alone."""

from random import Random

import pytest

from games.density_deck.bots import medium, review
from games.density_deck.rules.observation import observe
from games.density_deck.rules.state import FIGHT, SURRENDER, Ruleset
from games.records.review import VERSION
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
        # one scale: what is better has the higher chance, by as much as the other costs
        for choice in weighed:
            assert 0 <= choice.chance <= 1
            assert weighed[0].chance - choice.chance == pytest.approx(choice.cost)


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


# what is thought of three moments, by the version under which such opinions are kept
KEPT = {
    3: (
        [(30, 0.77), (32, 0.55), (35, 0.55), (36, 0.43)],
        [(35, 0.98), (30, 0.79), (36, 0.23)],
        [(27, 0.47), (11, 0.3), (36, 0.23), (10, 0.2), (7, 0.0)],
    )
}


def test_reviews_that_were_kept_say_what_is_thought_now() -> None:
    """Whoever changes an opinion raises the version: else a replay mixes two scales."""
    seen = (
        observation("Co1 Co2 Ye3", tops=("", "Ye5", "", "")),
        observation("Bk6 Bk6 Co2", round_number=3, standing=2),
        observation("Ye4 Ye3 Co8 Aq5", round_number=1),
    )
    thought = tuple(
        [(each.action, round(each.chance, 2)) for each in review.weigh(view, Random(7), SAMPLES)]
        for view in seen
    )
    assert {VERSION: thought} == KEPT
