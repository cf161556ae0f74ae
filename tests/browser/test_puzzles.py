"""The daily puzzle by keyboard and on a phone, and copying its result."""

import re
from pathlib import Path

import pytest
import redis
from playwright.sync_api import expect

from density.server import valkey
from tests.browser.conftest import OpenPlayer
from tests.browser.play import stop_clock

RESULT = re.compile(r"Density Deck puzzle, \w+\.? \d+, \d{4}: (not )?solved")


@pytest.fixture(autouse=True)
def forget_solutions(site: str, site_folder: Path) -> None:
    """Forget that solutions were shown at the IP address that all test browsers share."""
    with redis.Redis.from_url(valkey.socket_url(site_folder)) as line:
        for key in line.scan_iter("*puzzles:shown:*"):
            line.delete(key)


def test_the_daily_puzzle_is_solved_by_keyboard_and_its_result_copied(
    open_player: OpenPlayer,
) -> None:
    person = open_player(by="keys")
    page = person.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/learn/puzzles/")
    page.get_by_role("link", name="Solve puzzle").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Puzzle of the day")
    expect(page.locator("#verdict")).to_have_count(0)
    page.wait_for_load_state()  # its keys work once the scripts have loaded
    page.keyboard.press("1")  # a visitor becomes a guest with a profile
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator("#result")).to_have_value(RESULT)
    stop_clock(page)
    page.get_by_role("button", name="Copy").press("Enter")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert RESULT.match(copied)
    assert copied.splitlines()[1] == page.url
    page.clock.resume()
    first = page.url
    page.keyboard.press("n")
    expect(page.locator("#question")).to_be_focused()
    assert page.url != first
    page.keyboard.press("2")
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator(".puzzle-worth")).to_contain_text("your choice")
    expect(page.locator("#result")).to_have_count(0)
    assert person.complaints == []


def test_the_daily_puzzle_is_solved_on_a_phone(open_player: OpenPlayer) -> None:
    person = open_player(by="touch", phone=True)
    page = person.page
    page.goto("/")
    person.tap(page.get_by_role("link", name="Solve puzzle"))
    answers = page.locator(".choices button")
    expect(answers.first).to_be_visible()
    for box in [each.bounding_box() for each in answers.all()]:
        assert box is not None
        assert box["height"] >= 44
    person.tap(answers.last)
    expect(page.locator("#verdict")).to_be_visible()
    person.tap(page.get_by_role("link", name="Next puzzle"))
    expect(page.locator("#question")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert person.complaints == []


def test_a_puzzle_is_a_form_without_scripts(open_player: OpenPlayer) -> None:
    person = open_player()
    page = person.page
    page.context.route("**/*.js", lambda route: route.abort())
    page.goto("/learn/puzzles/daily/")
    page.locator(".choices button").first.click()
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator("#result")).to_have_value(RESULT)
