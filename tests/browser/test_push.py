"""A push is shown unless the site is visible, and a click opens its page."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPlayer
from tests.browser.pushes import LOOKED, SHOWN, deliver_push, press_notification, start_worker

pytestmark = pytest.mark.chromium("a push is sent by its debugging protocol")

MESSAGE = {
    "title": "Game found",
    "body": "Tom waits for you.",
    "path": "/tables/",
    "tag": "one",
    "stop": "/accounts/push/stop/token/",
    "stop_words": "Turn these off",
    "stop_hint": "You can turn these off in your settings.",
}


def test_a_pushed_message_is_shown_and_a_press_opens_its_page(
    open_player: OpenPlayer, site: str
) -> None:
    page = open_player().page
    worker, line = start_worker(page)
    deliver_push(line, site, MESSAGE)
    worker.evaluate(LOOKED, 1)
    page.goto("about:blank")
    deliver_push(line, site, MESSAGE)
    worker.evaluate(LOOKED, 2)
    assert worker.evaluate(SHOWN) == [[MESSAGE["title"], MESSAGE["body"], MESSAGE["path"]]]
    page.goto("/rules/")
    press_notification(worker)
    expect(page.get_by_role("heading", level=1)).to_have_text("Tables")


def path_of(page: Page) -> str:
    """Return the path of a page."""
    return urlsplit(page.url).path


def test_a_press_takes_no_page_away_from_a_running_game(open_player: OpenPlayer) -> None:
    player = open_player()
    worker, _ = start_worker(player.page)
    player.play_ai("Easy")
    game = path_of(player.page)
    assert press_notification(worker, "/queue/") == ["/queue/"]
    assert path_of(player.page) == game
    # its page is already open
    assert press_notification(worker, game) == []
    assert path_of(player.page) == game

    idle = player.page.context.new_page()
    idle.goto("/rules/")
    assert press_notification(worker, game) == []
    assert path_of(idle) == "/rules/"
    assert press_notification(worker, "/tables/") == []
    expect(idle.get_by_role("heading", level=1)).to_have_text("Tables")
    assert path_of(player.page) == game
    expect(player.page.get_by_role("group", name="Your hand")).to_be_visible()


def test_a_press_leaves_lessons_queues_and_half_written_forms_alone(
    open_player: OpenPlayer,
) -> None:
    page = open_player().page
    worker, _ = start_worker(page)
    for busy in ("/learn/first-game/", "/learn/practice/", "/queue/"):
        page.goto(busy)
        page.wait_for_load_state()
        assert press_notification(worker, "/tables/") == ["/tables/"], busy
        assert path_of(page) == busy
    page.goto("/tables/new/")
    page.get_by_text("More options").click()
    page.locator("[name=title]").fill("Slow evening")
    assert press_notification(worker, "/tables/") == ["/tables/"]
    expect(page.locator("[name=title]")).to_have_value("Slow evening")
    page.locator("[name=title]").fill("")
    assert press_notification(worker, "/tables/") == []
    expect(page.get_by_role("heading", level=1)).to_have_text("Tables")
