"""What is written of a finished game for its people, against a replay of the same game."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from games.density_deck.rules.state import SURRENDER
from games.engine.contract import Json
from games.models import Game, Move, PlayerStats, Result, Seat
from games.records import game_log, stats
from games.stats import SUMS, add
from games.table import stand_ins
from games.table.position import events_for, read
from tests.table.harness import Driver, at_once, make_users, playing_game

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
FIELDS = (*SUMS, "lives", "best_score", "best_suit")
STAKE = {2: 2, 3: 3}


def ends(game_id: str, seat: int) -> Iterator[tuple[Json, Json, Json | None, Json | None]]:
    """Each match that the seat played: its end, its row, its surrender and the call to fight."""
    position = read(game_id)
    log = Move.objects.filter(game_id=game_id).order_by("ply")
    paid, call = None, None
    for step in game_log.replay(position, log):
        for event in events_for(position, step, None):
            kind = event["e"]
            if kind == "dealt":
                paid, call = None, None
            elif kind == "fight":
                call = event
            elif kind == "surrendered" and event["seat"] == seat:
                paid = event
            elif kind == "match_over":
                own = [row for row in event["seats"] if row["seat"] == seat]
                yield from ((event, row, paid, call) for row in own)


def was_saved(over: Json, own: Json, paid: Json) -> bool:
    stake = min(STAKE.get(over["round"], 4), own["lives_before"])
    return bool(over["ended_by"] != "surrenders" and paid["loss"] < stake)


def suit_of(own: Json) -> str:
    return str((own["score"]["base"] or {"suit": ""})["suit"])


def replayed(game_id: str, seat: int) -> Json:
    """The same fields once more, from the events of a replay."""
    played = list(ends(game_id, seat))
    scored = [(over, own) for over, own, _, _ in played if own["score"]]
    won = [(over, own) for over, own in scored if seat in over["winners"]]
    gave_up = [(over, own, paid) for over, own, paid, _ in played if paid and by_owner(paid)]
    fights: Json = {}
    for over, _, paid, call in played:
        if call and not paid and (call["seat"] != seat or by_owner(call)):
            who = "called" if call["seat"] == seat else "faced"
            name = f"{who}_{'won' if seat in over['winners'] else 'lost'}"
            fights = add(fights, {name: {str(over["round"]): 1}})
    best = max(scored, key=lambda pair: pair[1]["score"]["score"])[1] if scored else None
    moves = Move.objects.filter(game_id=game_id, seat=seat)
    return {
        "matches": len(played),
        "won": sum(seat in over["winners"] for over, _, _, _ in played),
        "fights": fights,
        "surrenders": len(gave_up),
        "saved": sum(was_saved(*each) for each in gave_up),
        "dealt": sum(row["damage"] for over, _ in won for row in over["seats"] if row["score"]),
        "taken": sum(own["damage"] for _, own, _, _ in played),
        "colors": dict(Counter(suit_of(own) for _, own in won if suit_of(own))),
        "answers": moves.count(),
        "helped": moves.filter(by="ai").count(),
        "lives": played[-1][1]["lives"],
        "best_score": best["score"]["score"] if best else None,
        "best_suit": suit_of(best) if best else "",
    }


def by_owner(event: Json) -> bool:
    return bool(event["by"] == "player")


class Bold(random.Random):
    """Dice that mostly pass over a surrender, so that matches come to fights."""

    def choice(self, seq: Any) -> Any:
        """One of the actions, if it can be no surrender but now and then."""
        stay = [action for action in seq if action != SURRENDER]
        return super().choice(seq if self.random() < 0.2 or not stay else stay)


def game_lives(game_id: str) -> int:
    return int(Game.objects.get(pk=game_id).ruleset["lives"])


def fields(row: Any, names: tuple[str, ...] = FIELDS) -> Json:
    return {name: getattr(row, name) for name in names}


def rows(model: Any) -> list[Json]:
    """Every row, whatever its number."""
    hidden = ("id",)
    found = [
        {name: value for name, value in row.items() if name not in hidden}
        for row in model.objects.values()
    ]
    return sorted(found, key=str)


def played(seed: int, users: list[User], **options: Any) -> Game:
    return Driver(playing_game(users, **options).pk, Bold(seed)).finish()


def test_every_persons_result_is_what_a_replay_tells() -> None:
    users = make_users(3)
    sums: Json = {}
    for seed in (1, 2, 3):
        game = played(seed, users, ais=1, lives=6)
        results = Result.objects.filter(game=game)
        assert {result.user_id for result in results} == {user.pk for user in users}
        for result in results:
            seat = Seat.objects.get(game=game, index=result.seat)
            assert fields(result) == replayed(game.pk, result.seat)
            assert (result.user_id, result.place) == (seat.user_id, seat.place)
            assert (result.seats, result.finished_at) == (4, game.finished_at)
            assert result.lives == game_lives(game.pk) - result.taken
            sums = add(sums, fields(result, SUMS))
    # these games hold every number
    assert set(sums["fights"]) == {"called_won", "called_lost", "faced_won", "faced_lost"}
    assert sums["surrenders"] > sums["saved"] > 0
    assert sums["dealt"]
    assert len(sums["colors"]) > 2


def test_player_stats_are_the_sums_of_the_results() -> None:
    users = make_users(2)
    for seed in range(3):
        played(seed, users, lives=2)
    game = playing_game(users, lives=3)
    Game.objects.filter(pk=game.pk).update(rated=True)
    Driver(game.pk, random.Random(9)).finish()
    for user in users:
        for rated, games in ((False, 3), (True, 1)):
            sums: Json = {"places": {}, "games": 0}
            for result in Result.objects.filter(user=user, rated=rated):
                more = {"places": {str(result.place): 1}, "games": 1}
                sums = add(sums, fields(result, SUMS) | more)
            stats_row = PlayerStats.objects.get(user=user, slug="density-deck", rated=rated)
            assert stats_row.games == games
            assert fields(stats_row, (*SUMS, "places", "games")) == sums


def test_what_a_stand_in_decides_is_not_counted_for_the_owner() -> None:
    users = make_users(2)
    game = playing_game(users, lives=4)
    stand_ins.abandon(game.pk, users[0].pk)
    Driver(game.pk, random.Random(2)).finish()
    result = Result.objects.get(game=game, user=users[0])
    assert result.helped == result.answers > 0
    assert result.surrenders == 0
    assert not any(name.startswith("called") for name in result.fights)
    assert fields(result) == replayed(game.pk, result.seat)


def test_games_that_end_at_the_same_moment_all_count() -> None:
    users = make_users(2)
    games = [played(seed, users, lives=1) for seed in range(2)]
    written = rows(Result), rows(PlayerStats)
    Result.objects.all().delete()
    PlayerStats.objects.all().delete()

    def finish(game: Game) -> None:
        with transaction.atomic():
            stats.note(game, {seat.index: seat for seat in game.seats.select_for_update()})

    at_once(*(partial(finish, game) for game in games))
    assert (rows(Result), rows(PlayerStats)) == written


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
