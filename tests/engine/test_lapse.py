"""The move of the clock (DD-14.1)."""

from games.density_deck.rules import game as rules
from games.density_deck.rules.state import DRAW, PASS, TAKE
from tests.engine.positions import empty_pile, faces, play, stacked


def test_a_lapsed_turn_draws_from_the_pile_and_discards_that_card() -> None:
    state = stacked("", "", "", pile="Aq5")
    assert rules.lapse(state, 0) == DRAW
    assert rules.lapse(play(state, "draw"), 0) == faces("Aq5")[0]


def test_after_a_taken_card_it_discards_the_taken_card() -> None:
    state = play(stacked("", "", "", pile="Aq5"), "draw", "Aq5", "take 0")
    assert rules.lapse(state, 1) == faces("Aq5")[0]


def test_with_an_empty_pile_it_takes_from_the_next_seat_clockwise_that_has_a_discard() -> None:
    state = play(stacked("", "", "", "", pile="Aq5 Si4"), "draw", "Aq5", "draw", "Si4")
    state = empty_pile(state)
    assert rules.lapse(state, 2) == TAKE + 0
    state = play(state, "take 1", "Si4")
    assert rules.lapse(state, 3) == TAKE + 0


def test_with_nothing_to_draw_it_passes() -> None:
    assert rules.lapse(empty_pile(stacked("", "")), 0) == PASS
