"""Who is here and who is away: noticed, written down, and what it means for the clock."""

import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db.models import F

from accounts.models import User
from games.engine.contract import Json, Refused
from games.models import Game, Seat
from games.table import outage, play, presence, seating, snapshots, stand_ins
from games.table.clocks import SILENT
from games.table.outage import Beat
from games.table.presence import Socket
from games.table.redis import redis
from tests.table.harness import (
    Driver,
    asked_seat,
    fire_deadline,
    frozen,
    let_pass,
    make_users,
    open_table,
    playing_game,
)

pytestmark = pytest.mark.django_db(transaction=True)
DRAW = {"do": "draw", "from": "pile"}


def page(game: Game, user: User, tab: str = "t1", name: str = "s1") -> Socket:
    """An open page of this user."""
    return Socket(game.pk, user.pk, tab, name)


def come(game: Game, user: User, tab: str = "t1", *, watching: bool = False) -> None:
    """What a socket does when it connects."""
    presence.hold([page(game, user, tab, name=tab)])
    presence.arrive(game.pk, user.pk, tab, watching=watching)


def go(game: Game, user: User, tab: str = "t1") -> None:
    """What a socket does when it is closed."""
    presence.release(page(game, user, tab, name=tab))


def seat_of(game: Game, user: User) -> Seat:
    return Seat.objects.get(game=game, user=user)


def asked_user(game: Game, users: list[User]) -> User:
    seat = asked_seat(game.pk)
    return next(user for user in users if user.pk == seat.user_id)


def clock_of(game: Game) -> Json:
    """The one clock that runs."""
    frame = snapshots.snapshot(game.pk, None)
    assert isinstance(frame, dict)
    (clock,) = frame["clocks"].values()
    return dict(clock)


def own_turn(**options: Any) -> tuple[Game, User, User]:
    """A game, who is asked, and the other; both here, in a turn that is not a first one."""
    users = make_users(2)
    game = playing_game(users, **{"bank": 90, **options})
    driver = Driver(game.pk, calm=True)
    for user in users:
        come(game, user)
    for _ in range(4):
        driver.step()
    asked = asked_user(game, users)
    return game, asked, next(user for user in users if user != asked)


@pytest.fixture
def no_redis(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Redis is away."""
    monkeypatch.setattr(settings, "REDIS_URL", "unix:///nowhere/at/all.sock")
    redis.cache_clear()
    yield
    monkeypatch.undo()
    redis.cache_clear()


# ------------------------------------------------------------------------ here and away
def test_a_seat_is_away_until_its_owners_socket_arrives() -> None:
    (mira,) = make_users(1)
    game = open_table(mira)
    assert seat_of(game, mira).away_since is not None
    come(game, mira)
    assert (seat_of(game, mira).away_since, seat_of(game, mira).tab) == (None, "t1")
    assert Game.objects.get(pk=game.pk).version == game.version + 1


def test_only_the_last_socket_takes_somebody_away_and_everybody_is_told_once() -> None:
    game, asked, _ = own_turn()
    come(game, asked, "t2")
    go(game, asked, "t1")
    assert seat_of(game, asked).away_since is None
    version = Game.objects.get(pk=game.pk).version
    go(game, asked, "t2")
    assert seat_of(game, asked).away_since is not None
    assert not presence.depart(game.pk, asked.pk)
    assert Game.objects.get(pk=game.pk).version == version + 1


def test_a_watcher_and_a_stranger_change_nothing() -> None:
    game, _, _ = own_turn()
    (kim,) = make_users(1, "Kim")
    before = frozen(game.pk)
    come(game, kim)
    go(game, kim)
    presence.arrive("nosuchgame00", kim.pk, "t1", watching=False)
    assert frozen(game.pk) == before


def test_somebody_who_goes_in_an_own_turn_has_45_seconds_from_then_on() -> None:
    game, asked, _ = own_turn()
    let_pass(game.pk, 10)
    # what the page of the owner shows once it has lost its connection
    assert clock_of(game)["absent"] == 45_000
    go(game, asked)
    seat = seat_of(game, asked)
    assert seat.due_at is not None
    assert seat.away_since is not None
    assert seat.due_at - seat.away_since == timedelta(seconds=45)
    clock = clock_of(game)
    assert (clock["of"], clock["away"], clock["then"]) == (45_000, True, "lapse")
    assert clock["ms"] == clock["free"] + clock["bank"] <= 45_000


def test_coming_back_gives_the_turn_its_ordinary_deadline_again() -> None:
    game, asked, _ = own_turn()
    before = seat_of(game, asked).due_at
    go(game, asked)
    assert seat_of(game, asked).due_at != before
    come(game, asked)
    seat = seat_of(game, asked)
    assert (seat.due_at, seat.absent_turns) == (before, 0)


def test_going_away_and_coming_back_refills_neither_turn_nor_budget() -> None:
    game, asked, _ = own_turn()
    before = seat_of(game, asked).due_at
    for times in range(1, 4):
        go(game, asked)
        let_pass(game.pk, 15)
        assert before is not None
        before -= timedelta(seconds=15)
        come(game, asked)
        seat = seat_of(game, asked)
        assert seat.due_at == before
        assert seat.absent_ms // 1000 == 15 * times


def test_later_own_turns_of_an_absence_have_20_seconds_without_bank() -> None:
    game, asked, _ = own_turn()
    go(game, asked)
    while seat_of(game, asked).asked:
        fire_deadline(game.pk)
    while not seat_of(game, asked).asked:
        Driver(game.pk, calm=True).step()
    seat = seat_of(game, asked)
    assert seat.absent_turns == 2
    assert seat.allowed_ms == 20_000
    assert clock_of(game)["then"] == "stand-in"
    assert clock_of(game)["bank"] == 0


def test_others_who_come_and_go_change_nothing_of_the_running_clock() -> None:
    game, asked, other = own_turn()
    due = asked_seat(game.pk).due_at
    question = asked_seat(game.pk).question
    for _ in range(3):
        go(game, other)
        come(game, other)
    assert (asked_seat(game.pk).due_at, asked_seat(game.pk).question) == (due, question)
    assert isinstance(play.act(game.pk, asked.pk, question, DRAW), play.Accepted)


def test_somebody_away_from_a_table_that_waits_has_no_deadline_and_the_rest_of_the_turn() -> None:
    game, asked, _ = own_turn(absence="wait")
    let_pass(game.pk, 50)
    go(game, asked)
    assert seat_of(game, asked).due_at is None
    let_pass(game.pk, 3600)
    come(game, asked)
    seat = seat_of(game, asked)
    assert seat.due_at is not None
    assert seat.turn_at is not None
    assert timedelta(seconds=55) < seat.due_at - seat.turn_at <= timedelta(seconds=60)
    assert play.expire_turn(game.pk, seat.index, seat.question) is None


def test_who_goes_and_comes_all_the_time_does_not_keep_a_table_that_waits() -> None:
    game, asked, other = own_turn(absence="wait")
    index = seat_of(game, asked).index
    for _ in range(2):
        go(game, asked)
        let_pass(game.pk, 59)
        assert stand_ins.call(game.pk, other.pk, index) == Refused("not-allowed")
        come(game, asked)
    go(game, asked)
    let_pass(game.pk, 2)
    assert stand_ins.call(game.pk, other.pk, index) is None


def test_a_table_without_a_clock_gives_ten_minutes_and_45_seconds_to_somebody_away() -> None:
    game, asked, _ = own_turn(free=None)
    seat = seat_of(game, asked)
    assert seat.due_at is not None
    assert seat.turn_at is not None
    assert seat.due_at - seat.turn_at == timedelta(minutes=10)
    go(game, asked)
    assert clock_of(game)["of"] == 45_000


# --------------------------------------------------------------------------------- the turn
def test_the_bank_pays_what_a_turn_took_beyond_its_free_time() -> None:
    game, asked, _ = own_turn()
    let_pass(game.pk, 50)
    driver = Driver(game.pk, calm=True)
    driver.step()
    assert seat_of(game, asked).bank_ms == 90_000
    driver.step()
    assert 59_000 < seat_of(game, asked).bank_ms <= 60_000


def test_a_new_match_adds_to_the_bank_of_everybody() -> None:
    game, asked, _ = own_turn()
    Seat.objects.filter(game=game).update(bank_ms=30_000)
    play.act(game.pk, asked.pk, asked_seat(game.pk).question, {"do": "surrender"})
    assert [seat.bank_ms for seat in Seat.objects.filter(game=game)] == [35_000, 35_000]


def test_a_measured_lag_is_given_back_up_to_a_second() -> None:
    game, asked, _ = own_turn()
    presence.note_lag(game.pk, asked.pk, 70_000)
    driver = Driver(game.pk, calm=True)
    for _ in range(4):
        driver.step()
    seat = seat_of(game, asked)
    assert seat.due_at is not None
    assert seat.turn_at is not None
    assert seat.due_at - seat.turn_at == timedelta(seconds=111)


# ------------------------------------------------------------------------------------- tabs
def test_the_newest_page_acts_and_an_older_one_is_refused_until_it_takes_over() -> None:
    game, asked, _ = own_turn()
    come(game, asked, "t2")
    question = asked_seat(game.pk).question
    answer = play.act(game.pk, asked.pk, question, DRAW, tab="t1")
    assert answer == Refused("other-tab")
    assert presence.take_over(game.pk, asked.pk, "t1") is None
    assert play.act(game.pk, asked.pk, question, DRAW, tab="t2") == Refused("other-tab")
    assert isinstance(play.act(game.pk, asked.pk, question, DRAW, tab="t1"), play.Accepted)


def test_a_page_that_only_watched_stays_so_while_the_acting_one_is_connected() -> None:
    game, asked, _ = own_turn()
    come(game, asked, "t2", watching=True)
    assert seat_of(game, asked).tab == "t1"
    go(game, asked, "t1")
    assert seat_of(game, asked).tab == ""
    come(game, asked, "t3", watching=True)
    assert seat_of(game, asked).tab == "t3"


def test_a_move_that_names_no_page_is_not_refused_for_it() -> None:
    game, asked, _ = own_turn()
    question = asked_seat(game.pk).question
    assert isinstance(play.act(game.pk, asked.pk, question, DRAW), play.Accepted)


# ---------------------------------------------------------------------------- what is heard
def test_somebody_of_whom_nothing_is_heard_is_claimed_once_and_becomes_away() -> None:
    game, asked, _ = own_turn()
    later = time.time() + SILENT + 0.1
    redis().delete(f"density:sockets:{game.pk}:{asked.pk}")
    claimed = presence.claim_silent(later)
    assert (game.pk, asked.pk) in claimed
    assert presence.claim_silent(later) == []
    for game_id, user_id in claimed:
        presence.depart(game_id, user_id)
    assert seat_of(game, asked).away_since is not None


def test_a_claim_does_nothing_while_a_socket_is_fresh() -> None:
    game, asked, _ = own_turn()
    assert not presence.depart(game.pk, asked.pk)
    assert seat_of(game, asked).away_since is None


def test_who_is_heard_again_is_back() -> None:
    game, asked, _ = own_turn()
    Seat.objects.filter(game=game, user=asked).update(away_since=F("turn_at"))
    redis().delete(presence.HERE)
    assert presence.hold([page(game, asked)]) == [(game.pk, asked.pk)]
    assert presence.hold([page(game, asked)]) == []


def test_a_lost_redis_makes_nobody_away_and_somebody_lost_with_it_is_found() -> None:
    game, asked, other = own_turn()
    redis().flushall()
    presence.watch_over()
    presence.hold([page(game, asked)])
    assert presence.claim_silent(time.time()) == []
    silent = presence.claim_silent(time.time() + SILENT + 0.1)
    assert sorted(user for _, user in silent) == sorted([asked.pk, other.pk])
    for game_id, user_id in silent:
        presence.depart(game_id, user_id)
    assert seat_of(game, asked).away_since is None
    assert seat_of(game, other).away_since is not None


def test_nobody_becomes_away_while_redis_is_away(no_redis: None) -> None:
    (mira,) = make_users(1)
    game = open_table(mira)
    Seat.objects.filter(game=game).update(away_since=None)
    presence.release(page(game, mira))
    assert not presence.depart(game.pk, mira.pk)
    assert seat_of(game, mira).away_since is None


# ------------------------------------------------------------------------------- an outage
def test_a_beat_that_nobody_gave_for_too_long_is_noticed_by_one() -> None:
    one, two = Beat("density:test", 5.0), Beat("density:test", 5.0)
    assert one.missed()
    assert not one.missed()
    assert not two.missed()
    redis().set("density:test", time.time() - 6)
    for beat in (one, two):
        beat.last = time.time() - 6
    assert [one.missed(), two.missed()] == [True, False]


def test_a_frozen_clock_beside_a_running_one_is_no_outage_and_a_lost_redis_neither() -> None:
    frozen_one, running = Beat("density:test", 5.0), Beat("density:test", 5.0)
    frozen_one.missed()
    running.missed()
    frozen_one.last = time.time() - 60
    assert not frozen_one.missed()
    redis().flushall()
    assert not running.missed()


def test_after_an_outage_every_open_turn_has_20_seconds_and_its_bank() -> None:
    game, asked, _ = own_turn(free=10, bank=40)
    let_pass(game.pk, 300)
    assert outage.resume() == 1
    seat = seat_of(game, asked)
    assert seat.due_at is not None
    assert seat.turn_at is not None
    assert seat.due_at - seat.turn_at == timedelta(seconds=60)
    assert play.expire_turn(game.pk, seat.index, seat.question) is None
    assert outage.resume() == 0


def test_after_an_outage_somebody_away_has_20_seconds_too() -> None:
    game, asked, _ = own_turn()
    go(game, asked)
    Seat.objects.filter(game=game, user=asked).update(absent_ms=119_000, absent_turns=2)
    let_pass(game.pk, 300)
    outage.resume()
    seat = seat_of(game, asked)
    assert seat.due_at is not None
    assert seat.turn_at is not None
    assert seat.due_at - seat.turn_at == timedelta(seconds=20)


def test_an_outage_leaves_long_turns_and_ai_players_alone() -> None:
    game, _, _ = own_turn()
    before = frozen(game.pk)
    assert outage.resume() == 0
    assert frozen(game.pk) == before


def test_a_seat_of_an_open_table_is_away_when_its_owner_closes_the_page() -> None:
    mira, ola = make_users(2)
    game = open_table(mira)
    seating.join(game.pk, ola)
    come(game, ola)
    assert seat_of(game, ola).away_since is None
    go(game, ola)
    assert seat_of(game, ola).away_since is not None
    assert seat_of(game, ola).due_at is None
