"""The clock fires each deadline once, and recovers lost ones."""

import time
from base64 import b64decode
from datetime import timedelta
from json import loads
from typing import Any

import pytest
from django.db import OperationalError
from django.db.models.functions import Now
from redis import Redis, RedisError

from accounts import tasks as accounts_tasks
from density.celery import app
from density.platform.redis import redis_connection
from games import clock, tasks
from games.live import deadlines, outage
from games.live.commands import presence
from games.models import Move, Seat
from tests.patience import PATIENCE
from tests.table.harness import (
    Driver,
    act_on,
    asked_seat,
    at_once,
    expire_turn,
    make_due,
    make_users,
    open_game,
    playing_game,
    stored_game,
)

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
DRAW = {"do": "draw", "from": "pile"}
QUEUE = "celery"
FAR = 4_000_000_000.0


@pytest.fixture
def line() -> Redis:
    """A connection to Redis."""
    return redis_connection()


def read_index(line: Redis) -> list[str]:
    """Return the members of the index."""
    return [str(member) for member in line.zrange(deadlines.INDEX, 0, -1)]


def index_entry(seat: Seat, kind: str) -> str:
    """Return the index entry of a seat's question."""
    return f"{seat.game_id}:{seat.index}:{seat.question}:{kind}"


def due_time(line: Redis, member: str) -> float:
    """Return the due time in the index, as a Unix time."""
    score: Any = line.zscore(deadlines.INDEX, member)
    assert score is not None
    return float(score)


def read_messages(line: Redis) -> list[tuple[str, int, int]]:
    """Return the AI turns in all messages to the workers."""
    messages: Any = line.lrange("ai", 0, -1)
    lists = [loads(b64decode(loads(each)["body"]))[0][0] for each in messages]
    return [(game_id, seat, question) for turns in lists for game_id, seat, question in turns]


def test_every_kind_of_task_has_the_name_that_the_clock_sends() -> None:
    assert {
        "turn": tasks.expire_turns.name,
        "ai": tasks.take_bot_turns.name,
        "away": tasks.note_absence.name,
        "settle": tasks.settle_seat.name,
        "tidy": tasks.tidy_tables.name,
        "remind": tasks.send_reminders.name,
        "daily": accounts_tasks.bring_up_to_date.name,
        "guests": tasks.remove_idle_guests.name,
        "puzzles": tasks.mine_puzzles.name,
        "deals": tasks.count_deals.name,
        "exports": tasks.export_last_month.name,
    } == clock.TASKS


def test_a_question_with_a_deadline_is_indexed_when_it_is_committed(line: Redis) -> None:
    game = playing_game(make_users(2))
    seat = asked_seat(game.pk)
    assert index_entry(seat, "turn") in read_index(line)
    assert seat.due_at is not None
    assert due_time(line, index_entry(seat, "turn")) == pytest.approx(seat.due_at.timestamp())


def test_ai_players_and_stages_of_the_deal_are_indexed_by_their_kind(line: Redis) -> None:
    game = open_game(make_users(2))
    assert sorted(read_index(line)) == [f"{game.pk}:0:0:turn", f"{game.pk}:1:0:turn"]
    against = playing_game(make_users(1, "Other"), ais=3)
    while asked_seat(against.pk).kind != Seat.Kind.AI:
        Driver(against.pk).step()
    assert index_entry(asked_seat(against.pk), "ai") in read_index(line)


def test_an_answered_question_leaves_the_index(line: Redis) -> None:
    game = playing_game(make_users(2))
    seat = asked_seat(game.pk)
    act_on(game.pk, seat.user_id, seat.question, DRAW)
    assert [name for name in read_index(line) if name.startswith(game.pk)] == [
        index_entry(asked_seat(game.pk), "turn")
    ]


def test_a_sweep_claims_what_is_due_once_and_leaves_the_rest(line: Redis) -> None:
    game = playing_game(make_users(2))
    seat = asked_seat(game.pk)
    due = due_time(line, index_entry(seat, "turn"))
    line.delete(QUEUE)
    assert clock.sweep_deadlines(app, due - 0.001) == 0
    assert line.llen(QUEUE) == 0
    assert clock.sweep_deadlines(app, due + 0.001) == 1
    assert clock.sweep_deadlines(app, due + 0.001) == 0
    assert line.llen(QUEUE) == 1
    assert read_index(line) == []


def test_many_clocks_at_once_claim_every_entry_once(line: Redis) -> None:
    line.zadd(deadlines.INDEX, {f"nosuchgame{number:02}:0:0:ai": number for number in range(60)})
    claimed = at_once(*[lambda: clock.sweep_deadlines(app, FAR) for _ in range(4)])
    assert sum(number for number in claimed if isinstance(number, int)) == 60
    assert sorted(read_messages(line)) == [(f"nosuchgame{number:02}", 0, 0) for number in range(60)]


@pytest.mark.parametrize("kind", ["turn", "ai", "deal"])  # a stage of the deal in version 1.0
def test_turns_that_are_due_together_go_to_a_worker_together(line: Redis, kind: str) -> None:
    line.zadd(deadlines.INDEX, {f"nosuchgame00:0:{number}:{kind}": number for number in range(60)})
    assert clock.sweep_deadlines(app, FAR) == 60
    assert line.llen("ai" if kind == "ai" else QUEUE) == 3


def test_a_sweep_takes_a_hundred_at_most(line: Redis) -> None:
    line.zadd(deadlines.INDEX, {f"nosuchgame00:0:{number}:turn": number for number in range(130)})
    assert [
        clock.sweep_deadlines(app, FAR),
        clock.sweep_deadlines(app, FAR),
        clock.sweep_deadlines(app, FAR),
    ] == [100, 30, 0]


def test_a_stage_that_a_clock_of_1_0_names_is_over() -> None:
    game = open_game(make_users(2))
    make_due(game.pk)
    for index in (0, 1):
        tasks.expire_stage.run(game.pk, index, 0)
    game.refresh_from_db()
    assert game.status == "playing"


def test_the_reconciler_restores_a_lost_index(line: Redis) -> None:
    late = playing_game(make_users(2))
    soon = playing_game(make_users(2, "Other"), free=10)
    later = playing_game(make_users(2, "Third"), free=45)
    seat = make_due(late.pk, by=timedelta(seconds=3))
    Seat.objects.filter(game=soon, asked=True).update(due_at=Now() + timedelta(seconds=5))
    line.flushall()
    assert clock.reconcile_index() == 2
    assert sorted(read_index(line)) == sorted(
        [index_entry(seat, "turn"), index_entry(asked_seat(soon.pk), "turn")]
    )
    assert asked_seat(later.pk).due_at is not None


def test_the_reconciler_rings_once_more_and_never_earlier_than_due(line: Redis) -> None:
    game = playing_game(make_users(2))
    seat = make_due(game.pk, by=timedelta(seconds=3))
    assert seat.due_at is not None
    line.zadd(deadlines.INDEX, {index_entry(seat, "turn"): FAR})
    clock.reconcile_index()
    assert due_time(line, index_entry(seat, "turn")) == FAR


def test_a_task_that_comes_too_early_puts_its_deadline_back_into_the_index(line: Redis) -> None:
    game = playing_game(make_users(2))
    seat = asked_seat(game.pk)
    line.delete(deadlines.INDEX)
    tasks.expire_turns.run([(game.pk, seat.index, seat.question)])
    assert read_index(line) == [index_entry(seat, "turn")]
    assert not Move.objects.filter(game=game).exists()


# ------------------------------------------------------------------------ who is silent, gone
def test_who_is_silent_is_claimed_once_and_noted_by_a_task(line: Redis) -> None:
    game = playing_game(make_users(2))
    user_id = Seat.objects.filter(game=game).values_list("user_id", flat=True)[0]
    line.zadd(presence.HERE, {f"{game.pk}:{user_id}": 1_000.0})
    line.delete(QUEUE)
    assert clock.send_absences(app, 1_008.0) == 1
    assert clock.send_absences(app, 1_008.0) == 0
    assert line.llen(QUEUE) == 1
    tasks.note_absence.run(game.pk, user_id)
    after = stored_game(game.pk)
    assert Seat.objects.get(game=game, user=user_id).away_since is not None
    tasks.note_absence.run(game.pk, user_id)
    assert stored_game(game.pk) == after


def test_a_stand_in_that_plays_for_four_minutes_is_settled_by_a_task(line: Redis) -> None:
    game = playing_game(make_users(2))
    seats = Seat.objects.filter(game=game, index=0)
    seats.update(stand_in="medium", stand_in_match=1, stand_in_at=Now() - timedelta(seconds=230))
    assert clock.settle_abandoned(app) == 0
    seats.update(stand_in_at=Now() - timedelta(seconds=241))
    assert clock.settle_abandoned(app) == 1
    tasks.settle_seat.run(game.pk, 0)
    assert seats.get().abandoned_at is not None
    assert clock.settle_abandoned(app) == 0


def test_a_clock_that_stood_still_gives_everybody_time_before_it_claims_anything(
    line: Redis,
) -> None:
    game = playing_game(make_users(2))
    seat = make_due(game.pk)
    ticking = clock.DeadlineClock(None)
    ticking.beat.last = time.time() - 6
    line.zadd(deadlines.INDEX, {index_entry(seat, "turn"): time.time()})
    ticking.give_time()
    assert clock.sweep_deadlines(app, time.time()) == 0
    later = asked_seat(game.pk)
    assert later.due_at is not None
    assert later.turn_at is not None
    assert later.due_at - later.turn_at >= timedelta(seconds=20)


def test_a_database_that_was_away_is_an_outage_too() -> None:
    game = playing_game(make_users(2))
    make_due(game.pk)
    ticking = clock.DeadlineClock(None)
    assert ticking.beat.missed()
    ticking.was_away = True
    ticking.give_time()
    assert not ticking.was_away
    assert expire_turn(game.pk, *question_of(game.pk)) is None


def question_of(game_id: str) -> tuple[int, int]:
    """Return the asked seat and its question."""
    seat = asked_seat(game_id)
    return seat.index, seat.question


def test_a_sweep_that_waits_for_a_busy_database_is_no_outage() -> None:
    game = playing_game(make_users(2))
    make_due(game.pk)
    due = asked_seat(game.pk).due_at
    ticking = clock.DeadlineClock(None)
    ticking.send_heartbeat()
    ticking.was_away, ticking.beat.gap = False, 1.5
    began = ticking.beat.last
    ticking.heartbeat.start()
    try:
        # the sweep does nothing until then
        until = time.monotonic() + PATIENCE
        while ticking.beat.last is None or began is None or ticking.beat.last < began + 2:
            assert time.monotonic() < until, "no heartbeat"
            time.sleep(0.05)
        ticking.give_time()
    finally:
        ticking.heartbeat.stop()
    assert asked_seat(game.pk).due_at == due


@pytest.mark.parametrize(
    ("fault", "is_away"),
    [
        (OperationalError("database is locked"), False),
        (OperationalError("FATAL: sorry, too many clients already"), False),
        (OperationalError("unable to open database file"), True),
        (OperationalError("the server closed the connection unexpectedly"), True),
        (RedisError("away"), False),
    ],
)
def test_a_busy_database_is_not_one_that_is_gone(fault: Exception, is_away: bool) -> None:
    assert outage.is_away(fault) is is_away
