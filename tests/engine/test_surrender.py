"""Surrenders and their price (DD-7)."""

import pytest

from games.density_deck.rules import game as rules
from games.density_deck.rules.state import (
    PRICES,
    STAKES,
    MatchOver,
    RoundBegan,
    Surrendered,
)
from tests.engine.positions import lapse_to, move, only, play, stacked

PRICE = [(1, 1), (2, 1), (3, 2), (4, 3), (9, 3)]


@pytest.mark.parametrize(("number", "price"), PRICE)
def test_dd_7_2_the_price_of_a_surrender_by_round(number: int, price: int) -> None:
    state = lapse_to(stacked("", "", ""), to_round=number)
    after, events = move(state, "surrender")
    assert events == (Surrendered(0, number, price, 10 - price),)
    assert after.seats[0].lives == 10 - price


def test_dd_7_2_stakes_and_prices_cover_every_round_cap() -> None:
    assert STAKES[:6] == (0, 0, 2, 3, 4, 4)
    assert PRICES[1:6] == (1, 1, 2, 3, 3)
    assert len(STAKES) == len(PRICES) == 31


def test_three_surrenders_in_round_1_cost_1_1_1_0() -> None:
    _, events = move(play(stacked("", "", "", ""), "surrender", "surrender"), "surrender")
    assert only(events, MatchOver).after == (9, 9, 9, 10)


def test_dd_7_2_a_later_fight_does_not_change_the_price() -> None:
    state = play(stacked("Wh6 Wh6 Wh6", "", "", pile="Co9"), "draw", "Co9", "surrender")
    over = only(move(lapse_to(state, to_round=4), "fight")[1], MatchOver)
    assert over.after == (10, 9, 6)


def test_dd_7_3_who_surrendered_is_not_asked_again_in_this_match() -> None:
    state = play(stacked("", "", ""), "surrender")
    for number in range(2, 6):
        assert rules.asked(lapse_to(state, to_round=number)) == (1,)


def test_a_surrender_can_end_a_round() -> None:
    state = lapse_to(stacked("", "", ""), to_round=2, turn=2)
    after, events = move(state, "surrender")
    assert (after.round, rules.asked(after)) == (3, (0,))
    assert isinstance(events[1], RoundBegan)


def test_a_surrender_takes_no_more_lives_than_there_are() -> None:
    state = lapse_to(stacked("", "", "", lives=(1, 10, 10)), to_round=4)
    after, events = move(state, "surrender")
    assert only(events, Surrendered).loss == 1
    assert after.seats[0].lives == 0
