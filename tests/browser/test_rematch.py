"""Spectators follow a rematch by one press, from the table and from the result page."""

import random

from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.play import play_until_asked, see_result, sit_together, turns

WAY = "Go to the rematch"


def test_spectators_follow_a_public_rematch_by_one_press(sit: Sit) -> None:
    host, friend, at_table, at_result = sit(), sit(), sit(phone=True), sit()
    dice = random.Random(8)
    sit_together(host, friend, access="public", title="Once more", seats=2, lives=1)
    play_until_asked(host, [host, friend], dice)
    path = host.page.url
    for spectator in (at_table, at_result):
        spectator.page.goto(path)
        expect(spectator.page.locator("#table .plate").first).to_be_visible()
    for mover in turns([host, friend]):
        mover.move(dice)
    see_result(at_result)
    expect(at_result.page.get_by_role("link", name=WAY)).to_have_count(0)
    at_table.wait_for_end()

    host.wait_for_end()
    host.page.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    host.page.wait_for_url(lambda url: url != path)
    host.find_seat()
    for spectator in (at_table, at_result):
        expect(spectator.page.locator("body")).to_contain_text(f"{host.name} plays again.")
        spectator.page.get_by_role("link", name=WAY).click()
        spectator.page.wait_for_url(host.page.url)
        expect(spectator.page.locator(".waiting-seats")).to_contain_text(f"Kept for {friend.name}")
    at_result.page.goto("/tables/")
    row = at_result.page.locator("#lobby li").filter(has_text="Once more")
    expect(row.get_by_role("link", name="Watch")).to_be_visible()
