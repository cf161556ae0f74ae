"""The easy player: goes by its own three cards, is slow to fight, and slips four times in ten."""

from random import Random

import pytest

from games.density_deck.bots import easy
from games.density_deck.rules.cards import FACE
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import DRAW, FIGHT, SURRENDER, TAKE, MatchOver, Ruleset
from games.engine.contract import Refused, Seed
from games.registry import GAMES
from tests.bots.observations import observation

DICE = range(400)


def habit(view: Observation) -> int:
    """What it does unless it slips: what it does most often."""
    chosen = [easy.choose(view, Random(seed)) for seed in DICE]
    return max(set(chosen), key=chosen.count)


def test_it_fights_at_50() -> None:
    assert habit(observation("Wh6 Wh6 Co10", center="Co4")) == FIGHT
    assert habit(observation("Wh6 Wh6 Co10", center="Co3")) == DRAW


def test_it_asks_for_less_when_a_match_lasts() -> None:
    view = observation("Wh6 Wh6 Co6", round_number=4)
    assert habit(view) == DRAW
    assert habit(view._replace(round=5)) == FIGHT


def test_a_patient_one_asks_for_more() -> None:
    large = observation("Re5 Re10 Co10")
    assert habit(large) == FIGHT
    assert FIGHT not in {easy.patient(large, Random(seed)) for seed in DICE}
    larger = observation("Wh6 Wh6 Wh6")
    assert {easy.patient(larger, Random(seed)) for seed in DICE} == {FIGHT}


def test_it_can_not_fight_in_round_1() -> None:
    assert habit(observation("Wh6 Wh6 Wh6", round_number=1)) == DRAW


def test_no_slip_keeps_it_from_a_fight() -> None:
    assert {easy.choose(observation("Wh6 Wh6 Wh6"), Random(seed)) for seed in DICE} == {FIGHT}


def test_it_takes_the_discard_that_helps_its_own_cards_most() -> None:
    tops = ("", "Co9", "Re5", "Wh6")
    view = observation("Re10 Co2 Co1", tops=tops, round_number=1)
    assert habit(view) == TAKE + 2


def test_it_does_not_take_a_harmful_card_only_to_lay_it_down_again() -> None:
    tops = ("", "Co7", "Co8 Bk6", "Wh6")
    assert habit(observation("Co9 Co8 Co10", tops=tops, round_number=1)) == DRAW


def test_it_draws_from_the_pile_when_no_discard_helps_enough() -> None:
    tops = ("", "Co3", "Co2", "Re3")
    assert habit(observation("Re5 Co9 Co8", tops=tops, round_number=1)) == DRAW


def test_it_keeps_the_three_cards_that_are_worth_most_alone() -> None:
    assert habit(observation("Si4 Si4 Si4 Co3")) == FACE["Co3"]
    # Blue 5 and Red 5 are the same to it, though a Blue 10 lies on the table
    lies = observation("Bl5 Co9 Co8 Re5", tops=("", "Bl10", "", ""))
    assert habit(lies) == FACE["Bl5"]
    kept = [easy.patient(lies, Random(seed)) for seed in DICE]
    assert max(set(kept), key=kept.count) == FACE["Re5"]


def test_it_surrenders_a_hand_below_0_and_no_other() -> None:
    hopeless = "Re3 Bl3 Pu3 Co1"
    assert habit(observation(hopeless, center="Bk6 Bk6 Bk6")) == SURRENDER
    assert habit(observation(hopeless, center="Co1")) != SURRENDER


def test_it_never_surrenders_to_the_only_other_one() -> None:
    view = observation("Re3 Bl3 Pu3 Co1", center="Bk6 Bk6 Bk6", standing=2)
    assert SURRENDER not in {easy.choose(view, Random(seed)) for seed in DICE}


@pytest.mark.parametrize("hand", ["Re5 Re3 Co1", "Si4 Si4 Si4 Co3"])
def test_four_in_ten_draws_and_discards_are_slips(hand: str) -> None:
    view = observation(hand, tops=("", "Co7", "Bk6", "Co9"), round_number=1)
    best = habit(view)
    others = sum(easy.choose(view, Random(seed)) != best for seed in DICE)
    # There are four options: one slip in four is the best action by chance.
    assert others / len(DICE) == pytest.approx(0.4 * 3 / 4, abs=0.06)


def test_easy_players_seldom_play_until_the_last_round() -> None:
    """Before they laid off only what they had kept, one match in eight ended by a showdown."""
    rules, ends = GAMES["density-deck"].rules, []
    for number in range(30):
        dice = Random(number)
        state, _ = rules.start(Ruleset(), Seed(dice.randbytes(32), dice.randbytes(64)))
        while state.waiting:
            seat = state.waiting[0]
            moved = rules.act(state, seat, easy.choose(rules.observe(state, seat), dice))
            assert not isinstance(moved, Refused)
            state, events = moved
            ends += [event.ended_by for event in events if isinstance(event, MatchOver)]
    assert len(ends) > 100
    assert ends.count("showdown") / len(ends) < 0.05
