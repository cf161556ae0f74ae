"""A move made from an outdated position is not written."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from games.live import executor, outage
from games.live.commands import play, presence, stand_ins
from games.live.executor import Change
from games.models import Game, Seat
from games.positions import rows
from games.positions.position import read_position
from tests.table.harness import (
    act_on,
    asked_seat,
    expire_turn,
    let_pass,
    make_due,
    make_users,
    playing_game,
    stored_game,
)

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
DRAW = {"do": "draw", "from": "pile"}

Deed = Callable[[Game, Seat, User], object]


def lapse_question(game: Game, seat: Seat, other: User) -> object:
    """Have the clock answer the open question."""
    due = make_due(game.pk, timedelta(seconds=30))
    return expire_turn(game.pk, due.index, due.question)


# the asked user, and another at the table
CHANGES: dict[str, Deed] = {
    "the same answer": lambda game, seat, other: act_on(game.pk, seat.user_id, seat.question, DRAW),
    "a lapsed turn": lapse_question,
    "going away": lambda game, seat, other: presence.mark_departure(game.pk, seat.user_id or 0),
    "another page": lambda game, seat, other: presence.take_over(game.pk, seat.user_id, "page-2"),
    "a slower way": lambda game, seat, other: presence.note_lag(game.pk, seat.user_id or 0, 400),
    "leaving": lambda game, seat, other: stand_ins.abandon_seat(game.pk, other.pk),
    "leaving on turn": lambda game, seat, other: stand_ins.abandon_seat(game.pk, seat.user_id),
    "a deleted account": lambda game, seat, other: other.delete(),
    "waiting for the absent": lambda game, seat, other: stand_ins.choose_absence(
        game.pk, game.host_id, "wait"
    ),
    "an outage": lambda game, seat, other: outage.resume_turns(),
}


def made_before(change: Deed) -> tuple[Game, Change]:
    """Return a move made in memory before another change of the game."""
    users = make_users(3)
    game = playing_game(users, free=15)
    let_pass(game.pk, 15)
    seat = asked_seat(game.pk)
    made = play.answer_question.change(
        read_position(game.pk), seat.user_id, seat.question, DRAW, None
    )
    assert isinstance(made, Change)
    change(game, seat, next(user for user in users if user.pk not in (seat.user_id, game.host_id)))
    return game, made


@pytest.mark.parametrize("name", CHANGES)
def test_a_move_from_an_old_position_is_not_written(name: str) -> None:
    game, made = made_before(CHANGES[name])
    changed = stored_game(game.pk)
    assert not executor.write_change(made)
    assert stored_game(game.pk) == changed


def test_moves_of_different_games_are_written_together_and_the_old_one_left_out() -> None:
    games = [playing_game(make_users(2, prefix)) for prefix in ("A", "B", "C")]
    all_made = []
    for game in games:
        seat = asked_seat(game.pk)
        made = play.answer_question.change(
            read_position(game.pk), seat.user_id, seat.question, DRAW, None
        )
        assert isinstance(made, Change)
        all_made.append(made)
    old = asked_seat(games[1].pk)
    presence.take_over(games[1].pk, old.user_id, "page-2")
    written = rows.write_changes(all_made)
    assert written == {games[0].pk, games[2].pk}
    assert [len(stored_game(game.pk)["moves"]) for game in games] == [1, 0, 1]
