"""During an outage pages answer 503 and save nothing."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.db import InterfaceError, InternalError, OperationalError, connection
from django.test import Client
from kombu.exceptions import OperationalError as BrokerFault
from redis import ConnectionError as RedisAway
from redis import ReadOnlyError, ResponseError

from accounts.models import User
from density.operations import health
from density.platform import availability
from density.platform.redis import redis_connection
from games import tasks
from games.live import outage
from games.models import Move
from matchmaking import tasks as matchmaking_tasks
from tests.table.harness import asked_seat, make_due, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def read_only() -> Iterator[None]:
    on, off = (
        ("PRAGMA query_only = ON", "PRAGMA query_only = OFF")
        if connection.vendor == "sqlite"
        else ("SET default_transaction_read_only = on", "SET default_transaction_read_only = off")
    )
    with connection.cursor() as cursor:
        cursor.execute(on)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(off)


@pytest.fixture(autouse=True)
def nothing_is_remembered() -> Iterator[None]:
    """Forget outages before each test."""
    availability.LastRefusal.seen = None
    yield
    availability.LastRefusal.seen = None


def test_a_form_on_a_database_that_cannot_be_written_is_answered_503(
    caplog: pytest.LogCaptureFixture,
) -> None:
    visitor = Client(raise_request_exception=False)
    with read_only():
        answer = visitor.post("/accounts/guest/")
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert "available right now" in answer.content.decode()
    assert not User.objects.exists()
    (line,) = [each for each in caplog.messages if "refuses writes" in each]
    assert line.startswith("database refuses writes (")
    assert "POST /accounts/guest/ is answered 503" in line


def test_a_program_gets_a_code_and_a_sentence() -> None:
    game = playing_game(make_users(2))
    seat = asked_seat(game.pk)
    assert seat.user is not None
    player = Client(raise_request_exception=False)
    player.force_login(seat.user)
    body = {"question": seat.question, "action": {"do": "draw", "from": "pile"}}
    with read_only():
        answer = player.post(
            f"/api/v1/games/{game.pk}/moves/", body, content_type="application/json"
        )
    assert answer.status_code == 503
    assert answer.json()["code"] == "unavailable"
    assert answer.json()["detail"]
    assert int(answer["Retry-After"]) > 0
    answer = player.post(f"/api/v1/games/{game.pk}/moves/", body, content_type="application/json")
    assert answer.status_code == 200


def test_a_session_that_cannot_be_saved_is_no_bad_request() -> None:
    guest = Client(raise_request_exception=False)
    guest.post("/accounts/guest/")
    with read_only():
        answer = guest.post("/accounts/keep/later/")
    assert answer.status_code == 503
    assert guest.post("/accounts/keep/later/").status_code in (204, 302)


def test_readiness_says_that_nothing_can_be_written() -> None:
    assert health.state_of(health.check_database)["ok"]
    with read_only():
        Client(raise_request_exception=False).post("/accounts/guest/")
    state = health.state_of(health.check_database)
    assert not state["ok"]
    assert "refuses writes" in state["why"]
    # other processes read it from Redis
    availability.LastRefusal.seen = None
    assert not health.state_of(health.check_database)["ok"]


def test_readiness_says_that_redis_takes_nothing() -> None:
    client = redis_connection()
    client.config_set("maxmemory", "1")
    try:
        state = health.state_of(health.check_redis)
    finally:
        client.config_set("maxmemory", "0")
    assert not state["ok"]


def test_no_turn_is_over_while_no_move_could_be_saved() -> None:
    game = playing_game(make_users(2), free=20)
    seat = make_due(game.pk)
    due = [(game.pk, seat.index, seat.question)]
    with read_only():
        tasks.expire_turns.run(due)
    assert not Move.objects.filter(game=game).exists()
    tasks.expire_turns.run(due)
    assert not Move.objects.filter(game=game).exists()
    assert availability.refused_write() == ""
    make_due(game.pk)
    tasks.expire_turns.run(due)
    assert Move.objects.filter(game=game).exists()


def test_no_player_is_struck_for_what_could_not_be_saved() -> None:
    redis_connection().set(outage.RESUMED, 1.0)
    with read_only():
        # a player with an open page
        answer = Client(raise_request_exception=False).post("/accounts/guest/")
    assert answer.status_code == 503
    assert outage.seconds_since() > 600
    matchmaking_tasks.run_tick.run("density-deck")
    assert outage.seconds_since() < 600


def sqlite_fault(name: str) -> OperationalError:
    fault, cause = OperationalError("no"), sqlite3.OperationalError("no")
    cause.sqlite_errorname = name
    fault.__cause__ = cause
    return fault


def postgres_fault(state: str | None, kind: type[Exception] = OperationalError) -> Exception:
    fault = kind("no")
    fault.__cause__ = psycopg.errors.lookup(state)() if state else psycopg.OperationalError()
    return fault


# exception, affected part, and whether it can still be read
FAULTS: dict[tuple[str, bool] | None, list[Exception]] = {
    ("database", True): [
        *map(sqlite_fault, ("SQLITE_FULL", "SQLITE_READONLY_DBMOVED", "SQLITE_IOERR_WRITE")),
        *map(postgres_fault, ("53100", "58030")),
        postgres_fault("25006", InternalError),
    ],
    ("database", False): [
        *map(sqlite_fault, ("SQLITE_CANTOPEN", "SQLITE_BUSY_SNAPSHOT")),
        *map(postgres_fault, ("53300", "57P01", "57P03", None)),
        postgres_fault(None, InterfaceError),
    ],
    ("redis", False): [RedisAway("no")],
    ("redis", True): [
        ReadOnlyError("You can't write against a read only replica."),
        ResponseError("OOM command not allowed"),
        ResponseError("MISCONF Valkey is configured to save RDB snapshots"),
    ],
    ("broker", False): [BrokerFault("no")],
    ("disk", True): [OSError(errno.ENOSPC, "No space left"), OSError(errno.EROFS, "Read-only")],
    # a bug of the site
    None: [
        ValueError("no"),
        *map(sqlite_fault, ("SQLITE_CORRUPT", "SQLITE_ERROR")),
        postgres_fault("42P01"),
        ResponseError("WRONGTYPE Operation against a key"),
        OSError(errno.ENOENT, "No such file"),
    ],
}


@pytest.mark.parametrize("part", FAULTS, ids=str)
def test_a_fault_names_the_part_that_is_in_trouble(part: tuple[str, bool] | None) -> None:
    for fault in FAULTS[part]:
        trouble = availability.trouble_of(fault)
        assert (trouble and (trouble.component, trouble.reads)) == part, fault
