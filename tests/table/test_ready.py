"""At a table without a clock a showdown waits until all players are ready."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from games.engine.contract import Refused
from games.live import frames
from games.live.commands import presence, readiness, stand_ins
from games.live.executor import Change
from games.models import Game, Seat
from games.positions.position import read_position
from tests.table.harness import (
    HELD_SECONDS,
    act_on,
    after_a_match,
    asked_seat,
    end_pause,
    let_pass,
    make_users,
    playing_game,
)

pytestmark = pytest.mark.django_db(transaction=True)
SURRENDER = {"do": "surrender"}
MINUTE = 60_000  # milliseconds


def pause_left(game: Game) -> int:
    """Return the rest of the pause that every viewer receives, in milliseconds."""
    return frames.pause_left(read_position(game.pk))


def is_out(game: Game, seat: Seat) -> bool:
    """Return whether a seat is out of the game."""
    return read_position(game.pk).is_out(seat)


def first_due(game: Game) -> timedelta:
    """Return the time until the next answer of the clock or an AI player."""
    position = read_position(game.pk)
    due = [seat.due_at for seat in position.seats.values() if seat.asked and seat.due_at]
    return min(due) - position.now


@contextmanager
def ends_pause_after(game: Game, seconds: float) -> Iterator[None]:
    """Check that the block sets the pause to end after this many seconds."""
    left, begun = timedelta(seconds=seconds), read_position(game.pk).now
    yield
    after = read_position(game.pk)
    assert after.game.pause_until is not None
    assert begun + left <= after.game.pause_until <= after.now + left


def test_a_reader_has_the_others_wait_until_ready() -> None:
    users = make_users(3)
    game = after_a_match(users, free=None)
    assert pause_left(game) <= 8_000 + 1000 * HELD_SECONDS
    assert readiness.say_ready(game.pk, users[0].pk, False) is None
    assert pause_left(game) > 9 * MINUTE
    assert first_due(game) > timedelta(minutes=9)
    assert frames.ready_frame(read_position(game.pk)) == {"waiting": [0], "ready": []}
    # the others become ready one by one, but the first is still missing
    for user in users[1:]:
        assert readiness.say_ready(game.pk, user.pk, True) is None
    assert pause_left(game) > 9 * MINUTE
    seat = asked_seat(game.pk)
    assert act_on(game.pk, seat.user_id, seat.question, SURRENDER) == Refused("paused")
    assert readiness.say_ready(game.pk, users[0].pk, True) is None
    assert pause_left(game) <= 100
    let_pass(game.pk, 0.1)
    assert isinstance(act_on(game.pk, seat.user_id, seat.question, SURRENDER), Change)


def test_all_who_are_ready_go_on_at_once_and_who_says_nothing_waits_as_ever() -> None:
    users = make_users(2)
    game = after_a_match(users, free=None)
    with ends_pause_after(game, seconds=8):
        assert readiness.say_ready(game.pk, users[0].pk, True) is None
    assert readiness.say_ready(game.pk, users[1].pk, True) is None
    assert pause_left(game) <= 100


@pytest.mark.parametrize("goes", ["away", "for good"])
def test_somebody_who_goes_holds_up_no_one(goes: str) -> None:
    users = make_users(3)
    game = after_a_match(users, free=None)
    for user in users:
        readiness.say_ready(game.pk, user.pk, user is not users[0])
    assert pause_left(game) > 9 * MINUTE
    if goes == "away":
        presence.mark_departure(game.pk, users[0].pk)
    else:
        stand_ins.abandon_seat(game.pk, users[0].pk)
    assert pause_left(game) <= 100
    assert first_due(game) < timedelta(minutes=11)


@pytest.mark.parametrize("others", [True, None])
def test_who_falls_out_and_is_ready_holds_up_no_one(others: bool | None) -> None:
    users = make_users(3)
    game = playing_game(users, free=None, lives=2)
    fallen: list[Seat] = []
    while not fallen:
        end_pause(game.pk)
        seat = asked_seat(game.pk)
        act_on(game.pk, seat.user_id, seat.question, SURRENDER)
        fallen = [seat for seat in read_position(game.pk).owners if is_out(game, seat)]
    let_pass(game.pk, -HELD_SECONDS)
    readiness.say_ready(game.pk, fallen[0].user_id, False)
    assert pause_left(game) > 9 * MINUTE
    if others is not None:
        for seat in read_position(game.pk).owners:
            if seat.index != fallen[0].index:
                readiness.say_ready(game.pk, seat.user_id, others)
    with ends_pause_after(game, seconds=0.1 if others else 8):
        readiness.say_ready(game.pk, fallen[0].user_id, True)


def test_a_clock_waits_for_no_one_and_nothing_is_said_outside_a_pause() -> None:
    users = make_users(2)
    game = after_a_match(users, free=20)
    assert readiness.say_ready(game.pk, users[0].pk, False) == Refused("not-allowed")
    assert pause_left(game) <= 8_000
    quiet = playing_game(make_users(2, "Other"), free=None)
    version = read_position(quiet.pk).game.version
    assert readiness.say_ready(quiet.pk, read_position(quiet.pk).seats[0].user_id, False) is None
    assert read_position(quiet.pk).game.version == version
    watcher = make_users(1, "Watcher")[0]
    assert readiness.say_ready(quiet.pk, watcher.pk, True) == Refused("not-seated")


def test_every_pause_begins_without_an_answer() -> None:
    users = make_users(3)
    game = after_a_match(users, free=None)
    for user in users:
        readiness.say_ready(game.pk, user.pk, True)
    let_pass(game.pk, 1)
    while read_position(game.pk).match == 2:
        seat = asked_seat(game.pk)
        act_on(game.pk, seat.user_id, seat.question, SURRENDER)
    assert frames.ready_frame(read_position(game.pk)) is None
    assert not Seat.objects.filter(game=game).exclude(ready=None).exists()
