"""The end of a match links to the check of its deal and to its replay."""

import pytest
from playwright.sync_api import Page, expect

from tests.screens.catalog import SCREENS
from tests.screens.frozen_browser import FrozenBrowser

DEAL = "Check this deal"
# nothing was shown before, and the frozen page has no log
ITSELF = "This record is consistent"
# elements that a click in their middle does not reach
HIDDEN = """() => [...document.querySelectorAll(
  '.sd-foot button, .sd .score-final .num, .sd-lives, [data-do=leave-game]')].filter((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return width && !each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  }).map((each) => each.textContent)"""
OUT_OF_COLUMN = """() => [...document.querySelectorAll('.sd .score-steps *')].filter((each) => {
    const column = each.closest('.sd-column').getBoundingClientRect();
    const { left, right } = each.getBoundingClientRect();
    return left < column.left || right > column.right;
  }).map((each) => each.textContent)"""


def open_check(page: Page) -> None:
    """Open the check of the deal by keyboard."""
    button = page.get_by_role("button", name=DEAL)
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name=DEAL)).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_the_bar_tells_of_the_match_whose_scores_are_shown(
    frozen: FrozenBrowser, size: str
) -> None:
    with frozen.show(SCREENS["showdown"], size, "dark") as page:
        said = page.locator(".bar-place").inner_text()
        assert ("Round 4" if size == "phone" else "match 4") in said
        assert "No fight yet" not in said


def test_while_the_game_runs_the_fingerprints_of_the_deal_are_shown(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["showdown"], "wide", "dark") as page:
        open_check(page)
        dialog = page.get_by_role("dialog", name=DEAL)
        expect(dialog).to_contain_text("The secret is revealed after the game, as it")
        for _ in range(3):
            page.keyboard.press("Tab")
        assert not page.evaluate("document.activeElement.closest('.sd') !== null")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(page.get_by_role("dialog", name="You win, 72 against 40")).to_be_visible()
        expect(page.get_by_role("button", name=DEAL)).to_be_focused()


def test_after_the_last_match_the_browser_deals_all_of_them_again(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["last-showdown"], "phone", "light") as page:
        open_check(page)
        expect(page.get_by_role("dialog", name=DEAL)).to_contain_text(ITSELF)


@pytest.mark.parametrize("size", ["laptop", "middle", "tablet"])
def test_the_scores_the_way_on_and_the_way_out_are_in_view(
    frozen: FrozenBrowser, size: str
) -> None:
    with frozen.show(SCREENS["showdown-low"], size, "dark") as page:
        assert page.evaluate(HIDDEN) == []
        assert page.evaluate(OUT_OF_COLUMN) == []
        leave = page.locator("[data-do=leave-game]:visible")
        if leave.count():
            leave.press("Tab")
            page.keyboard.press("Shift+Tab")
            expect(leave).to_be_focused()


def test_the_end_of_a_replay_keeps_its_moves_off_the_buttons_of_a_phone(
    frozen: FrozenBrowser,
) -> None:
    with frozen.show(SCREENS["replay-end"], "phone", "dark") as page:
        expect(page.locator(".transport")).to_be_visible()
        expect(page.locator(".moves-list")).to_be_hidden()
