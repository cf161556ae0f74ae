"""The easy player: greedy on its own score, slipping three times in ten."""

from random import Random

import pytest

from games.density_deck.bots import easy
from games.density_deck.rules.cards import FACE
from games.density_deck.rules.state import DRAW, FIGHT, SURRENDER, TAKE
from tests.bots.observations import observation

DICE = range(400)


def test_it_fights_at_40() -> None:
    assert easy.greedy(observation("Wh6 Wh6 Co4"), Random(1)) == FIGHT
    assert easy.greedy(observation("Wh6 Wh6 Co3"), Random(1)) == DRAW


def test_it_can_not_fight_in_round_1() -> None:
    assert easy.greedy(observation("Wh6 Wh6 Co4", round_number=1), Random(1)) == DRAW


def test_no_slip_keeps_it_from_a_fight() -> None:
    assert {easy.choose(observation("Wh6 Wh6 Wh6"), Random(seed)) for seed in DICE} == {FIGHT}


def test_it_takes_the_discard_that_helps_most() -> None:
    # To take the Black 6 and lay it on the own pile ends its harm and uncovers a Common 10.
    tops = ("", "Co7", "Co10 Bk6", "Wh6")
    assert easy.greedy(observation("Re5 Re3 Co1", tops=tops, round_number=1), Random(1)) == TAKE + 2


def test_it_draws_from_the_pile_when_no_discard_helps_enough() -> None:
    tops = ("", "Co3", "Co2", "Re3")
    assert easy.greedy(observation("Re5 Co9 Co8", tops=tops, round_number=1), Random(1)) == DRAW


def test_it_keeps_the_three_cards_with_the_best_score() -> None:
    assert easy.greedy(observation("Si4 Si4 Si4 Co3"), Random(1)) == FACE["Co3"]


def test_it_surrenders_a_hand_below_0_and_no_other() -> None:
    hopeless = "Re3 Bl3 Pu3 Co1"
    assert easy.greedy(observation(hopeless, center="Bk6 Bk6 Bk6"), Random(1)) == SURRENDER
    assert easy.greedy(observation(hopeless, center="Co1"), Random(1)) != SURRENDER


def test_it_never_surrenders_to_the_only_other_one() -> None:
    view = observation("Re3 Bl3 Pu3 Co1", center="Bk6 Bk6 Bk6", standing=2)
    assert SURRENDER not in {easy.choose(view, Random(seed)) for seed in DICE}


@pytest.mark.parametrize("hand", ["Re5 Re3 Co1", "Si4 Si4 Si4 Co3"])
def test_three_in_ten_draws_and_discards_are_slips(hand: str) -> None:
    view = observation(hand, tops=("", "Co7", "Bk6", "Co9"), round_number=1)
    best = easy.greedy(view, Random(1))
    others = sum(easy.choose(view, Random(seed)) != best for seed in DICE)
    # There are four options: one slip in four is the best action by chance.
    assert others / len(DICE) == pytest.approx(0.3 * 3 / 4, abs=0.05)


def test_without_slips_it_needs_no_dice() -> None:
    view = observation("Co1 Co2 Co3", tops=("", "Re10", "", ""))
    assert len({easy.greedy(view, Random(seed)) for seed in DICE}) == 1
