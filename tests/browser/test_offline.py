"""A page that cannot be loaded says so and reloads automatically."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenLine, OpenPlayer

KEPT = "navigator.serviceWorker.ready.then(() => caches.keys()).then((names) => names.length)"


@pytest.mark.engines
def test_a_page_without_a_connection_tells_so_and_comes_back(
    open_player: OpenPlayer, open_line: OpenLine
) -> None:
    line = open_line()
    page = open_player(at=line.url).page
    page.goto("/rules/")
    assert page.evaluate(KEPT) == 1
    line.cut()
    page.goto("/tables/")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    expect(page.get_by_role("link", name="Try again")).to_be_visible()
    line.mend()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tables")
