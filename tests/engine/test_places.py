"""Eliminations, the end of the game and the places (DD-9)."""

import pytest

from games.density_deck.rules import game as rules
from games.density_deck.rules.state import Fall, GameOver, MatchOver, State
from tests.engine.positions import lapse_to, move, only, play, stacked


def ended(*falls: Fall | None) -> State:
    """A finished game in which the seats fell like this; the one with None won."""
    state = play(stacked("", "", lives=(1, 1)), "surrender")
    lives = tuple(int(fall is None) for fall in falls)
    return state._replace(deal=state.deal._replace(falls=falls), lives=lives)


def test_dd_9_2_the_last_living_player_wins_the_game() -> None:
    state, events = move(stacked("", "", lives=(1, 4)), "surrender")
    assert rules.asked(state) == ()
    assert rules.places(state) == (2, 1)
    assert events[-1] == GameOver((2, 1))
    assert [seat.lives for seat in state.seats] == [0, 4]


def test_dd_9_1_a_fight_eliminates_whoever_has_no_lives_left() -> None:
    state = lapse_to(stacked("Wh6 Wh6 Wh6", "", "", "", lives=(5, 2, 3, 1)), to_round=2)
    after, events = move(state, "fight")
    assert only(events, MatchOver).after == (5, 0, 1, 0)
    assert after.deal.order == (2, 0)
    assert [fall is None for fall in after.deal.falls] == [True, False, True, False]


def test_dd_9_3_later_elimination_is_better() -> None:
    assert rules.places(ended(Fall(3, 4, 9), Fall(5, 1, None), None, Fall(4, 9, 99))) == (
        4,
        2,
        1,
        3,
    )


def test_dd_9_3_in_the_same_match_more_lives_before_it_are_better() -> None:
    assert rules.places(ended(Fall(3, 2, 50), Fall(3, 4, -9), None)) == (3, 2, 1)


def test_dd_9_3_then_the_higher_score_is_better() -> None:
    assert rules.places(ended(None, Fall(3, 2, -50), Fall(3, 2, -9))) == (1, 3, 2)


def test_dd_9_3_a_surrender_ranks_below_any_score() -> None:
    assert rules.places(ended(Fall(3, 2, None), Fall(3, 2, -429), None)) == (3, 2, 1)


@pytest.mark.parametrize("score", [None, 0, 12])
def test_dd_9_3_otherwise_the_place_is_shared(score: int | None) -> None:
    fall = Fall(3, 2, score)
    assert rules.places(ended(fall, fall, None, Fall(1, 1, 1))) == (2, 2, 1, 4)


def test_dd_9_3_lives_before_the_match_count_and_not_those_before_the_surrender() -> None:
    begun = stacked("Wh6 Wh6 Wh6", "", "", lives=(9, 3, 2))
    state = play(lapse_to(begun, to_round=4, turn=1), "surrender")
    state = lapse_to(state, to_round=5)
    after, _ = move(state, "fight")
    assert after.deal.falls == (None, Fall(1, 3, None), after.deal.falls[2])
    assert rules.places(after) == (1, 2, 3)
