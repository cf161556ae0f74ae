"""Stats of finished games match their matches and moves."""

import random
from collections import Counter
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from games.density_deck.rules.state import SURRENDER
from games.engine.contract import Json
from games.live.commands import stand_ins
from games.models import Game, Move, PlayerStats, Result, Seat
from games.records import stats
from games.stats import SUMS, add_sums
from tests.table.harness import Driver, at_once, make_users, playing_game

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def seat_stats(game: Game, seat: int) -> Json:
    """Compute the stats of a seat from the rows of a game, without a replay."""
    every = list(game.matches.order_by("number"))
    played = [match for match in every if seat in match.living]
    scores = {match.number: (match.scores or {}).get(str(seat)) for match in played}
    scored = {number: score for number, score in scores.items() if score is not None}
    won = [match.number for match in played if seat in (match.winners or [])]
    bases = [scored[number]["base"] for number in won if number in scored]
    moves = Move.objects.filter(game=game, seat=seat)
    own = [move.action["do"] for move in moves.filter(by="player")]
    return {
        "matches": len(played),
        "won": len(won),
        "taken": sum((match.damage or {})[str(seat)] for match in played),
        "colors": dict(Counter(base["suit"] for base in bases if base)),
        "surrenders": own.count("surrender"),
        "answers": moves.count(),
        "helped": moves.filter(by="ai").count(),
        "lives": (played[-1].lives or {})[str(seat)],
        "best_score": max((score["score"] for score in scored.values()), default=None),
        "called": own.count("fight"),
    }


def result_stats(result: Result) -> Json:
    """Return the same stats from a result."""
    fights = [(name, sum(times.values())) for name, times in result.fights.items()]
    called = sum(times for name, times in fights if name.startswith("called"))
    names = seat_stats(result.game, result.seat).keys() - {"called"}
    return {**field_values(result, tuple(names)), "called": called}


class Bold(random.Random):
    """Dice that rarely surrender, so that matches reach fights."""

    def choice(self, seq: Any) -> Any:
        """Return one of the actions, seldom a surrender."""
        stay = [action for action in seq if action != SURRENDER]
        return super().choice(seq if self.random() < 0.2 or not stay else stay)


def game_lives(game_id: str) -> int:
    return int(Game.objects.get(pk=game_id).ruleset["lives"])


def field_values(row: Any, names: tuple[str, ...]) -> Json:
    return {name: getattr(row, name) for name in names}


def model_rows(model: Any) -> list[Json]:
    hidden = ("id",)
    found = [
        {name: value for name, value in row.items() if name not in hidden}
        for row in model.objects.values()
    ]
    return sorted(found, key=str)


def play_game(seed: int, users: list[User], **options: Any) -> Game:
    return Driver(playing_game(users, **options).pk, Bold(seed)).finish()


def test_every_persons_result_is_what_the_log_tells() -> None:
    users = make_users(3)
    sums: Json = {}
    for seed in (1, 2, 3):
        game = play_game(seed, users, ais=1, lives=6)
        results = Result.objects.filter(game=game)
        assert {result.user_id for result in results} == {user.pk for user in users}
        for result in results:
            seat = Seat.objects.get(game=game, index=result.seat)
            assert result_stats(result) == seat_stats(game, result.seat)
            assert (result.user_id, result.place) == (seat.user_id, seat.place)
            assert (result.seats, result.finished_at) == (4, game.finished_at)
            assert result.lives == game_lives(game.pk) - result.taken
            sums = add_sums(sums, field_values(result, SUMS))
    # these games cover every number
    assert set(sums["fights"]) == {"called_won", "called_lost", "faced_won", "faced_lost"}
    assert sums["surrenders"] > sums["saved"] > 0
    assert sums["dealt"]
    assert len(sums["colors"]) > 2


def test_player_stats_are_the_sums_of_the_results() -> None:
    users = make_users(2)
    for seed in range(3):
        play_game(seed, users, lives=2)
    game = playing_game(users, lives=3)
    Game.objects.filter(pk=game.pk).update(rated=True)
    Driver(game.pk, random.Random(9)).finish()
    for user in users:
        for rated, games in ((False, 3), (True, 1)):
            sums: Json = {"places": {}, "games": 0}
            for result in Result.objects.filter(user=user, rated=rated):
                more = {"places": {str(result.place): 1}, "games": 1}
                sums = add_sums(sums, field_values(result, SUMS) | more)
            stats_row = PlayerStats.objects.get(user=user, slug="density-deck", rated=rated)
            assert stats_row.games == games
            assert field_values(stats_row, (*SUMS, "places", "games")) == sums


def test_what_a_stand_in_decides_is_not_counted_for_the_owner() -> None:
    users = make_users(2)
    game = playing_game(users, lives=4)
    stand_ins.abandon_seat(game.pk, users[0].pk)
    Driver(game.pk, random.Random(2)).finish()
    result = Result.objects.get(game=game, user=users[0])
    assert result.helped == result.answers > 0
    assert result.surrenders == 0
    assert not any(name.startswith("called") for name in result.fights)
    assert result_stats(result) == seat_stats(game, result.seat)


def test_games_that_end_at_the_same_moment_all_count() -> None:
    users = make_users(2)
    games = [play_game(seed, users, lives=1) for seed in range(2)]
    written = model_rows(Result), model_rows(PlayerStats)
    Result.objects.all().delete()
    PlayerStats.objects.all().delete()

    def finish(game: Game) -> None:
        with transaction.atomic():
            stats.save_results(game, {seat.index: seat for seat in game.seats.select_for_update()})

    at_once(*(partial(finish, game) for game in games))
    assert (model_rows(Result), model_rows(PlayerStats)) == written


def test_a_deleted_account_leaves_a_result_without_a_user_and_no_stats() -> None:
    users = make_users(2)
    game = playing_game(users, lives=2)
    gone = users[0].pk
    Driver(game.pk, random.Random(4)).finish()
    users[0].delete()
    assert set(Result.objects.filter(game=game).values_list("user", flat=True)) == {
        None,
        users[1].pk,
    }
    assert not PlayerStats.objects.filter(user=gone).exists()


def test_a_game_that_goes_on_has_no_result() -> None:
    game = playing_game(make_users(2))
    Driver(game.pk).step()
    assert not Result.objects.filter(game=game).exists()
