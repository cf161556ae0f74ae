"""AI turns are queued by user and address: many games of one user do not delay others."""

from base64 import b64decode
from json import loads
from typing import Any

import pytest
from django.test import Client

from density.celery import app
from density.platform.redis import redis_connection
from games import clock
from games.live import deadlines
from games.models import Game, Seat
from tests.table.harness import Driver, asked_seat, make_users, playing_game, seal_deal

pytestmark = pytest.mark.django_db(transaction=True)
FAR = 4_000_000_000.0


def make_turns_due(games: dict[str, str], first: int = 0, kind: str = "ai") -> None:
    """Make an AI turn of each game due, in order; return the queue of each game."""
    members = {f"{game}:0:0:{kind}": first + place for place, game in enumerate(games)}
    redis_connection().zadd(deadlines.INDEX, members)
    with redis_connection().pipeline() as pipe:
        deadlines._add_lines(pipe, games)
        pipe.execute()


def make_games(count: int, line: str, name: str = "game") -> dict[str, str]:
    return {f"{name}{number}": line for number in range(count)}


def claim_games(queue: str = "ai") -> list[str]:
    """Return the games whose turns were sent to the workers, in order."""
    messages: Any = redis_connection().lrange(queue, 0, -1)
    sent = [loads(b64decode(loads(each)["body"]))[0][0] for each in reversed(messages)]
    redis_connection().delete(queue)
    return [game_id for turns in sent for game_id, _seat, _question in turns]


def test_one_game_does_not_wait_for_the_many_games_of_someone_else() -> None:
    make_turns_due(make_games(400, "1 greedy"))
    make_turns_due({"own": "1 patient"}, first=1000)
    clock.sweep_deadlines(app, FAR)
    sent = claim_games()
    assert "own" in sent
    assert len(sent) == clock.BATCH
    # the others are sent later
    for _ in range(4):
        clock.sweep_deadlines(app, FAR)
        sent += claim_games()
    assert len(sent) == len(set(sent)) == 401


def test_games_of_several_come_first_where_workers_have_little_time() -> None:
    make_turns_due(make_games(60, "1 alone", "alone"))
    make_turns_due({f"single{number}": f"1 user-{number}" for number in range(60)}, first=100)
    make_turns_due({f"table{number}": f"0 table{number}" for number in range(60)}, first=200)
    # so many are running that there is room for only one message
    redis_connection().lpush("ai", *["{}"] * 3)
    clock.sweep_deadlines(app, FAR)
    redis_connection().rpop("ai", 3)
    sent = claim_games()
    assert len(sent) == clock.TOGETHER
    assert all(game.startswith("table") for game in sent)


def test_what_workers_have_not_begun_is_waited_for_but_not_by_deadlines() -> None:
    make_turns_due(make_games(10, "1 here"))
    make_turns_due(make_games(10, "", "user"), kind="turn")
    redis_connection().lpush("ai", *["{}"] * 4)
    assert clock.sweep_deadlines(app, FAR) == 10
    assert len(claim_games("celery")) == 10
    assert redis_connection().llen("ai") == 4
    redis_connection().delete("ai")
    assert clock.sweep_deadlines(app, FAR) == 10
    assert len(claim_games()) == 10


def test_deadlines_come_through_however_many_ai_turns_are_late() -> None:
    make_turns_due(make_games(1000, "1 greedy"))
    make_turns_due(make_games(30, "", "user"), first=5000, kind="turn")
    clock.sweep_deadlines(app, FAR)
    assert len(claim_games("celery")) == 30


def queue_of(game_id: str) -> str:
    return str(redis_connection().get(deadlines.LINE + game_id))


def start_ai_game(address: str) -> str:
    """Start a game of a new guest against AI players; return its queue."""
    client = Client(REMOTE_ADDR=address)
    game_id = client.post("/play/ai/", {"level": "easy"}).headers["Location"].split("/")[2]
    Seat.objects.filter(game=game_id).update(away_since=None)
    seat = Seat.objects.get(game=game_id, user__isnull=False)
    assert seat.user is not None
    seal_deal(Game.objects.get(pk=game_id), [seat.user])
    while asked_seat(game_id).kind != Seat.Kind.AI:
        Driver(game_id).step()
    return queue_of(game_id)


def test_all_guests_of_an_address_stand_in_one_line_and_its_address_is_not_kept() -> None:
    first, second, other = (
        start_ai_game("192.0.2.7"),
        start_ai_game("192.0.2.7"),
        start_ai_game("192.0.2.8"),
    )
    assert first == second != other
    assert first.startswith("1 ")
    assert "192.0.2" not in first
    assert not Game.objects.filter(origin__contains="192.0.2").exists()
    assert Game.objects.exclude(origin="").count() == 3


def test_tables_of_several_stand_before_others_and_ranked_ones_in_their_own_line() -> None:
    users = make_users(2)
    for user in users:
        user.origin = "sameaddress"
    casual = playing_game(users, ais=2)
    while asked_seat(casual.pk).kind != Seat.Kind.AI:
        Driver(casual.pk, calm=True).step()
    assert queue_of(casual.pk) == "0 sameaddress"
    Game.objects.filter(pk=casual.pk).update(rated=True)
    while asked_seat(casual.pk).kind == Seat.Kind.AI:
        Driver(casual.pk, calm=True).step()
    while asked_seat(casual.pk).kind != Seat.Kind.AI:
        Driver(casual.pk, calm=True).step()
    assert queue_of(casual.pk) == f"0 {casual.pk}"


def test_the_mark_of_an_address_goes_with_the_end_of_its_game() -> None:
    users = make_users(2)
    for user in users:
        user.origin = "sameaddress"
    game = playing_game(users, lives=1)
    assert Game.objects.get(pk=game.pk).origin == "sameaddress"
    assert Driver(game.pk).finish().origin == ""
