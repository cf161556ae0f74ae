"""The table of Rock Paper Scissors Extreme: where focus goes, and what lies over nothing else."""

import pytest
from playwright.sync_api import Page, expect

from tests.screens.catalog import SCREENS
from tests.screens.frozen_browser import FrozenBrowser

FIRST = {
    "rps-throw": "[data-do=throw]",
    "rps-window": "[data-do=drink]",
    "rps-score": "[data-do=score]",
    "rps-pick": ".center button[data-mark]",
    "rps-break": "[data-side=theirs] button[data-mark]",
}


@pytest.mark.parametrize("name", FIRST)
def test_a_question_takes_the_focus_to_its_first_act(frozen: FrozenBrowser, name: str) -> None:
    with frozen.show(SCREENS[name], "middle", "light") as page:
        first = page.locator(FIRST[name]).first
        expect(first).to_be_focused()
        assert first.evaluate("each => each.matches(':focus-visible')")


def covered(page: Page, above: str, below: str) -> bool:
    """Whether one part of the page lies over some of others."""
    return bool(
        page.evaluate(
            """([above, below]) => {
              const box = document.querySelector(above).getBoundingClientRect();
              return [...document.querySelectorAll(below)].some((each) => {
                const { left, right, top, bottom } = each.getBoundingClientRect();
                const beside = left >= box.right || right <= box.left;
                return !beside && top < box.bottom && bottom > box.top;
              });
            }""",
            [above, below],
        )
    )


@pytest.mark.parametrize("size", ["phone", "small", "lying"])
def test_the_bar_of_a_potion_lies_beside_the_own_cards(frozen: FrozenBrowser, size: str) -> None:
    with frozen.show(SCREENS["rps-window"], size, "dark") as page:
        assert not covered(page, ".window", "[data-side=own] [data-item]")
        assert not covered(page, ".verdict", ".disc-face, .disc-words")


@pytest.mark.parametrize("size", ["phone", "small", "lying"])
def test_the_end_of_a_game_leaves_the_bar_readable(frozen: FrozenBrowser, size: str) -> None:
    with frozen.show(SCREENS["rps-end"], size, "dark") as page:
        assert not covered(page, ".bar-stake b", ".bar-end .pill")
        result = page.locator(".game-result")
        assert result.evaluate("each => each.scrollHeight <= each.clientHeight + 1")
        expect(result).to_contain_text("21 points")
