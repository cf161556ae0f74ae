"""Presence and absence of players, and their effect on the clock."""

import time
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from density.platform.redis import redis_connection
from games.engine.contract import Json, Refused
from games.live import outage
from games.live.commands import presence, stand_ins
from games.live.commands.presence import Socket
from games.live.outage import Beat
from games.models import Game, Move, Seat
from games.positions.clocks import SILENT
from tests.table.harness import (
    Driver,
    asked_seat,
    expire_turn,
    fire_deadline,
    frame_of,
    let_pass,
    make_users,
    playing_game,
)

pytestmark = pytest.mark.django_db(transaction=True)


def open_page(game: Game, user: User, tab: str = "t1", name: str = "s1") -> Socket:
    """Return an open page of a user."""
    return Socket(game.pk, user.pk, tab, name)


def connect_page(game: Game, user: User, tab: str = "t1", *, watching: bool = False) -> None:
    """Act like a connecting socket."""
    presence.hold_sockets([open_page(game, user, tab, name=tab)])
    presence.mark_arrival(game.pk, user.pk, tab, watching=watching)


def disconnect_page(game: Game, user: User, tab: str = "t1") -> None:
    """Act like a closing socket."""
    presence.release_socket(open_page(game, user, tab, name=tab))


def seat_of(game: Game, user: User) -> Seat:
    return Seat.objects.get(game=game, user=user)


def asked_user(game: Game, users: list[User]) -> User:
    seat = asked_seat(game.pk)
    return next(user for user in users if user.pk == seat.user_id)


def clock_of(game: Game) -> Json:
    """Return the only running clock."""
    frame = frame_of(game.pk, None)
    (clock,) = frame["clocks"].values()
    return dict(clock)


def own_turn(**options: Any) -> tuple[Game, User, User]:
    """Return a game, the asked user and the other; both present, after the first turns."""
    users = make_users(2)
    game = playing_game(users, **{"bank": 90, **options})
    driver = Driver(game.pk, calm=True)
    for user in users:
        connect_page(game, user)
    for _ in range(4):
        driver.step()
    asked = asked_user(game, users)
    return game, asked, next(user for user in users if user != asked)


# ------------------------------------------------------------------------ here and away
def test_somebody_who_goes_in_an_own_turn_has_45_seconds_from_then_on() -> None:
    game, asked, _ = own_turn()
    let_pass(game.pk, 10)
    # the owner's page after it has lost the connection
    assert clock_of(game)["absent"] == 45_000
    disconnect_page(game, asked)
    seat = seat_of(game, asked)
    assert seat.due_at is not None
    assert seat.away_since is not None
    assert seat.due_at - seat.away_since == timedelta(seconds=45)
    clock = clock_of(game)
    assert (clock["of"], clock["away"], clock["then"]) == (45_000, True, "lapse")
    assert clock["ms"] == clock["free"] + clock["bank"] <= 45_000


def test_going_away_and_coming_back_refills_neither_turn_nor_budget() -> None:
    game, asked, _ = own_turn()
    before = seat_of(game, asked).due_at
    for times in range(1, 4):
        disconnect_page(game, asked)
        let_pass(game.pk, 15)
        assert before is not None
        before -= timedelta(seconds=15)
        connect_page(game, asked)
        seat = seat_of(game, asked)
        assert seat.due_at == before
        assert 15_000 * times <= seat.absent_ms < 15_000 * (times + 1)


def test_later_own_turns_of_an_absence_have_20_seconds_without_bank() -> None:
    game, asked, _ = own_turn()
    disconnect_page(game, asked)
    while seat_of(game, asked).asked:
        fire_deadline(game.pk)
    while not seat_of(game, asked).asked:
        Driver(game.pk, calm=True).step()
    seat = seat_of(game, asked)
    assert seat.absent_turns == 2
    assert seat.allowed_ms == 20_000
    assert clock_of(game)["then"] == "stand-in"
    assert clock_of(game)["bank"] == 0


def test_somebody_away_from_a_table_that_waits_has_no_deadline_and_the_rest_of_the_turn() -> None:
    game, asked, _ = own_turn(absence="wait")
    let_pass(game.pk, 50)
    disconnect_page(game, asked)
    assert seat_of(game, asked).due_at is None
    let_pass(game.pk, 3600)
    connect_page(game, asked)
    seat = seat_of(game, asked)
    assert seat.due_at is not None
    assert seat.turn_at is not None
    assert timedelta(seconds=55) < seat.due_at - seat.turn_at <= timedelta(seconds=60)
    assert expire_turn(game.pk, seat.index, seat.question) is None


def test_who_goes_and_comes_all_the_time_does_not_keep_a_table_that_waits() -> None:
    game, asked, other = own_turn(absence="wait")
    index = seat_of(game, asked).index
    for _ in range(2):
        disconnect_page(game, asked)
        let_pass(game.pk, 40)
        assert stand_ins.call_stand_in(game.pk, other.pk, index) == Refused("not-allowed")
        connect_page(game, asked)
    disconnect_page(game, asked)
    let_pass(game.pk, 40)
    assert stand_ins.call_stand_in(game.pk, other.pk, index) is None


# --------------------------------------------------------------------------------- the turn
def test_the_bank_pays_what_a_turn_took_beyond_its_free_time() -> None:
    game, asked, _ = own_turn()
    let_pass(game.pk, 50)
    driver = Driver(game.pk, calm=True)
    driver.step()
    before = seat_of(game, asked)
    assert before.bank_ms == 90_000
    assert before.turn_at is not None
    driver.step()
    took = Move.objects.filter(game=game).latest("ply").at - before.turn_at
    left = before.free_ms + before.bank_ms - took.total_seconds() * 1000
    assert seat_of(game, asked).bank_ms == pytest.approx(left, abs=1)


# ---------------------------------------------------------------------------- what is heard
def test_a_lost_redis_makes_nobody_away_and_somebody_lost_with_it_is_found() -> None:
    game, asked, other = own_turn()
    redis_connection().flushall()
    presence.expect_heartbeats()
    presence.hold_sockets([open_page(game, asked)])
    assert presence.claim_silent(time.time()) == []
    silent = presence.claim_silent(time.time() + SILENT + 0.1)
    assert sorted(user for _, user in silent) == sorted([asked.pk, other.pk])
    for game_id, user_id in silent:
        presence.mark_departure(game_id, user_id)
    assert seat_of(game, asked).away_since is None
    assert seat_of(game, other).away_since is not None


# ------------------------------------------------------------------------------- an outage
def test_a_beat_that_nobody_gave_for_too_long_is_noticed_by_one() -> None:
    one, two = Beat("density:test", 5.0), Beat("density:test", 5.0)
    assert one.missed()
    assert not one.missed()
    assert not two.missed()
    redis_connection().set("density:test", time.time() - 6)
    for beat in (one, two):
        beat.last = time.time() - 6
    assert [one.missed(), two.missed()] == [True, False]


def test_after_an_outage_every_open_turn_has_20_seconds_and_its_bank() -> None:
    game, asked, _ = own_turn(free=10, bank=40)
    let_pass(game.pk, 300)
    assert outage.resume_turns() == 1
    seat = seat_of(game, asked)
    assert seat.due_at is not None
    assert seat.turn_at is not None
    assert seat.due_at - seat.turn_at == timedelta(seconds=60)
    assert expire_turn(game.pk, seat.index, seat.question) is None
    assert outage.resume_turns() == 0
