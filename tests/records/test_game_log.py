"""Records are read from the log of a game."""

import pytest

from games.engine.verify import verify_record
from games.records import game_log
from tests.table.harness import Driver, expire_turn, make_due, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)


def test_moves_by_the_clock_are_marked_in_the_record() -> None:
    users = make_users(2)
    game = playing_game(users, lives=1)
    seat = make_due(game.pk)
    expire_turn(game.pk, seat.index, seat.question)
    Driver(game.pk).finish()
    record = game_log.read_record(game.pk)
    moves = [move for match in record["matches"] for move in match["moves"]]
    assert moves[0]["by"] == "clock"
    assert not any("by" in move for move in moves[1:])
    assert verify_record(record) is None
