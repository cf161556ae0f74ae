"""Lists do not move under the reader: moves of a replay, tables of the lobby."""

import json
import re
from datetime import datetime, timedelta

from playwright.sync_api import Page, ViewportSize, WebSocketRoute, expect

from tests.browser.conftest import OpenPlayer
from tests.browser.player import Json

LOW: ViewportSize = {"width": 1366, "height": 500}


def make_row(number: int) -> Json:
    """Return a lobby entry of a table."""
    seats = [{"kind": "player", "name": f"Host {number}"}, {"kind": "empty", "name": ""}]
    return {
        "id": f"table{number}",
        "url": f"/game/table{number}/",
        "title": f"Table {number}",
        "join_url": f"/game/table{number}/join/",
        "host": f"Host {number}",
        "open": True,
        "locked": False,
        "slug": "density-deck",
        "game": "Density Deck",
        "edition": "current",
        "free": 20,
        "match": None,
        "left": None,
        "watchers": 0,
        "rated": False,
        "seats": seats,
    }


class Lobby:
    """A fake socket of the lobby that sends any tables."""

    def __init__(self, page: Page) -> None:
        self.wires: list[WebSocketRoute] = []
        self.stamp = 0
        page.route_web_socket(re.compile("/ws/tables/"), self._join)

    def _join(self, wire: WebSocketRoute) -> None:
        self.wires.append(wire)

    def show(self, *numbers: int) -> None:
        """Send the list of these tables."""
        self.stamp += 1
        frame = {"type": "tables", "stamp": self.stamp, "tables": [make_row(n) for n in numbers]}
        self.wires[-1].send(json.dumps(frame))


def test_tables_that_open_above_the_reader_move_nothing_in_sight(open_player: OpenPlayer) -> None:
    page = open_player().page
    page.set_viewport_size(LOW)
    lobby = Lobby(page)
    page.goto("/tables/")
    page.wait_for_load_state()
    lobby.show(*range(10, 40))
    rows = page.locator("#lobby li")
    expect(rows).to_have_count(30)
    target = rows.filter(has_text="Table 25")
    target.get_by_role("link", name="Join").focus()
    target.evaluate("row => scrollBy(0, row.getBoundingClientRect().top - 200)")
    before = target.bounding_box()
    lobby.show(*range(5, 40))
    expect(rows).to_have_count(35)
    assert target.bounding_box() == before
    expect(target.get_by_role("link", name="Join")).to_be_focused()
    lobby.show(*range(15, 40))
    expect(rows).to_have_count(25)
    assert target.bounding_box() == before
    expect(target.get_by_role("link", name="Join")).to_be_focused()
    # at the top of the page, new entries appear
    page.evaluate("scrollTo(0, 0)")
    lobby.show(*range(10, 40))
    expect(rows).to_have_count(30)
    assert page.evaluate("scrollY") == 0


def test_a_replay_that_plays_takes_no_reader_away_from_other_moves(
    open_player: OpenPlayer, finished_game: str
) -> None:
    page = open_player().page
    page.set_viewport_size(LOW)
    # the replay is stepped by hand, so that it is at a known step
    page.clock.install()
    page.goto(f"{finished_game}replay/?match=1&step=0")
    moves, current = page.locator("ol.moves-list"), page.locator(".moves-list [aria-current=step]")
    way = page.get_by_role("button", name="Go to the current move")
    # even a short match shows two moves
    moves.evaluate("list => { list.style.maxHeight = '5rem'; }")
    expect(way).to_have_count(0)
    page.keyboard.press("End")
    expect(current).to_be_in_viewport()
    page.keyboard.press("Home")
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    page.get_by_role("button", name="Play", exact=True).click()
    step = page.locator(".transport-step")
    shown = step.inner_text()
    moves.evaluate("list => { list.scrollTop = list.scrollHeight; }")
    expect(way).to_be_visible()
    for _ in range(2):
        while step.inner_text() == shown:
            page.clock.run_for(200)
        shown = step.inner_text()
    expect(moves.locator("> *").last).to_be_in_viewport()
    way.click()
    expect(current).to_be_in_viewport()
    expect(way).to_have_count(0)
