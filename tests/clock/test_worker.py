"""The clock of a real worker keeps deadlines with only the rows."""

import time
from datetime import timedelta

import pytest

from density.platform.redis import redis_connection
from games.live import deadlines
from games.models import Game, Move
from tests.patience import wait_until
from tests.servers import Servers
from tests.table.harness import asked_seat, make_due, make_users, open_game, playing_game

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_turn_whose_time_is_over_is_played_by_the_clock(servers: Servers) -> None:
    game = playing_game(make_users(2))
    seat = make_due(game.pk, by=timedelta(0))
    redis_connection().zadd(
        deadlines.INDEX, {f"{game.pk}:{seat.index}:{seat.question}:turn": time.time()}
    )
    # the discard belongs to the same turn, whose time is over
    wait_until(lambda: Move.objects.filter(game=game).count() == 2)
    moves = list(Move.objects.filter(game=game))
    assert [(move.by, move.seat, move.action["do"]) for move in moves] == [
        ("clock", seat.index, "draw"),
        ("clock", seat.index, "discard"),
    ]
    assert asked_seat(game.pk).index != seat.index


def test_a_deadline_that_the_index_lost_is_found_by_the_reconciler(servers: Servers) -> None:
    game = playing_game(make_users(2))
    make_due(game.pk, by=timedelta(seconds=3))
    redis_connection().flushall()
    wait_until(lambda: Move.objects.filter(game=game).exists())
    assert asked_seat(game.pk).due_at is not None


def test_a_table_where_nobody_pledges_is_dealt_all_the_same(servers: Servers) -> None:
    game = open_game(make_users(2))
    wait_until(lambda: Game.objects.get(pk=game.pk).status == Game.Status.PLAYING)
    assert {seat.bytes_by for seat in game.seats.all()} == {"server"}
    silent = [(seat.silent, seat.silent_at is not None) for seat in game.seats.exclude(kind="ai")]
    assert set(silent) == {("no-pledge", True)}
