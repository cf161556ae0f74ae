"""Home shows the next thing to do, and one filled go button only."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game, Seat
from games.table import activity, online, position, spectators, stand_ins
from tests.pages.conftest import Round, Site
from tests.pages.markup import Page
from tests.staff.sessions import staff_client, superuser
from tests.table.harness import make_users, playing_game


def read(client: Client, url: str = "/") -> Page:
    return Page(client.get(url).content.decode())


def go_buttons(page: Page) -> int:
    marked = [given.get("class", "").split() for _, given in page.shown]
    return sum("button" in names and "go" in names for names in marked)


def test_one_go_button_on_each_page_at_most(round_trip: Round) -> None:
    for url, _, _, page in round_trip.opened:
        assert go_buttons(page) <= 1, url


def test_somebody_signed_out_starts_a_game_with_one_press(client: Client, db: None) -> None:
    form = next(given for given in read(client).all("form") if given["action"] == "/play/ai/")
    answer = client.post(form["action"], {"level": "easy"})
    assert answer.status_code == 303
    game = Game.objects.get()
    assert answer.headers["Location"] == f"/game/{game.pk}/"
    assert [seat.level for seat in game.seats.all()] == ["", "easy", "easy", "easy"]


def test_a_running_game_takes_the_place_of_the_offer(client: Client, site: Site) -> None:
    client.force_login(site.guest)
    page = read(client)
    assert "Return to your table" in page.text
    assert any(link.startswith("/game/") for link in page.links())


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
    turn = "Your game is running, your turn in"
    seat = Seat.objects.get(game=game, index=0)
    for asked, lead in ((True, turn), (False, "Your game is running,")):
        Seat.objects.filter(pk=seat.pk).update(asked=asked, due_at=None)
        banner = read(client, "/rules/").text.replace(" ,", ",")
        assert f"{lead} {part}" in banner
    stand_ins.step_in(position.read(game.pk), seat)
    seat.save()
    assert f"An AI is playing your seat in {part}" in read(client, "/rules/").text
    home = read(client).text.split("Ranked")[0]
    assert f"An AI is playing your seat in {part}." in home
    assert part.capitalize() in home
    assert other not in home.lower()
    busy = client.post("/play/ai/", {"game": slug, "level": "easy"}).content.decode()
    assert f"running in {part}" in busy


def test_the_last_games_are_listed_with_place_and_company(client: Client, site: Site) -> None:
    client.force_login(site.mira)
    page = read(client)
    assert site.finished_url in page.links()
    assert "Guest 4821" in page.text


def test_a_new_player_is_told_that_there_are_no_games_yet(client: Client, site: Site) -> None:
    for game in (site.finished, site.challenged, site.running):
        game.delete()
    client.force_login(site.mira)
    assert "No games yet" in read(client).text


def test_the_account_menu_knows_guests_from_players(client: Client, site: Site) -> None:
    client.force_login(site.guest)
    assert "/accounts/keep/" in read(client).links()
    client.force_login(site.mira)
    assert "/accounts/settings/" in read(client).links()


def test_logging_out_is_a_form_and_not_a_link(client: Client, site: Site) -> None:
    client.force_login(site.mira)
    page = read(client)
    assert "/accounts/logout/" not in page.links()
    assert any(given.get("action") == "/accounts/logout/" for given in page.all("form"))


@pytest.mark.django_db(transaction=True)
def test_a_visitor_sees_who_is_here_and_a_game_to_watch(client: Client) -> None:
    mira, ola, kim, bea = make_users(4)
    playing_game([mira, ola], access="link")
    watched = playing_game([kim, bea], access="public")
    spectators.note([(watched.pk, "one"), (watched.pk, "two")])
    online.note([user.pk for user in (mira, ola, kim, bea)], {})
    page = read(client)
    assert "4 players online, 2 games running" in page.text
    assert f"{kim.name} and {bea.name}" in page.text
    assert "Casual, Density Deck, Match 1, 2 left" in page.text
    assert f"/game/{watched.pk}/" in page.links()


@pytest.mark.django_db(transaction=True)
def test_a_ranked_game_may_be_watched_a_private_one_is_nowhere(client: Client) -> None:
    secret = playing_game(make_users(2), access="link")
    assert f"/game/{secret.pk}/" not in read(client).links()
    Game.objects.filter(pk=secret.pk).update(rated=True)
    cache.clear()
    assert f"/game/{secret.pk}/" in read(client).links()


@pytest.mark.django_db(transaction=True)
def test_an_empty_site_says_what_there_is_to_do_and_counts_nothing(client: Client) -> None:
    page = read(client)
    assert "Open a table for everybody" in page.text
    assert "See how it goes" in page.text
    assert "0 player" not in page.text
    assert "0 game" not in page.text


def test_the_last_public_game_is_shown_where_none_is_played(client: Client, site: Site) -> None:
    site.running.delete()
    Game.objects.filter(pk=site.finished.pk).update(rated=True)
    page = read(client)
    assert f"{site.finished_url}replay/" in page.links()
    assert "The last game" in page.text


@pytest.mark.django_db(transaction=True)
def test_all_visitors_share_one_reading_of_the_site(client: Client) -> None:
    playing_game(make_users(2), access="public")
    read(client)
    with CaptureQueriesContext(connection) as asked:
        for _ in range(5):
            read(Client())
    assert len(asked) == 0
    assert activity.FRESH_SECONDS < 10


def test_a_player_without_games_is_led_to_the_ai_and_the_lesson_before_ranked_games(
    client: Client, db: None
) -> None:
    client.force_login(User.objects.create_user("Noor"))
    page = read(client)
    forms = [given.get("action") for given in page.all("form")]
    assert forms.index("/play/ai/") < forms.index("/queue/join/")
    assert page.text.index("Learn in three minutes") < page.text.index("Players of about your")
    (first,) = [
        given for _, given in page.shown if {"button", "go"} <= set(given.get("class", "").split())
    ]
    assert "big" in first["class"]
    assert "Find a ranked game" not in page.text


def test_a_player_with_games_finds_ranked_games_first(client: Client, site: Site) -> None:
    site.running.delete()
    client.force_login(site.mira)
    page = read(client)
    assert page.text.index("Find a ranked game") < page.text.index("Play the AI")


@pytest.mark.parametrize("url", ["/rules/", "/rules/rps-extreme/", "/learn/practice/"])
def test_the_menu_says_where_one_is_on_pages_below_it(client: Client, db: None, url: str) -> None:
    links = [given for given in read(client, url).all("a") if given.get("href") == "/learn/"]
    assert "aria-current" in links[0]


def test_the_admin_names_several_of_a_thing_as_one_does(db: None) -> None:
    page = read(staff_client(superuser()), "/admin/")
    assert "Matches" in page.text
    assert "Matchs" not in page.text
