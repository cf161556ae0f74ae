"""The site tells when most people play, from its own finished games."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.records.busy_hours import FEWEST, count_players, find_busy_hours, read_busy_hours
from tests.pages.markup import read_page
from tests.profile.finished_games import finish_games
from tests.table.harness import make_users

NOW = datetime(2026, 11, 20, 23, 30, tzinfo=UTC)


def hour_of(number: int) -> datetime:
    return NOW.replace(minute=0) + timedelta(hours=number - NOW.hour)


def test_the_three_busiest_hours_in_a_row_are_named() -> None:
    found = find_busy_hours({3: 4, 18: 2, 19: 6, 20: 7, 21: 5, 23: 3}, NOW)
    assert found == (hour_of(19), hour_of(22))


def test_busy_hours_may_span_midnight() -> None:
    found = find_busy_hours({23: 9, 0: 9, 1: 9, 12: 3}, NOW)
    assert found == (hour_of(23), hour_of(26))


@pytest.mark.parametrize(
    "counts",
    [{}, {19: FEWEST - 1}, dict.fromkeys(range(24), 50)],
    ids=["no games", "too few players", "as many at any hour"],
)
def test_without_hours_that_stand_out_none_are_named(counts: dict[int, int]) -> None:
    assert find_busy_hours(counts, NOW) is None


@pytest.mark.django_db
def test_players_are_counted_once_and_old_games_not_at_all() -> None:
    others = make_users(3)
    for user, hours, days in zip(others, (19, 19, 20), (1, 2, 40), strict=True):
        games = finish_games(user, 4, [])
        at = (hour_of(hours) - timedelta(days=days)).replace(minute=15)
        Game.objects.filter(pk__in=[game.pk for game in games]).update(created_at=at)
    assert count_players(NOW) == {19: 2}


@pytest.mark.django_db
def test_home_and_the_lobby_tell_the_hours_in_the_zone_of_the_reader(client: Client) -> None:
    at = timezone.now().astimezone(UTC).replace(hour=19, minute=30) - timedelta(days=3)
    for number in range(FEWEST):
        finish_games(User.objects.create_user(f"Player {number}"), 1, [])
    assert read_busy_hours(timezone.now()) is not None
    Game.objects.update(created_at=at)
    cache.clear()
    for url in ("/", "/tables/"):
        assert "Most people play between 18:00 UTC and 21:00 UTC ." in read_page(client, url).text
        client.cookies["zone"] = "Asia/Tokyo"
        assert "Most people play between 03:00 and 06:00 ." in read_page(client, url).text
        del client.cookies["zone"]
