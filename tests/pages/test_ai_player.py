"""Profiles of AI players with accounts, and playing against them."""

import re

import pytest
from django.test import Client

from accounts.models import AiAccount, Follow, Mute
from accounts.ratings import ai_accounts
from games.models import Game, Seat
from games.registry import GAMES
from tests.pages.markup import Page, browser_of, read_page
from tests.table.harness import (
    Driver,
    establish_ranks,
    make_users,
    open_all_pages,
    playing_game,
    seal_deal,
)

pytestmark = pytest.mark.django_db(transaction=True)
SLUG = "density-deck"


def page_words(page: Page) -> str:
    return " ".join(page.words)


@pytest.mark.parametrize("slug", [slug for slug in GAMES if GAMES[slug].ranked])
def test_a_page_says_what_an_ai_player_is_and_opens_a_game_against_it(
    client: Client, slug: str
) -> None:
    level = GAMES[slug].levels[-1]
    name = ai_accounts.account_names(slug, level)[0]
    page = read_page(Client(), f"/players/{name.lower()}/?game={slug}")
    assert not page.broken
    shown = page_words(page)
    assert f"AI, {level.capitalize()}" in shown
    assert "not a person" in shown
    assert str(GAMES[slug].ai_ratings[level]) in shown
    fields = {given["name"]: given["value"] for given in page.all("input") if "value" in given}
    answer = client.post("/play/ai/", fields)
    assert answer.status_code == 303
    seats = Seat.objects.filter(game__host__isnull=False, kind="ai").order_by("index")
    assert seats[0].name == name
    assert {seat.level for seat in seats} == {level}


def test_an_unknown_opponent_is_refused_and_makes_no_guest(client: Client) -> None:
    for sent in ("Mira", "Topaz\0", "Mica" * 99, "easy"):
        answer = client.post("/play/ai/", {"level": "master", "opponent": sent})
        assert answer.status_code == 400
    assert not Game.objects.exists()
    assert "_auth_user_id" not in client.session


def test_nothing_that_is_for_people_is_done_with_an_ai_player() -> None:
    ai_accounts.account_names(SLUG, "master")
    client = browser_of(make_users(1)[0])
    page = read_page(client, "/players/Topaz/")
    assert [given["action"] for given in page.all("form") if "Topaz" in given["action"]] == []
    for what in ("mute", "follow", "block"):
        assert client.post(f"/players/Topaz/{what}/", {"on": "1"}).status_code == 404
    for what in ("games/", "games.json", "games.csv", "challenge/"):
        assert client.get(f"/players/Topaz/{what}").status_code == 404
    assert not Follow.objects.exists()
    assert not Mute.objects.exists()


def test_a_result_links_its_ai_players_and_histories_mark_them(client: Client) -> None:
    (user,) = establish_ranks(make_users(1))
    client.force_login(user)
    client.post("/play/ai/", {"game": SLUG, "level": "easy", "length": "quick"})
    game = Game.objects.get()
    open_all_pages(game.pk)
    seal_deal(game, [user])
    Driver(game.pk).finish()
    names = list(Seat.objects.filter(kind="ai").values_list("name", flat=True))
    links = {given["href"] for given in read_page(client, f"/game/{game.pk}/").all("a")}
    assert {f"/players/{name}/" for name in names} <= links
    history = page_words(read_page(client, f"/players/{user.name}/games/"))
    assert all(f"{name} (AI)" in history for name in names)
    # an older game, whose AI players had no accounts
    AiAccount.objects.all().delete()
    links = {given["href"] for given in read_page(client, f"/game/{game.pk}/").all("a")}
    assert not {f"/players/{name}/" for name in names} & links


def test_public_games_are_on_the_page_of_an_ai_player() -> None:
    ai_accounts.account_names(SLUG, "master")
    game = Game.objects.create(
        slug=SLUG, edition="current", ruleset={"seats": 2}, access=Game.Access.PUBLIC
    )
    for index, (kind, name, level) in enumerate([("player", "Ola", ""), ("ai", "Topaz", "master")]):
        Seat.objects.create(
            game=game, index=index, kind=kind, name=name, level=level, place=2 - index
        )
    AiAccount.objects.filter(name="Topaz").update(
        recent=["gone", game.pk],
        places={"1": 3, "4": 1},
        results=2,
        days=[["2026-11-20", 1690, 1], ["2026-11-21", 1701, 2]],
        rating=1701,
    )
    page = read_page(Client(), "/players/Topaz/")
    shown = page_words(page)
    assert f"/game/{game.pk}/" in {given["href"] for given in page.all("a")}
    assert "Ola" in shown
    assert "75%" in shown
    assert "based on 2 games that count" in shown
    assert "1701 +11" in shown
    # far from every tier, the graph has a line at its lowest and at its highest rating
    AiAccount.objects.filter(name="Topaz").update(
        days=[["2026-11-20", 201, 1], ["2026-11-21", 233, 2]], rating=233
    )
    shown = page_words(read_page(Client(), "/players/Topaz/"))
    assert "201 233" in shown


@pytest.mark.parametrize("slug", [slug for slug in GAMES if GAMES[slug].ranked])
def test_the_page_of_an_ai_player_says_the_score_of_its_games_of_two(slug: str) -> None:
    (user,) = make_users(1)
    game = playing_game([user], slug=slug, ais=1, access="public")
    seat = game.seats.get(kind="ai")
    game.seats.filter(kind="ai").update(name=ai_accounts.account_names(slug, seat.level)[0])
    seat.refresh_from_db()
    Driver(game.pk).finish()
    last = game.matches.latest("number")
    ends = last.lives or last.scores or {}
    AiAccount.objects.filter(slug=slug, name=seat.name).update(recent=[game.pk])
    shown = page_words(read_page(Client(), f"/players/{seat.name}/"))
    place = "Win" if game.seats.get(kind="ai").place == 1 else "Loss"
    score = f"{ends[str(seat.index)]} : {ends[str(1 - seat.index)]}"
    assert re.search(rf"{place} {user.name} {score}", " ".join(shown.split()))


def test_leaderboards_list_ai_players_only_where_they_are_asked_for() -> None:
    ai_accounts.account_names(SLUG, "master")
    AiAccount.objects.filter(name="Topaz").update(results=20, rating=1777)
    AiAccount.objects.filter(name="Beryl").update(results=19)
    assert "Topaz" not in page_words(read_page(Client(), "/leaderboards/"))
    page = read_page(Client(), "/leaderboards/?ai=1")
    assert "Topaz" in page_words(page)
    assert "1777" in page_words(page)
    assert "Beryl" not in page_words(page)
    assert "Topaz" not in Client().get("/api/v1/leaderboards/").content.decode()
