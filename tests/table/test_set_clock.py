"""When the system clock is set, no game stops and no turn is lost."""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from density.celery import app
from density.platform import limits
from density.platform.redis import redis_connection
from games import clock, tasks
from games.analysis import review_queue
from games.live import deadlines, frames, outage
from games.models import Game, Move, Seat
from games.positions import clock_watch, rows
from games.positions.position import read_position
from matchmaking import queue_cache
from matchmaking.models import Slot, Strike
from tests.table.harness import (
    after_a_match,
    asked_seat,
    expire_turn,
    let_pass,
    make_users,
    open_game,
    open_table,
    playing_game,
    seal_deal,
)

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = timedelta(hours=1)
SetClock = Callable[[timedelta], None]


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Set the clock of this process, and shift the stored times like the database's clock."""
    real = time.time
    total = [0.0]
    monkeypatch.setattr(time, "time", lambda: real() + total[0])

    def move(by: timedelta) -> None:
        total[0] += by.total_seconds()
        for game_id in Game.objects.values_list("pk", flat=True):
            let_pass(game_id, by.total_seconds())
        Game.objects.exclude(finished_at=None).update(finished_at=F("finished_at") - by)

    monkeypatch.setattr(outage, "watch", clock_watch.ClockWatch())
    return move


@pytest.fixture
def ticking() -> clock.DeadlineClock:
    """The running clock of a worker."""
    found = clock.DeadlineClock(None)
    found.give_time()
    return found


# ------------------------------------------------------------------------------------ back
def test_a_pause_goes_on_after_the_clock_was_set_back(
    set_clock: SetClock, ticking: clock.DeadlineClock
) -> None:
    game = after_a_match(make_users(2), free=20)
    set_clock(-HOUR)
    ticking.give_time()
    position = read_position(game.pk)
    assert position.game.pause_until is not None
    assert position.game.pause_until - position.now <= timedelta(seconds=8)
    seat = asked_seat(game.pk)
    assert seat.due_at is not None
    assert seat.due_at - position.game.pause_until <= timedelta(seconds=41)


@pytest.mark.parametrize("bank", [0, 40])
def test_a_turn_lapses_after_the_clock_was_set_back(
    bank: int, set_clock: SetClock, ticking: clock.DeadlineClock
) -> None:
    game = playing_game(make_users(2), free=20, bank=bank)
    set_clock(-HOUR)
    ticking.give_time()
    seat, position = asked_seat(game.pk), read_position(game.pk)
    assert seat.due_at is not None
    # the first turn has 20 more seconds
    assert timedelta(seconds=20) <= seat.due_at - position.now <= timedelta(seconds=41 + bank)
    let_pass(game.pk, 41 + bank)
    assert expire_turn(game.pk, seat.index, seat.question) is not None


def test_a_site_that_was_stopped_meanwhile_goes_on_too(set_clock: SetClock) -> None:
    game = after_a_match(make_users(2), free=20)
    clock.DeadlineClock(None).give_time()
    set_clock(-HOUR)
    # a new process has seen no jump, only heartbeats from the future
    clock.DeadlineClock(None).give_time()
    assert frames.pause_left(read_position(game.pk)) <= 8_000


@pytest.mark.parametrize("seconds", [4200, None])
def test_a_limit_does_not_last_for_longer(settings: Settings, seconds: int | None) -> None:
    settings.LIMITS = {"guests": (1, 600)}
    limits.count_use("guests", "here")
    client = redis_connection()
    (key,) = client.keys("*guests:here")
    # like in Redis after its clock was set back, or when a count expires just before its increment
    if seconds is None:
        client.persist(key)
    else:
        client.expire(key, seconds)
    with pytest.raises(limits.TooMany):
        limits.count_use("guests", "here")
    left: Any = client.ttl(key)
    assert 0 <= left <= 600


def test_a_queue_is_matched_on_after_the_clock_of_redis_was_set_back() -> None:
    assert queue_cache.take_turn("look:x", 0.2)
    redis_connection().pexpire(f"{queue_cache.TURN}look:x", 3_600_000)
    assert queue_cache.take_turn("look:x", 0.2)


def test_claims_in_redis_end_in_time() -> None:
    keys = {deadlines.PLAYED_OUT + "x": 30, review_queue.JOB + "x": review_queue.LOST}
    for key, most in keys.items():
        redis_connection().set(key, "x", ex=most + 3600)
    outage.resume_turns()
    for key, most in keys.items():
        left: Any = redis_connection().ttl(key)
        assert 0 < left <= most


def test_waits_and_strikes_are_of_now(set_clock: SetClock, ticking: clock.DeadlineClock) -> None:
    users = make_users(2)
    slot = Slot.objects.create(
        player=users[0],
        queue="density-deck",
        mu=25.0,
        sigma=2.0,
        enqueued_at=Now() + HOUR,
        beat_at=Now() + HOUR,
        ticket="t",
    )
    struck = Strike.objects.create(
        user=users[1],
        game="g",
        reason=Strike.Reason.NO_SHOW,
        count=2,
        at=timezone.now() + HOUR,
        until=timezone.now() + HOUR + timedelta(minutes=10),
    )
    set_clock(-timedelta(seconds=2))
    ticking.give_time()
    slot.refresh_from_db()
    struck.refresh_from_db()
    now = timezone.now() + timedelta(seconds=5)
    assert max(slot.enqueued_at, slot.beat_at, struck.at) <= now
    assert struck.until is not None
    assert struck.until <= now + timedelta(minutes=10)


# --------------------------------------------------------------------------------- forwards
def test_a_turn_gets_its_time_before_it_may_lapse(
    set_clock: SetClock, ticking: clock.DeadlineClock
) -> None:
    game = playing_game(make_users(2), free=20)
    set_clock(HOUR)
    ticking.give_time()
    clock.sweep_deadlines(app, time.time())
    seat = asked_seat(game.pk)
    assert expire_turn(game.pk, seat.index, seat.question) is None
    assert seat.due_at is not None
    assert seat.due_at - read_position(game.pk).now > timedelta(seconds=15)
    assert not Move.objects.filter(game=game).exists()


def test_a_deal_is_still_of_all_players(set_clock: SetClock, ticking: clock.DeadlineClock) -> None:
    users = make_users(2)
    game = open_game(users)
    set_clock(HOUR)
    ticking.give_time()
    tasks.expire_turns.run([(game.pk, 0, 0)])
    seal_deal(game, users)
    assert set(Seat.objects.filter(game=game).values_list("bytes_by", flat=True)) == {"client"}


def test_a_chair_is_kept(set_clock: SetClock, ticking: clock.DeadlineClock) -> None:
    game = open_table(make_users(1)[0], seats=3)
    set_clock(HOUR)
    ticking.give_time()
    tasks.tidy_tables.run()
    assert Seat.objects.filter(game=game, user__isnull=False).exists()


# ------------------------------------------------------------------------------------- both
@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_a_move_in_memory_does_not_go_by_the_former_time(
    by: timedelta, set_clock: SetClock
) -> None:
    read_position(playing_game(make_users(2)).pk)
    assert rows.clock.now() is not None
    set_clock(by)
    assert rows.clock.now() is None


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_no_user_is_struck_right_after(by: timedelta, set_clock: SetClock) -> None:
    redis_connection().set(outage.RESUMED, time.time() - 10_000)
    assert outage.seconds_since() > 9_000
    set_clock(by)
    assert outage.seconds_since() == 0
    assert not outage.is_steady()


def test_nothing_is_deleted_for_its_age_right_after(set_clock: SetClock) -> None:
    guest = User.objects.create_user("Guest", is_guest=True)
    User.objects.filter(pk=guest.pk).update(
        joined_at=Now() - timedelta(days=4000), last_login=Now() - timedelta(days=4000)
    )
    set_clock(timedelta(days=365))
    tasks.remove_idle_guests.run()
    assert User.objects.filter(pk=guest.pk).exists()
    redis_connection().delete(outage.RESUMED)
    tasks.remove_idle_guests.run()
    assert not User.objects.filter(pk=guest.pk).exists()
