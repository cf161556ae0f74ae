"""A pushed message is shown, unless the site is looked at, and a press opens its page."""

from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.pushes import LOOKED, PRESS, SHOWN, push, start_worker

MESSAGE = {
    "title": "Game found",
    "body": "Tom waits for you.",
    "path": "/tables/",
    "tag": "one",
    "stop": "/accounts/push/stop/token/",
    "stop_words": "Stop these",
    "stop_hint": "You stop these in your settings.",
}


def test_a_pushed_message_is_shown_and_a_press_opens_its_page(sit: Sit, site: str) -> None:
    page = sit().page
    worker, line = start_worker(page)
    push(line, site, MESSAGE)
    worker.evaluate(LOOKED, 1)
    page.goto("about:blank")
    push(line, site, MESSAGE)
    worker.evaluate(LOOKED, 2)
    assert worker.evaluate(SHOWN) == [[MESSAGE["title"], MESSAGE["body"], MESSAGE["path"]]]
    page.goto("/rules/")
    worker.evaluate(PRESS)
    expect(page.get_by_role("heading", level=1)).to_have_text("Tables")
