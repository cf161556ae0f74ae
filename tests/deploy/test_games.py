"""Whole games in a browser through each proxy, and a restart of everything meanwhile."""

import random
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import audit
from tests.browser.conftest import DESKTOP
from tests.browser.conftest import chromium as chromium
from tests.browser.play import record_of, see_result
from tests.browser.player import PATIENCE, BrowserPlayer
from tests.deploy.proxies import Proxy

Visit = Callable[[Proxy], BrowserPlayer]


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Visit]:
    """Open a fresh browser profile at a site that has a certificate of its own making."""
    opened = []

    def visited(proxy: Proxy) -> BrowserPlayer:
        context = chromium.new_context(
            base_url=proxy.url, viewport=DESKTOP, ignore_https_errors=True
        )
        context.set_default_timeout(PATIENCE)
        opened.append(context)
        return BrowserPlayer(context.new_page(), "keys")

    yield visited
    for context in opened:
        context.close()


def test_a_guest_plays_a_whole_game_through_a_proxy(visit: Visit, proxy: Proxy) -> None:
    guest = visit(proxy)
    guest.open_table(ais=3, lives=1)
    dice = random.Random(proxy.name)
    while guest.wait_for_turn():
        guest.move(dice)
    see_result(guest)
    assert audit.check(record_of(guest), guest.frames, guest.seat) > 2
    assert guest.refusals() == []
