"""The avatar that a player chooses, and the one from the name without a choice."""

import re

import pytest
from django.test import Client

from accounts import avatars
from accounts.models import User
from games.live import frames, table_list
from games.models import Seat
from games.positions.position import read_position
from tests.pages.markup import read_page
from tests.project_files import ROOT
from tests.table.harness import Driver, make_users, open_table, playing_game

pytestmark = pytest.mark.django_db
CHOICE = {"form": "avatar", "drawing": "totem", "color": "3"}
SUITS = ROOT / "density/static/density/suits.svg"
AVATAR = re.compile(
    r'class="avatar" data-tone="(\d)"[^>]*>\s*<svg>.*?</svg>(?:<svg.*?#(\w+)"|<b>(.)</b>)', re.S
)


@pytest.fixture
def mira(client: Client) -> User:
    (user,) = make_users(1, "Mira")
    client.force_login(user)
    return user


def drawn_avatars(client: Client, url: str) -> list[tuple[str, str]]:
    """Return the color, and the drawing or letter, of each avatar of a user on a page."""
    found = AVATAR.findall(client.get(url).content.decode())
    return [(color, drawing or letter) for color, drawing, letter in found]


def test_without_a_choice_the_avatar_follows_the_name_and_stays(client: Client, mira: User) -> None:
    first = drawn_avatars(client, f"/players/{mira.name}/")
    assert {letter for _color, letter in first} == {"M"}
    assert len(set(first)) == 1
    assert drawn_avatars(client, "/accounts/settings/")[0] == first[0]


def test_the_choice_is_saved_and_every_page_of_the_player_shows_it(
    client: Client, mira: User
) -> None:
    assert client.post("/accounts/settings/", CHOICE)["Location"] == "/accounts/settings/#profile"
    own, other = ("3", "totem"), make_users(1, "Ola")[0]
    for url in ("/friends/", f"/players/{mira.name}/", f"/players/{mira.name}/games/"):
        assert own in drawn_avatars(client, url), url
    mira.refresh_from_db()
    game = playing_game([mira, other], lives=1, access="public")
    client.logout()
    assert own in drawn_avatars(client, "/tables/")
    Driver(game.pk).finish()
    assert own in drawn_avatars(client, f"/game/{game.pk}/")
    client.force_login(other)
    assert own in drawn_avatars(client, "/friends/")
    assert own in drawn_avatars(client, "/players/?search=mira")


def test_a_script_gets_no_page_and_a_choice_that_does_not_exist_is_not_saved(
    client: Client, mira: User
) -> None:
    answer = client.post("/accounts/settings/", CHOICE, headers={"accept": "text/plain"})
    assert answer.status_code == 204
    for wrong in ({"drawing": "dragon"}, {"color": "8"}, {"color": "-1"}, {"color": ""}):
        client.post("/accounts/settings/", CHOICE | wrong)
        assert User.objects.get(pk=mira.pk).avatar == "totem-3"


def test_the_settings_show_the_choice_with_a_name_for_each_drawing_and_color(
    client: Client, mira: User
) -> None:
    client.post("/accounts/settings/", CHOICE)
    page = read_page(client, "/accounts/settings/")
    checked = {(given["name"], given["value"]) for given in page.all("input") if "checked" in given}
    assert {("drawing", "totem"), ("color", "3")} <= checked
    for words in ("First letter of your name", "Hexagon", "Potion", "Lagoon"):
        assert words in page.text


def test_the_table_shows_it_to_players_and_to_no_one_from_whom_the_name_is_hidden(
    client: Client, mira: User
) -> None:
    User.objects.filter(pk=mira.pk).update(avatar="blue-2", presence_for="nobody")
    table = open_table(User.objects.get(pk=mira.pk), seats=3, access="public")
    seats = frames.seats_frame(read_position(table.pk))
    assert seats[0]["avatar"] == "blue-2"
    assert "blue-2" not in str(frames.without_names(seats, {0}))
    assert "blue-2" not in str(table_list.make_frame())
    Seat.objects.update(hides_name=False)
    assert table_list.make_frame()["tables"][0]["seats"][0]["avatar"] == "blue-2"


def test_every_drawing_is_in_the_sheet_and_equals_that_of_its_game() -> None:
    drawn = dict(re.findall(r'<symbol id="(\w+)" [^>]*>(.*?)</symbol>', SUITS.read_text()))
    assert avatars.DRAWINGS.keys() - {avatars.LETTER} <= drawn.keys()
    for sheet in ROOT.glob("games/*/static/*/items.svg"):
        for name, path in re.findall(r'<symbol id="(\w+)" [^>]*>(.*?)</symbol>', sheet.read_text()):
            if name in avatars.DRAWINGS:
                assert drawn[name] == path, name
