"""A game from outside the project, added by one line of the settings, in a browser."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenPlayer, held_back
from tests.browser.player import BrowserPlayer, Json

ROUNDS = 7
LOWEST = "x"


def bid_card(player: BrowserPlayer, _: Json, action: Json) -> None:
    """Click a card, or press the key of the lowest one."""
    player.press_or_key(f".moves [data-bid='{action['card']}']:enabled", LOWEST)


def choose_key(player: BrowserPlayer) -> None:
    """Change the key of the lowest card in the settings at the table."""
    player.page.get_by_role("button", name="Settings").first.click()
    player.page.get_by_text("Change keys").click()
    lists = player.page.locator(".key-map h3").all_inner_texts()
    assert lists == ["Goofspiel", "At every table"]
    player.page.get_by_role("button", name="Bid the lowest card: key D").click()
    player.page.keyboard.press(LOWEST)
    player.page.keyboard.press("Escape")


def test_a_third_game_is_found_played_and_replayed(open_player: OpenPlayer) -> None:
    player = open_player(by="keys")
    page = player.page
    page.goto("/?game=goofspiel")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bid in secret for seven prizes")
    page.get_by_role("button", name="Play a game against the AI").click()
    choose_key(player)
    for number in range(ROUNDS):
        expect(page.get_by_role("heading", level=1)).to_contain_text(f"round {number + 1}")
        player.wait_until(lambda: player.view["legal"])
        player.do(player.view["legal"][0], carry_out=bid_card)
    player.wait_until(lambda: player.over)
    assert player.refusals() == []
    points = [seat["score"] for seat in player.view["seats"]]

    with held_back(page, "**/goofspiel/result/**"):
        page.get_by_role("link", name="See the result").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("finish|share|win"))
        expect(page.get_by_role("heading", name="Round by round")).to_be_visible()
        reached = page.locator(".reached b").all_inner_texts()
        assert sorted(map(int, reached)) == sorted(points)

        # a press before the script has loaded would be lost
        page.locator("summary", has_text="Check this deal").click()
        expect(page.get_by_role("button", name="Check deal")).to_be_disabled()
    page.get_by_role("button", name="Check deal").click()
    expect(page.get_by_text("The prizes are those whose fingerprint")).to_be_visible()

    page.get_by_role("link", name="Replay", exact=True).click()
    expect(page.locator(".goof-seats .plate")).to_have_count(len(points))
    page.keyboard.press("End")
    for seat, score in enumerate(points):
        expect(page.locator(f".plate[data-seat='{seat}'] .points b")).to_have_text(str(score))
    page.get_by_role("button", name="Check deal").click()
    expect(page.get_by_text("The deal matches what your browser saw")).to_be_visible()

    page.goto("/accounts/settings/")
    page.get_by_text("Change keys").click()
    expect(page.locator(".key-map h3")).to_have_text(
        ["Density Deck", "Rock Paper Scissors Extreme", "Goofspiel", "At every table"]
    )
    expect(page.get_by_role("button", name="Bid the lowest card: key X")).to_be_visible()
    assert player.complaints == []
