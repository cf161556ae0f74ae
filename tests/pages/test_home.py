"""The home page shows the next thing to do, and only one primary button."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.live import online, table_list
from games.live.commands import stand_ins
from games.models import Game, Seat
from games.positions import position
from tests.pages.conftest import Round
from tests.pages.markup import Page, read_page
from tests.table.harness import make_users, playing_game


def go_buttons(page: Page) -> int:
    marked = [given.get("class", "").split() for _, given in page.shown]
    return sum("button" in names and "go" in names for names in marked)


def test_one_go_button_on_each_page_at_most(round_trip: Round) -> None:
    for url, _, _, page in round_trip.opened:
        assert go_buttons(page) <= 1, url


@pytest.mark.parametrize(
    ("slug", "part"), [("density-deck", "match 1"), ("rps-extreme", "challenge 1")]
)
@pytest.mark.django_db(transaction=True)
def test_every_page_tells_of_a_running_game_in_its_own_words(
    client: Client, slug: str, part: str
) -> None:
    mira, ola = make_users(2)
    game = playing_game([mira, ola], slug=slug)
    client.force_login(mira)
    other = "match" if "challenge" in part else "challenge"
    turn = "It’s your turn in"
    seat = Seat.objects.get(game=game, index=0)
    for asked, lead in ((True, turn), (False, "Your game is in progress,")):
        Seat.objects.filter(pk=seat.pk).update(asked=asked, due_at=None)
        banner = read_page(client, "/rules/").text.replace(" ,", ",")
        assert f"{lead} {part}" in banner
    stand_ins.step_in(position.read_position(game.pk), seat)
    seat.save()
    assert f"An AI player is playing for you in {part}" in read_page(client, "/rules/").text
    home = read_page(client, "/").text.split("Ranked")[0]
    assert f"An AI player is playing for you in {part}." in home
    assert other not in home.lower()
    busy = client.post("/play/ai/", {"game": slug, "level": "easy"})
    assert f"in progress: {part}" in Page(busy.content.decode()).text


@pytest.mark.django_db(transaction=True)
def test_a_visitor_sees_who_is_here_and_a_game_to_watch(client: Client) -> None:
    mira, ola, kim, bea = make_users(4)
    playing_game([mira, ola], access="link")
    watched = playing_game([kim, bea], access="public")
    online.note_spectators([(watched.pk, "one"), (watched.pk, "two")])
    online.note_users([user.pk for user in (mira, ola, kim, bea)], {})
    page = read_page(client, "/")
    assert "4 players online, 2 games running" in page.text
    assert f"{kim.name} and {bea.name}" in page.text
    assert "Casual, Density Deck, Match 1, 2 players left" in page.text
    assert f"/game/{watched.pk}/" in page.links()


@pytest.mark.django_db(transaction=True)
def test_a_ranked_game_may_be_watched_a_private_one_is_nowhere(client: Client) -> None:
    secret = playing_game(make_users(2), access="link")
    assert f"/game/{secret.pk}/" not in read_page(client, "/").links()
    Game.objects.filter(pk=secret.pk).update(rated=True)
    cache.clear()
    assert f"/game/{secret.pk}/" in read_page(client, "/").links()


@pytest.mark.django_db(transaction=True)
def test_all_visitors_share_one_reading_of_the_site(client: Client) -> None:
    playing_game(make_users(2), access="public")
    read_page(client, "/")
    with CaptureQueriesContext(connection) as asked:
        for _ in range(5):
            read_page(Client(), "/")
    assert len(asked) == 0
    assert table_list.FRESH_SECONDS < 10


def test_a_player_without_games_is_led_to_the_ai_and_the_lesson_before_ranked_games(
    client: Client, db: None
) -> None:
    client.force_login(User.objects.create_user("Noor"))
    page = read_page(client, "/")
    forms = [given.get("action") for given in page.all("form")]
    assert forms.index("/play/ai/") < forms.index("/queue/join/")
    assert page.text.index("Learn in three minutes") < page.text.index("Players about as strong as")
    (first,) = [
        given for _, given in page.shown if {"button", "go"} <= set(given.get("class", "").split())
    ]
    assert "big" in first["class"]
    assert "Find a ranked game" not in page.text
