"""Rematch: seats are reserved for a while, and the game starts when all have come."""

import random
from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.db.models import F

from accounts.models import User
from games.engine.contract import Json, Refused
from games.live import again, frames
from games.lobby import rematch, seating
from games.models import Game, Seat
from games.positions.new_game import Options
from games.positions.position import read_position
from tests.table.harness import Driver, at_once, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)


def finished_game(users: Sequence[User], *, ais: int = 0, **options: object) -> Game:
    """Return a game that has just ended."""
    game = playing_game(users, ais=ais, lives=1, **options)
    return Driver(game.pk, random.Random(5)).finish()


def play_again(game: Game, user: User) -> Game:
    """Accept the rematch; return its table."""
    table = rematch.play_again(game.pk, user)
    assert isinstance(table, Game), table
    return table


def read_offer(game: Game) -> Json:
    """Return the offer that every player receives."""
    offered = again.rematch_offer(read_position(game.pk))
    assert offered is not None
    return dict(offered)


def let_pass(game: Game, seconds: float = 21) -> None:
    """Make the end of the game earlier."""
    Game.objects.filter(pk=game.pk).update(
        finished_at=F("finished_at") - timedelta(seconds=seconds)
    )


def test_the_first_opens_the_same_table_and_it_begins_when_all_have_come() -> None:
    mira, ola = make_users(2)
    game = finished_game([mira, ola], ais=1, title="Slow evening", free=45, chat=True)
    assert again.rematch_offer(read_position(game.pk)) is None
    table = play_again(game, ola)
    assert (table.title, table.ruleset, table.clock) == (game.title, game.ruleset, game.clock)
    assert (table.chat, table.access, table.host, table.status) == (True, "link", ola, "open")
    assert [(seat.index, seat.kind) for seat in table.seats.all()] == [(1, "player"), (2, "ai")]
    assert read_offer(game)["names"] == [ola.name]
    assert play_again(game, mira) == table
    table.refresh_from_db()
    assert table.status == Game.Status.SEALING
    assert [seat.user for seat in table.seats.all()] == [mira, ola, None]
    assert read_offer(game)["names"] == [ola.name, mira.name]


@pytest.mark.postgres
def test_all_who_accept_at_once_meet_at_one_table() -> None:
    users = make_users(4)
    game = finished_game(users)
    tables = at_once(*[lambda user=user: rematch.play_again(game.pk, user) for user in users])
    assert len({table.pk for table in tables if isinstance(table, Game)}) == 1
    table = Game.objects.get(played_before=game)
    assert [seat.user for seat in table.seats.all()] == users
    assert table.status == Game.Status.SEALING


def test_chairs_are_kept_for_the_people_and_free_for_all_afterwards() -> None:
    mira, ola, kim, eva = make_users(4)
    game = finished_game([mira, ola, kim])
    table = play_again(game, mira)
    assert seating.join_table(table.pk, eva) == Refused("table-full")
    assert seating.seat_ai(table.pk, mira.pk, 1, "easy") == Refused("seat-taken")
    assert seating.fill_table(table.pk, mira.pk, "easy") == Refused("seat-taken")
    assert seating.join_table(table.pk, kim) is None
    let_pass(game)
    assert seating.join_table(table.pk, eva) is None
    assert rematch.play_again(game.pk, ola) == Refused("table-full")


def test_the_late_find_a_table_that_others_opened_and_open_none_themselves() -> None:
    mira, ola = make_users(2)
    game = finished_game([mira, ola])
    let_pass(game)
    assert rematch.play_again(game.pk, mira) == Refused("wrong-phase")
    other = finished_game([mira, ola])
    table = play_again(other, mira)
    let_pass(other)
    assert read_offer(other)["ms"] == 0
    assert play_again(other, ola) == table


def test_nobody_else_accepts_and_nobody_before_the_end() -> None:
    mira, ola, kim = make_users(3)
    running = playing_game([mira, ola])
    assert rematch.play_again(running.pk, mira) == Refused("wrong-phase")
    game = Driver(running.pk, random.Random(5)).finish()
    assert rematch.play_again(game.pk, kim) == Refused("not-seated")
    Seat.objects.filter(game=game, user=ola).update(abandoned_at=F("joined_at"), live=False)
    assert rematch.play_again(game.pk, ola) == Refused("abandoned")
    table = play_again(game, mira)
    assert [seat.kind for seat in table.seats.all()] == ["player", "ai"]


def test_somebody_who_sits_elsewhere_is_busy_and_keeps_the_chair_for_the_moment() -> None:
    mira, ola = make_users(2)
    game = finished_game([mira, ola])
    elsewhere = seating.open_table(ola, Options())
    assert isinstance(elsewhere, Game)
    assert rematch.play_again(game.pk, ola) == Refused("busy")
    assert Game.objects.get(pk=game.pk).again is None
    table = play_again(game, mira)
    assert rematch.play_again(game.pk, ola) == Refused("busy")
    seating.leave_seat(elsewhere.pk, ola.pk)
    assert play_again(game, ola) == table


def test_a_kept_chair_says_for_whom_and_is_free_when_the_time_is_over() -> None:
    mira, ola, sol = make_users(3)
    game = finished_game([mira, ola, sol])
    table = play_again(game, mira)
    own, kept, _ = frames.seats_frame(read_position(table.pk))
    assert "kept_for" not in own
    assert (kept["kind"], kept["kept_for"]) == ("empty", ola.name)
    assert 0 < kept["kept_ms"] <= 20_000
    play_again(game, ola)
    assert "kept_for" not in frames.seats_frame(read_position(table.pk))[1]
    let_pass(game)
    assert "kept_for" not in frames.seats_frame(read_position(table.pk))[2]
