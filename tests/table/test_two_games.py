"""A table whose seats are asked at the same time: Rock Paper Scissors Extreme."""

import random
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F

from games.engine.contract import Refused
from games.live.executor import Change
from games.models import Game, Match, Move, PlayerStats, Result, Seat
from tests.staff.sessions import make_superuser, staff_client
from tests.table.harness import (
    Driver,
    act_on,
    expire_turn,
    fire_deadline,
    let_pass,
    make_users,
    playing_game,
)

pytestmark = pytest.mark.django_db(transaction=True)
RPS = {"slug": "rps-extreme", "free": 10, "bank": 20, "target": 5}


def seats_of(game: Game) -> list[Seat]:
    return list(Seat.objects.filter(game=game).order_by("index"))


def throw_sign(game: Game, seat: Seat, sign: str = "rock") -> Change | Refused:
    return act_on(game.pk, seat.user_id, seat.question, {"do": "throw", "sign": sign})


def new_game(**options: Any) -> tuple[Game, list[Seat]]:
    users = make_users(2)
    game = playing_game(users, **{**RPS, **options})
    return game, seats_of(game)


def test_both_seats_are_asked_at_once_and_each_has_a_clock_of_its_own() -> None:
    game, (one, other) = new_game()
    assert [seat.asked for seat in (one, other)] == [True, True]
    assert one.due_at == other.due_at
    # ten seconds, ten more for the first question, and the time bank
    assert one.allowed_ms == 40_000
    before, question = other.due_at, other.question
    let_pass(game.pk, 3)
    assert isinstance(throw_sign(game, one), Change)
    one, other = seats_of(game)
    assert (one.asked, one.due_at) == (False, None)
    assert (other.asked, other.question) == (True, question)
    assert before is not None
    assert other.due_at == before - timedelta(seconds=3)


def test_who_lets_the_time_pass_throws_by_lot_and_the_other_still_has_the_own_time() -> None:
    game, (one, other) = new_game()
    Seat.objects.filter(pk=one.pk).update(due_at=F("due_at") - timedelta(hours=1))
    expire_turn(game.pk, 0, one.question)
    moves = Move.objects.filter(game=game)
    assert [(move.seat, move.by) for move in moves] == [(0, "clock")]
    left = seats_of(game)[1]
    assert (left.asked, left.due_at) == (True, other.due_at)
    # if both lapse, the clock throws for both
    fire_deadline(game.pk)
    assert Move.objects.filter(game=game, by="clock").count() == 2


def test_a_game_is_played_to_its_end_and_tells_what_it_was() -> None:
    game, (one, _other) = new_game()
    Driver(game.pk, random.Random(3)).finish()
    game.refresh_from_db()
    matches = list(Match.objects.filter(game=game))
    assert game.status == Game.Status.FINISHED
    assert [match.number for match in matches] == list(range(1, len(matches) + 1))
    assert matches[-1].ended_by == "target"
    assert all(len(match.merkle_root) == 64 and match.dealer is None for match in matches)
    places = [seat.place or 0 for seat in seats_of(game)]
    assert sorted(places) == [1, 2]
    winner = places.index(1)
    result = Result.objects.get(game=game, seat=winner)
    assert result.lives >= 5
    assert result.matches == len(matches)
    assert result.won == sum(winner in (match.winners or []) for match in matches)
    throws = Move.objects.filter(game=game, seat=winner, action__do="throw").count()
    assert sum(result.counts["throws"].values()) == throws
    sums = PlayerStats.objects.get(user=one.user_id, slug="rps-extreme")
    own = Result.objects.get(game=game, seat=0)
    assert sums.counts == own.counts
    assert sums.games == 1


def test_a_throw_is_in_no_admin_page_before_the_other_is_made() -> None:
    game, (one, _other) = new_game()
    throw_sign(game, one, "scissors")
    client = staff_client(make_superuser())
    move = Move.objects.get(game=game)
    for address in ("/admin/games/move/", f"/admin/games/move/{move.pk}/change/"):
        assert "scissors" not in client.get(address).content.decode()
