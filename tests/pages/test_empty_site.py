"""The pages of a site without games."""

import pytest
from django.test import Client

from tests.pages.markup import Page
from tests.pages.validity import find_faults
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db

BOARDS = [f"/leaderboards/?view={view}" for view in ("global", "around", "friends", "week")]
PAGES = ["/", "/tables/", "/learn/", "/learn/puzzles/", "/queue/", *BOARDS]
OWN = ["/friends/", "/accounts/settings/", "/players/Person%200/", "/players/Person%200/games/"]


@pytest.mark.parametrize("known", [False, True], ids=["visitor", "user"])
def test_every_page_is_valid(client: Client, *, known: bool) -> None:
    if known:
        client.force_login(make_users(1)[0])
    pages = {url: Page(client.get(url).text) for url in PAGES + (OWN if known else [])}
    assert {url: find_faults(page) for url, page in pages.items() if find_faults(page)} == {}
    assert {url: page.broken for url, page in pages.items() if page.broken} == {}
