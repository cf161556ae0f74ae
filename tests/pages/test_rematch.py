"""The rematch for spectators, players and latecomers."""

import random
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.db.models import F
from django.test import Client

from accounts.models import User
from games.lobby import rematch, seating
from games.models import Game
from tests.pages.markup import browser_of, read_page
from tests.table.harness import Driver, make_users, open_all_pages, playing_game, seal_deal

pytestmark = pytest.mark.django_db(transaction=True)


def played_out(game: Game, users: Sequence[User]) -> Game:
    open_all_pages(game.pk)
    seal_deal(game, users)
    return Driver(game.pk, random.Random(5)).finish()


def finish_game(users: Sequence[User], slug: str = "density-deck", **options: Any) -> Game:
    short = {"target": 5} if slug == "rps-extreme" else {"lives": 1}
    game = playing_game(users, slug=slug, **short, **options)
    return Driver(game.pk, random.Random(5)).finish()


def again_by(game: Game, user: User) -> Game:
    table = rematch.play_again(game.pk, user)
    assert isinstance(table, Game), table
    return table


def where_it_goes_on(user: User | None, game: Game) -> str:
    """Return the redirect of the rematch URL for a user, or None for a visitor."""
    client = Client() if user is None else browser_of(user)
    return str(client.get(f"/game/{game.pk}/again/").headers["Location"])


def test_a_player_for_whom_no_seat_is_left_is_led_to_watch_the_rematch() -> None:
    mira, ola, kim = make_users(3)
    game = finish_game([mira, ola])
    table = again_by(game, mira)
    Game.objects.filter(pk=game.pk).update(finished_at=F("finished_at") - timedelta(seconds=21))
    assert seating.join_table(table.pk, kim) is None
    page = read_page(browser_of(ola), f"/game/{game.pk}/")
    assert "rematch" not in [form.get("id") for form in page.all("form")]
    assert f"{mira.name} is playing again." in page.text
    assert where_it_goes_on(ola, game) == f"/game/{table.pk}/"


def test_the_address_of_a_rematch_leads_to_the_newest_of_a_chain() -> None:
    mira, ola, kim = make_users(3)
    first = finish_game([mira, ola])
    second = again_by(first, mira)
    again_by(first, ola)
    second = played_out(second, [mira, ola])
    assert where_it_goes_on(kim, first) == f"/game/{second.pk}/"
    third = again_by(second, ola)
    for game in (first, second):
        for user in (mira, ola, kim):
            assert where_it_goes_on(user, game) == f"/game/{third.pk}/"
    seating.leave_seat(third.pk, ola.pk)
    assert where_it_goes_on(kim, first) == f"/game/{second.pk}/"
    assert where_it_goes_on(kim, second) == f"/game/{second.pk}/"


def test_the_rematch_of_a_closed_table_is_shown_to_its_players_alone() -> None:
    mira, ola, kim = make_users(3)
    game = finish_game([mira, ola])
    Game.objects.filter(pk=game.pk).update(access="password", password=make_password("open sesame"))
    table = again_by(game, mira)
    assert where_it_goes_on(kim, game) == f"/game/{game.pk}/"
    assert where_it_goes_on(ola, game) == f"/game/{table.pk}/"
    assert mira.name not in read_page(browser_of(kim), f"/game/{table.pk}/").text
    # her seat is reserved, since she entered the password of the last game
    answer = browser_of(ola).post(f"/game/{game.pk}/again/")
    assert answer.headers["Location"] == f"/game/{table.pk}/"
    table.refresh_from_db()
    assert table.status == Game.Status.SEALING
