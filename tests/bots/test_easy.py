"""The easy player: makes the mistakes of beginners; where it overlooks nothing is drawn by dice."""

from itertools import pairwise
from random import Random

import pytest

from games.density_deck.bots import easy
from games.density_deck.rules.cards import FACE
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import DRAW, FIGHT, SURRENDER, TAKE, Ruleset
from tests.bots.games_seen import moments
from tests.bots.observations import observation

DICE = range(400)
BLACK = "Bk6 Bk6 Bk6"


def all_of(view: Observation) -> set[int]:
    """Everything that it does with these cards, whatever the dice."""
    return {easy.choose(view, Random(seed)) for seed in DICE}


def habit(view: Observation) -> int:
    """What it does most often."""
    chosen = [easy.choose(view, Random(seed)) for seed in DICE]
    return max(set(chosen), key=chosen.count)


def test_it_fights_when_its_cards_look_good() -> None:
    assert all_of(observation("Wh6 Wh6 Co9")) == {FIGHT}
    assert FIGHT not in all_of(observation("Wh6 Wh6 Co8"))


def test_it_does_not_count_what_the_center_takes_from_them() -> None:
    assert all_of(observation("Wh6 Wh6 Co9", center=BLACK)) == {FIGHT}
    assert FIGHT not in all_of(observation("Wh6 Wh6 Co8", center="Wh6"))


def test_it_fights_whatever_others_hold_and_whatever_is_at_stake_for_it() -> None:
    view = observation("Wh6 Wh6 Co9", known=("", "Si4 Si4 Si4", "", ""))
    assert all_of(view._replace(lives=(1, 9, 9, 9))) == {FIGHT}


def test_big_numbers_please_it_that_bring_nothing() -> None:
    assert habit(observation("Re10 Bl10 Co8 Co9", round_number=1)) == FACE["Co8"]
    assert all_of(observation("Re10 Bl10 Pu10 Co1", round_number=1)) == {FACE["Co1"]}


def test_it_asks_for_less_when_a_match_lasts() -> None:
    view = observation("Wh6 Wh6 Co6", round_number=4)
    assert FIGHT not in all_of(view)
    assert all_of(view._replace(round=5)) == {FIGHT}


def test_a_patient_one_asks_for_more_and_counts_the_center() -> None:
    large = observation("Re5 Re10 Co10")
    assert habit(large) == FIGHT
    assert FIGHT not in {easy.patient(large, Random(seed)) for seed in DICE}
    larger = observation("Wh6 Wh6 Wh6")
    assert {easy.patient(larger, Random(seed)) for seed in DICE} == {FIGHT}
    less = observation("Wh6 Wh6 Wh6", center=BLACK)
    assert FIGHT not in {easy.patient(less, Random(seed)) for seed in DICE}


def test_it_takes_the_discard_that_helps_its_own_cards_most() -> None:
    tops = ("", "Co9", "Re5", "Wh6")
    view = observation("Re10 Co2 Co1", tops=tops, round_number=1)
    assert all_of(view) == {TAKE + 2, DRAW}


def test_in_half_of_its_draws_it_overlooks_what_others_laid_down() -> None:
    view = observation("Re10 Co2 Co1", tops=("", "Co9", "Re5", "Wh6"), round_number=1)
    overlooked = sum(easy.choose(view, Random(seed)) == DRAW for seed in DICE)
    assert overlooked / len(DICE) == pytest.approx(0.5, abs=0.06)
    # with no pile it has to look
    without_pile = view._replace(legal=tuple(action for action in view.legal if action != DRAW))
    assert all_of(without_pile) == {TAKE + 2}


def test_it_does_not_take_a_harmful_card_only_to_lay_it_down_again() -> None:
    tops = ("", "Co7", "Co8 Bk6", "Wh6")
    assert all_of(observation("Co9 Co8 Co10", tops=tops, round_number=1)) == {DRAW}


def test_it_clings_to_the_color_that_it_collects() -> None:
    assert all_of(observation("Si4 Si4 Si4 Co3")) == {FACE["Co3"]}
    # Red 3 is worth least, and Center and table take all of it
    clinging = observation("Re3 Co9 Co8 Co7", center=BLACK)
    assert all_of(clinging) == {FACE["Co7"]}


def test_it_does_not_see_that_the_table_makes_a_color_worth_more() -> None:
    # Blue 3 is the smallest number to it, though with the Blue 10 on the table it makes 30
    lies = observation("Bl3 Re5 Co9 Co8", tops=("", "Bl10", "", ""))
    assert all_of(lies) == {FACE["Bl3"]}


def test_it_surrenders_a_hand_below_0_and_no_other() -> None:
    hopeless = "Re3 Bl3 Pu3 Co1"
    assert all_of(observation(hopeless, center=BLACK)) == {SURRENDER}
    assert SURRENDER not in all_of(observation(hopeless, center="Co1"))


def test_it_never_surrenders_to_the_only_other_one() -> None:
    view = observation("Re3 Bl3 Pu3 Co1", center=BLACK, standing=2)
    assert SURRENDER not in all_of(view)


def test_easy_players_seldom_play_until_the_last_round() -> None:
    """Before they laid off only what they had kept, one match in eight ended by a showdown."""
    matches = late = 0
    for number in range(30):
        states = [state for state, _ in moments(Ruleset(), "easy", number)]
        for before, after in pairwise(states):
            if after.deal.match != before.deal.match:
                matches += 1
                late += before.round == Ruleset().round_cap
    assert matches > 100
    assert late / matches < 0.05
