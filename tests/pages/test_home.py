"""Home shows the next thing to do, and one filled go button only."""

import pytest
from django.test import Client

from games.models import Game, Seat
from games.table import position, stand_ins
from tests.pages.conftest import Round, Site
from tests.pages.markup import Page
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
