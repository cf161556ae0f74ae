"""The pages of a site without games."""

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.pages.markup import Page, browser_of
from tests.pages.validity import find_faults
from tests.table.harness import make_users, open_table

pytestmark = pytest.mark.django_db

BOARDS = [f"/leaderboards/?view={view}" for view in ("global", "around", "friends", "week")]
PAGES = ["/", "/tables/", "/learn/", "/learn/puzzles/", "/queue/", "/deals/", *BOARDS]
OWN = ["/friends/", "/accounts/settings/", "/players/Person%200/", "/players/Person%200/games/"]


@pytest.mark.parametrize("known", [False, True], ids=["visitor", "user"])
def test_every_page_is_valid(client: Client, *, known: bool) -> None:
    if known:
        client.force_login(make_users(1)[0])
    pages = {url: Page(client.get(url).text) for url in PAGES + (OWN if known else [])}
    assert {url: find_faults(page) for url, page in pages.items() if find_faults(page)} == {}
    assert {url: page.broken for url, page in pages.items() if page.broken} == {}


def button_links(url: str, user: User | None) -> list[str]:
    """Return the addresses of the buttons in the middle of a page."""
    client = Client() if user is None else browser_of(user)
    page = Page(client.get(url).text.partition('<main id="main"')[2])
    return [given["href"] for given in page.all("a") if "button" in given.get("class", "").split()]


@pytest.mark.parametrize(
    ("url", "way"),
    [
        ("/tables/", "/tables/new/?access=public"),
        ("/friends/", "/tables/new/"),
        ("/leaderboards/", "/queue/?game=density-deck"),
        ("/leaderboards/?view=around", "/queue/?game=density-deck"),
        ("/leaderboards/?view=friends", "/friends/"),
        ("/players/Person%200/", "/"),
        ("/players/Person%200/games/", "/"),
        ("/players/Person%201/games/", "/players/Person%201/challenge/"),
        ("/players/Guest%204821/games/", "/tables/"),
        ("/players/Person%200/games/?mode=casual", "/players/Person%200/games/"),
    ],
)
def test_every_empty_page_offers_the_next_step(url: str, way: str) -> None:
    mira, _ola = make_users(2)
    User.objects.create_user("Guest 4821", is_guest=True)
    assert way in button_links(url, mira)


def test_home_and_the_lobby_lead_to_the_queue_while_no_table_waits() -> None:
    (mira,) = make_users(1)
    for url in ("/", "/tables/"):
        page = Page(browser_of(mira).get(url).text)
        assert "Players in the ranked queue can share a casual table" in page.text
    open_table(mira, access="public")
    cache.clear()
    for url in ("/", "/tables/"):
        assert "Players in the ranked queue can share" not in Client().get(url).text
