"""A record says what happened, in the words of docs/RECORD.md."""

import pytest

from games.density_deck.rules.state import FIGHT, SURRENDER
from games.engine.contract import Seed
from games.engine.record import Origin, Played, Seated, build
from games.registry import GAMES
from tests.records.examples import LONG, SLUG, play

SEATED = [Seated("ai", "A", "easy")] * 4
ORIGIN = Origin(SLUG, "game", LONG[SLUG], Seed(bytes(32), bytes(64)), [False] * 4)


def test_moves_that_do_not_end_the_game_make_no_record() -> None:
    with pytest.raises(ValueError, match="do not end the game"):
        build(ORIGIN, [], seated=SEATED)


def test_a_refused_move_makes_no_record() -> None:
    state, _ = GAMES[SLUG].rules.start(ORIGIN.ruleset, ORIGIN.seed)
    (seat,) = GAMES[SLUG].rules.asked(state)
    with pytest.raises(ValueError, match="move 1 was refused: illegal-fight"):
        build(ORIGIN, [Played(seat, FIGHT)], seated=SEATED)


def test_a_game_that_is_over_is_not_stopped_as_well() -> None:
    moves = play(ORIGIN, lambda state, seat: (SURRENDER, None))
    with pytest.raises(ValueError, match="game-over"):
        build(ORIGIN, moves, seated=SEATED, stopped=True)
