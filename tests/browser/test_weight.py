"""The transferred bytes of the table, including headers."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.chromium("its debugging protocol counts what is received")

FIRST_VISIT, REPEATED, SHEETS = 140_000, 15_000, 24_000
REQUESTS = 25
SUITS = 3  # of a hand
PLAY = {"en": "Play a game against the AI", "de": "Gegen die KI spielen"}


class Scale:
    """Counts the bytes that a page receives, without fonts."""

    def __init__(self, page: Page) -> None:
        self.weights: dict[str, int] = {}
        self._names: dict[str, str] = {}
        # of the static texts
        self.encodings: set[str] = set()
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        line.on("Network.responseReceived", self._begins)
        line.on("Network.loadingFinished", self._arrived)

    def _begins(self, event: dict[str, Any]) -> None:
        if event["type"] != "Font":
            self._names[event["requestId"]] = url = event["response"]["url"]
            if "/static/" in url and url.endswith((".js", ".css")):
                headers = event["response"]["headers"]
                self.encodings.add(headers.get("Content-Encoding", headers.get("content-encoding")))

    def _arrived(self, event: dict[str, Any]) -> None:
        name = self._names.get(event["requestId"])
        if name and event["encodedDataLength"]:
            self.weights[name] = self.weights.get(name, 0) + int(event["encodedDataLength"])

    @property
    def total(self) -> int:
        """All bytes so far."""
        return sum(self.weights.values())

    def find_weights(self, part: str) -> list[int]:
        """Return the bytes of each file with this part in its address."""
        return [weight for name, weight in self.weights.items() if part in name]


@pytest.fixture
def reader(site: str, browser: Browser) -> Iterator[Callable[[str], Page]]:
    """Opens a new profile with a language and without background requests."""
    contexts = []

    def opened(language: str) -> Page:
        contexts.append(
            browser.new_context(base_url=site, locale=language, service_workers="block")
        )
        return contexts[-1].new_page()

    yield opened
    for context in contexts:
        context.close()


def see_table(page: Page, address: str) -> Scale:
    """Open a table and wait until everything has loaded; return its bytes."""
    scale = Scale(page)
    page.goto(address, wait_until="networkidle")
    expect(page.locator(".hand .card").first).to_be_visible()
    return scale


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_table_is_light_at_the_first_visit_and_lighter_after_it(
    reader: Callable[[str], Page], language: str
) -> None:
    page = reader(language)
    page.goto("/")
    page.get_by_role("button", name=PLAY[language]).click()
    page.wait_for_url("**/game/**")
    address, cookies = page.url, page.context.cookies()

    fresh = reader(language)
    fresh.context.add_cookies([{**cookie} for cookie in cookies])  # type: ignore[typeddict-item]
    first = see_table(fresh, address)
    assert "/static/" in "".join(first.weights)
    assert first.encodings == {"br"}
    # a deal shows cards of two to seven suits, and each suit has a pattern
    patterns = sorted(first.find_weights("/patterns/"))
    assert first.total - sum(patterns[:-SUITS]) < FIRST_VISIT, first.weights
    assert len(first.weights) <= REQUESTS, first.weights
    assert 0 < sum(first.find_weights(".css")) < SHEETS, first.weights
    again = see_table(fresh, address)
    assert address in again.weights
    assert again.total < REPEATED, again.weights
