"""The sheet with all cards fits the pages of a printer."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPlayer

PAGE = re.compile(rb"/Type\s*/Page\b")


@pytest.mark.chromium("only Chromium prints a page as PDF")
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_cards_fill_four_pages_and_none_is_cut(open_player: OpenPlayer, paper: str) -> None:
    page = open_player().page
    page.goto("/rules/rps-extreme/")
    page.get_by_role("link", name="Print the cards").click()
    expect(page.locator(".print-cards > li")).to_have_count(30)
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    assert len(PAGE.findall(page.pdf(format=paper, print_background=True))) == 4
    # at the size of a playing card, each effect is inside its card
    outside = page.locator(".print-cards > li").evaluate_all(
        """cards => cards.filter((card) => {
            const text = card.querySelector("p");
            return text.scrollHeight > text.clientHeight || text.scrollWidth > text.clientWidth;
        }).map((card) => card.textContent.trim())"""
    )
    assert outside == []
