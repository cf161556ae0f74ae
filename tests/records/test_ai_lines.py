"""Accounts of AI players are rated by their games, which never change users' ranks."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import AiAccount, Rank, RatingEvent, User
from accounts.ratings import ai_accounts
from accounts.ratings.rating import LINE_SPAN
from games.live.commands import ending
from games.lobby import seating
from games.models import Game, Move, Result, Seat
from games.positions.position import Position
from games.records import ai_lines
from games.registry import GAMES
from tests.matchmaking.scenario import NAME, QUEUE
from tests.records.finished import finished_game
from tests.table.harness import (
    Driver,
    against_ai,
    at_once,
    establish_ranks,
    make_users,
    open_all_pages,
    playing_game,
    seal_deal,
)

pytestmark = pytest.mark.django_db(transaction=True)


def finish_ai_game(
    users: Sequence[User | None], level: str = "medium", *, ahead: bool = True, **fields: Any
) -> Game:
    """Finish a game of users and AI players of a level, and update their accounts.

    The users finish ahead of the AI players or behind them.
    """
    ais = seating.ai_names(NAME, level, QUEUE.seats - len(users))
    game = finished_game([*users, *ais] if ahead else [*ais, *users], level, **fields)
    rate_game(game)
    return game


def rate_game(game: Game) -> None:
    """Run the rating step of a game's end."""
    rules = GAMES[game.slug].rules
    seats = {seat.index: seat for seat in Seat.objects.filter(game=game)}
    ruleset = rules.ruleset_from_json(game.ruleset)
    with transaction.atomic():
        ai_lines.rate_ai_accounts(Position(game, seats, timezone.now(), rules, ruleset, None))
    for seat in seats.values():
        if seat.kind != Seat.Kind.AI:
            result = {"place": seat.place, "seats": len(seats), "slug": game.slug, "rated": False}
            stats = {"matches": 1, "answers": 1, "won": 0, "lives": 0}
            made = {**result, **stats, "finished_at": game.finished_at, "seat": seat.index}
            Result.objects.create(game=game, user_id=seat.user_id, **made)


def count_results() -> int:
    return sum(AiAccount.objects.values_list("results", flat=True))


def list_ratings(level: str = "medium") -> list[int]:
    return list(AiAccount.objects.filter(level=level).values_list("rating", flat=True))


def test_a_whole_game_counts_for_its_ai_players_and_changes_no_rank() -> None:
    users = establish_ranks(make_users(1))
    before = Rank.objects.values().get(user=users[0])
    game = against_ai(users[0], "easy", lives=5)
    open_all_pages(game.pk)
    seal_deal(game, users)
    Driver(game.pk).finish()
    seats = Seat.objects.filter(game=game, kind="ai")
    assert {seat.name: {str(seat.place): 1} for seat in seats} == {
        account.name: account.places for account in AiAccount.objects.exclude(places={})
    }
    assert count_results() == 3
    assert [rating for rating in list_ratings("easy") if rating != 1000]
    assert Rank.objects.values().get(user=users[0]) == before
    assert not RatingEvent.objects.exists()


def test_a_game_that_was_stopped_says_nothing_of_its_ai_players() -> None:
    users = establish_ranks(make_users(1))
    game = against_ai(users[0], "easy", lives=5)
    open_all_pages(game.pk)
    seal_deal(game, users)
    assert ending.stop_game(game.pk) is None
    assert Game.objects.get(pk=game.pk).status == Game.Status.FINISHED
    assert count_results() == 0
    assert not AiAccount.objects.exclude(places={}).exists()


def test_who_beats_an_ai_player_lowers_its_rating_and_who_loses_raises_it() -> None:
    (mira, ola) = establish_ranks(make_users(2))
    start = GAMES[NAME].ai_ratings["medium"]
    finish_ai_game([mira])
    assert sum(list_ratings()) < len(list_ratings()) * start
    AiAccount.objects.all().delete()
    finish_ai_game([ola], ahead=False)
    assert sum(list_ratings()) > len(list_ratings()) * start


def test_only_users_of_known_strength_say_something_of_an_ai_player() -> None:
    new, guest, hidden = make_users(3)
    guest.is_guest = True
    guest.save()
    establish_ranks([hidden, guest])
    establish_ranks([new], games=9)
    hidden.hides_rating = True
    hidden.save()
    for unknown in (new, guest, hidden, None):
        finish_ai_game([unknown])
    assert count_results() == 0
    assert sum(account.games for account in AiAccount.objects.all()) == 12
    (known,) = establish_ranks(make_users(1, "Known"))
    finish_ai_game([new, known])
    assert count_results() == 2


def test_a_user_who_left_or_let_a_stand_in_play_says_nothing() -> None:
    for number, why in enumerate(("abandoned", "stand-in", "to the end")):
        users = establish_ranks(make_users(1, f"P{number}"))
        game = finish_ai_game([None])
        own = Seat.objects.filter(game=game, index=0)
        own.update(user=users[0], abandoned_at=timezone.now() if why == "abandoned" else None)
        if why == "stand-in":
            asked = {"seat": 0, "question": 1, "match": 1, "round": 1, "by": Move.By.AI}
            Move.objects.create(game=game, ply=1, action={"do": "draw"}, at=timezone.now(), **asked)
        Result.objects.all().delete()
        rate_game(game)
        assert count_results() == (3 if why == "to the end" else 0)


def test_a_game_by_other_rules_counts_for_no_rating() -> None:
    finish_ai_game(establish_ranks(make_users(1)), ruleset={**QUEUE.ruleset, "lives": 3})
    assert count_results() == 0
    assert sum(account.games for account in AiAccount.objects.all()) == 3


def test_a_quick_game_counts_less_and_a_ranked_one_in_full() -> None:
    moved: list[int] = []
    for fields in ({"ruleset": {**QUEUE.ruleset, "lives": 5}}, {"rated": True}):
        AiAccount.objects.all().delete()
        users = establish_ranks(make_users(1, f"P{len(moved)}"))
        finish_ai_game(users, **fields)
        assert count_results() == 3
        moved.append(1500 - min(list_ratings()))
    assert 0 < moved[0] < moved[1]


def test_three_games_a_day_of_one_user_count_and_the_accounts_are_hardly_pushed() -> None:
    (friend,) = establish_ranks(make_users(1))
    for _ in range(12):
        finish_ai_game([friend], ahead=False)
    assert count_results() == 9
    Result.objects.update(finished_at=timezone.now() - timedelta(days=1, seconds=1))
    finish_ai_game([friend], ahead=False)
    assert count_results() == 12


def test_however_often_friends_lose_no_line_goes_far_from_what_was_measured() -> None:
    (friend,) = establish_ranks(make_users(1))
    ai_accounts.account_names(NAME, "medium")
    for _ in range(3):
        AiAccount.objects.update(mu=60.0, sigma=8.0)
        finish_ai_game([friend], ahead=False)
    game = GAMES[NAME]
    farthest = game.ai_ratings["medium"] + LINE_SPAN * game.ai_doubts["medium"]
    moved = AiAccount.objects.filter(results__gt=0)
    assert {account.rating for account in moved} == {farthest}


def test_the_accounts_remember_public_games_alone() -> None:
    finish_ai_game([None])
    finish_ai_game([None], access=Game.Access.PUBLIC, watchable=False)
    shown = [
        finish_ai_game([None], access=Game.Access.PUBLIC).pk,
        finish_ai_game([None], rated=True).pk,
    ]
    listed = {pk for account in AiAccount.objects.all() for pk in account.recent}
    assert listed == set(shown)


def test_a_rating_has_a_point_for_each_day() -> None:
    users = establish_ranks(make_users(3))
    for user in users:
        finish_ai_game([user])
    accounts = list(AiAccount.objects.filter(results__gt=0))
    assert accounts
    for account in accounts:
        ((_, rating, count),) = account.days
        assert (rating, count) == (account.rating, account.results)


@pytest.mark.postgres
def test_games_that_end_together_both_count() -> None:
    users = establish_ranks(make_users(2))
    games = [playing_game([user], ais=3, lives=5) for user in users]
    at_once(*[lambda game=game: Driver(game.pk).finish() for game in games])
    assert sum(account.games for account in AiAccount.objects.all()) == 6
    assert count_results() == 6
