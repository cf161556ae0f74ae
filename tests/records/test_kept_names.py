"""A guest who signs up has the new name in past games, but records stay unchanged."""

import random
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.models import Game, Seat
from games.players import history
from games.records import replay
from tests.pages.markup import read_game
from tests.table.harness import Driver, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)


def play_game(*users: User, **options: Any) -> Game:
    """Play a short game to its end."""
    return Driver(playing_game(list(users), lives=2, **options).pk, random.Random(5)).finish()


def keep_account(guest: User, **privacy: bool) -> None:
    guest.name, guest.is_guest = "Slate Fan", False
    guest.save()
    User.objects.filter(pk=guest.pk).update(**privacy)


def shown_names(game: Game, friend: User) -> tuple[str, list[str]]:
    """Return the text of the result page, and the names in a friend's history."""
    results = list(friend.results.all())
    rows = history.read_rows(friend.pk, results, ratings=False)
    return read_game(game, friend).text, [name for row in rows for name in row["names"]]


def test_past_games_show_the_name_of_today_and_the_record_that_of_then() -> None:
    guest, friend = User.objects.create_user("Guest 2382", is_guest=True), make_users(1)[0]
    game = play_game(guest, friend)
    record = Client().get(f"/game/{game.pk}/record.json").content
    keep_account(guest)
    text, names = shown_names(game, friend)
    assert "Slate Fan" in text
    assert "Guest 2382" not in text
    assert names == ["Slate Fan"]
    told = replay.read_replay(game.pk, None, "all", 1)
    assert isinstance(told, dict)
    assert [seat["name"] for seat in told["seats"]] == ["Slate Fan", friend.name]
    assert Client().get(f"/game/{game.pk}/record.json").content == record


def test_a_player_who_hides_the_games_played_bears_the_new_name_for_own_eyes_only() -> None:
    guest, friend = User.objects.create_user("Guest 2382", is_guest=True), make_users(1)[0]
    game = play_game(guest, friend)
    keep_account(guest, hides_history=True)
    text, names = shown_names(game, friend)
    assert "Slate Fan" not in text
    assert names == ["Guest 2382"]
    assert "Slate Fan" in read_game(game, guest).text


def test_the_last_game_and_the_pages_of_ai_players_show_the_name_of_today() -> None:
    guest = User.objects.create_user("Guest 2382", is_guest=True)
    game = play_game(guest, ais=2, access="public")
    keep_account(guest)
    cache.clear()
    ai = Seat.objects.filter(game=game, kind="ai").first()
    assert ai is not None
    for page in ("/", f"/players/{ai.name}/"):
        text = Client().get(page).content.decode()
        assert "Slate Fan" in text, page
        assert "Guest 2382" not in text, page
