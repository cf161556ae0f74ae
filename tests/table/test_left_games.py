"""A game that its last player leaves ends, or is played out at once."""

import random
from base64 import b64decode
from datetime import timedelta
from json import loads
from typing import Any

import pytest
from django.db.models.functions import Now
from django.test import Client
from django.utils import timezone

from accounts.models import User
from density.platform.redis import redis_connection
from games.live import deadlines, play_out
from games.live.commands import keeping, stand_ins
from games.lobby import removal
from games.models import Game, Move, PlayerStats, Result, Seat
from games.tasks import play_out_game, remove_idle_guests, tidy_tables
from tests.table.harness import (
    Driver,
    against_ai,
    asked_seat,
    make_users,
    playing_game,
    seal_deal,
)
from tests.table.test_play_out import beaten_game

pytestmark = pytest.mark.django_db(transaction=True)


def status_of(game: Game) -> str:
    return Game.objects.get(pk=game.pk).status


def wake_ups(game: Game) -> list[str]:
    """Return the queued tasks of a game."""
    members = map(str, redis_connection().zrange(deadlines.INDEX, 0, -1))
    return [member for member in members if member.startswith(game.pk)]


def played_out() -> list[str]:
    """Return the games that workers should play out."""
    messages: Any = redis_connection().lrange("ai", 0, -1)
    sent = [loads(each) for each in messages]
    wanted = [each for each in sent if each["headers"]["task"] == play_out_game.name]
    return [loads(b64decode(each["body"]))[0][0] for each in reversed(wanted)]


def play_alone(user: User, slug: str = "density-deck") -> Game:
    """Return a game of a user against AI players after the deal."""
    game = against_ai(user, slug=slug)
    Seat.objects.filter(game=game).update(away_since=None)
    seal_deal(game, [user])
    return game


@pytest.mark.parametrize("slug", ["density-deck", "rps-extreme"])
def test_a_game_against_ai_players_ends_when_its_player_leaves_it(slug: str) -> None:
    (mira,) = make_users(1)
    game = play_alone(mira, slug)
    moves = Move.objects.filter(game=game).count()
    assert stand_ins.abandon_seat(game.pk, mira.pk) is None
    assert status_of(game) == Game.Status.FINISHED
    assert wake_ups(game) == []
    assert played_out() == []
    # only the end was added, and no one can win by leaving
    assert Move.objects.filter(game=game).count() == moves + 1
    assert not Result.objects.exists()
    assert not PlayerStats.objects.exists()
    assert isinstance(against_ai(mira), Game)


def test_the_page_of_a_game_that_was_left_says_that_it_counts_for_nothing(client: Client) -> None:
    (mira,) = make_users(1)
    game = play_alone(mira)
    stand_ins.abandon_seat(game.pk, mira.pk)
    client.force_login(mira)
    page = client.get(f"/game/{game.pk}/").content.decode()
    assert "<h1>You left this game</h1>" in page
    assert "It ended when its last player left, so it doesn’t count." in page
    assert "ended by agreement" not in page


def test_a_casual_game_ends_when_stand_ins_have_played_for_all_its_players_for_long() -> None:
    users = make_users(2)
    game = playing_game(users, ais=1)
    for index in range(2):
        Seat.objects.filter(game=game, index=index).update(
            stand_in="medium", stand_in_at=Now() - timedelta(hours=1), stand_in_match=1
        )
    assert stand_ins.settle_stand_in(game.pk, 0)
    assert status_of(game) == Game.Status.PLAYING
    assert stand_ins.settle_stand_in(game.pk, 1)
    assert status_of(game) == Game.Status.FINISHED


def test_a_game_ends_when_the_account_of_its_only_player_is_deleted() -> None:
    mira, ola = make_users(2)
    left, deleted = play_alone(mira), play_alone(ola)
    removal.remove_account(mira)
    assert status_of(left) == Game.Status.FINISHED
    # however an account is deleted, the clock finds seats without one
    Seat.objects.filter(game=deleted, user=ola).update(user=None)
    assert stand_ins.settle_stand_in(deleted.pk, 0)
    assert status_of(deleted) == Game.Status.FINISHED


def test_a_rated_game_that_all_have_left_is_played_out_to_a_correct_result() -> None:
    users = make_users(2)
    game = playing_game(users, ais=0, lives=1)
    Game.objects.filter(pk=game.pk).update(rated=True)
    for user in users:
        while asked_seat(game.pk).user_id != user.pk:
            Driver(game.pk, calm=True).step()
        Driver(game.pk, calm=True).step()
    for user in users:
        stand_ins.abandon_seat(game.pk, user.pk)
    assert played_out() == [game.pk]
    while play_out.play_out(game.pk):
        pass
    assert status_of(game) == Game.Status.FINISHED
    assert sorted(Result.objects.values_list("place", flat=True)) == [1, 2]


def test_one_game_of_an_address_is_played_out_at_a_time_however_often_that_is_asked_for() -> None:
    games = []
    for _ in range(2):
        User.objects.all().delete()
        game, (mira,) = beaten_game()
        Game.objects.filter(pk=game.pk).update(origin="0123456789abcdef")
        games.append((game.pk, mira.pk))
        for _ in range(3):
            play_out.request_play_out(game.pk, mira.pk)
    assert played_out() == [games[0][0]]
    while play_out.play_out(games[0][0]):
        pass
    play_out.request_play_out(*games[1])
    assert played_out() == [games[0][0], games[1][0]]


def test_of_games_that_are_set_aside_the_last_three_wait_for_their_user() -> None:
    (mira,) = make_users(1)
    games = []
    for _ in range(5):
        games.append(play_alone(mira))
        assert keeping.keep_game(games[-1].pk, mira.pk) is None
    tidy_tables()
    finished = [status_of(game) == Game.Status.FINISHED for game in games]
    assert finished == [True, True, False, False, False]
    assert keeping.resume_game(games[2].pk, mira.pk) is None
    assert Seat.objects.get(game=games[2], user=mira).live


def test_games_that_were_left_are_deleted_after_a_month_and_no_others() -> None:
    mira, ola = make_users(2)
    old, recent = play_alone(mira), play_alone(ola)
    stand_ins.abandon_seat(old.pk, mira.pk)
    stand_ins.abandon_seat(recent.pk, ola.pk)
    played = Driver(playing_game([mira, ola], lives=1).pk, random.Random(3)).finish()
    past = timezone.now() - timedelta(days=31)
    Game.objects.filter(pk__in=(old.pk, played.pk)).update(created_at=past, finished_at=past)
    Game.objects.filter(pk=old.pk).update(left_at=past)
    remove_idle_guests()
    assert set(Game.objects.values_list("pk", flat=True)) == {recent.pk, played.pk}


def test_a_guest_who_never_comes_back_to_a_game_goes_with_it() -> None:
    past = timezone.now() - timedelta(days=120)
    user = User.objects.create_user("Guest 1000", is_guest=True, joined_at=past, last_login=past)
    game = play_alone(user)
    Seat.objects.filter(user=user).update(joined_at=past, away_since=past)
    remove_idle_guests()
    assert not User.objects.exists()
    assert status_of(game) == Game.Status.FINISHED
