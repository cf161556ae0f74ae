"""Everything of a table, a replay and a lesson is in the window: nothing cut, no words on words."""

from pathlib import Path

import pytest

from tests.screens.catalog import SCREENS
from tests.screens.frozen_browser import FrozenBrowser, covered

FITS = (Path(__file__).parent / "fits.js").read_text()
SHOWN = """
replay tablet; replay laptop; replay lying; replay tiny; rps-replay tablet; rps-throw laptop
turn tiny; odds laptop; lesson-1 laptop; chosen tiny; on-bank tiny; turn tablet; turn lying
turn huge; rps-result tablet
result-second tablet; result-second middle; result-second lying; result-so-far phone
"""


@pytest.mark.parametrize("shown", SHOWN.strip().replace("\n", ";").split(";"))
def test_a_page_fits_its_window(frozen: FrozenBrowser, shown: str) -> None:
    name, size = shown.split()
    with frozen.show(SCREENS[name], size, "dark") as page:
        page.evaluate(FITS)
        assert page.evaluate("outside()") == []
        assert page.evaluate("collisions()") == []


@pytest.mark.parametrize("size", ["wide", "tablet"])
@pytest.mark.parametrize("step", [0, 2])
def test_the_card_of_a_lesson_stands_neither_on_the_hand_nor_on_what_can_be_done(
    frozen: FrozenBrowser, size: str, step: int
) -> None:
    with frozen.show(SCREENS[f"lesson-{step}"], size, "dark") as page:
        assert not covered(page, ".bubble", "[data-hand] .card, .moves .button")


def test_all_that_can_be_done_is_on_the_smallest_phone(frozen: FrozenBrowser) -> None:
    for name in ("turn", "chosen"):
        with frozen.show(SCREENS[name], "tiny", "dark") as page:
            bottoms = "all => all.map((each) => each.getBoundingClientRect().bottom)"
            needed = page.locator("[data-hand] .card, .moves .button")
            assert max(needed.evaluate_all(bottoms)) <= 568
