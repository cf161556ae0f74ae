"""A player who comes back finds the last costly decision at home, and hides what is unwanted."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPlayer
from tests.browser.test_coach import give_all_up, see_a_costly_decision


@pytest.mark.chromium("the server makes the whole page")
def test_home_leads_to_the_costliest_decision_and_hides_a_part(open_player: OpenPlayer) -> None:
    player = open_player(by="keys")
    page = player.page
    path = give_all_up(player)
    page.goto(f"{path}replay/?view={player.seat}&match=1&step=0")
    see_a_costly_decision(page)

    page.goto("/")
    today = page.get_by_role("region", name="Today")
    link = today.get_by_role("link", name="Find the better choice")
    asked = re.search(r"match=(\d+)&step=(\d+)", str(link.get_attribute("href")))
    assert asked is not None
    link.click()
    expect(page.locator("[data-option]").first).to_be_visible()
    before = f"match={asked[1]}&step={int(asked[2]) - 1}&learn=1"
    expect(page).to_have_url(re.compile(f"{before}$"))

    page.goto("/")
    goals = today.get_by_role("heading", name="Your next goals")
    expect(goals).to_be_visible()
    for shown in (False, True):
        today.get_by_text("Choose what you see").click()
        today.get_by_role("button", name="Your next goals").click()
        expect(page).to_have_url(re.compile(r"/#today$"))
        expect(goals).to_have_count(int(shown))
    assert player.complaints == []
