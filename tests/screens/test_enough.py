"""The chance of a score beside the fight and after it, but not at rated tables."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.engine.contract import Json
from tests.screens.catalog import AT_ONCE
from tests.screens.frozen_browser import FrozenBrowser, Screen, at_table, sample_on_push
from tests.screens.story import GAME, TURN, Story

ODDS = Path(__file__).parents[2] / "games/density_deck/static/density_deck/odds.json"
CASUAL = {**GAME, "rated": False}
ASKED = "() => performance.getEntriesByType('resource').some(({ name }) => /odds/.test(name))"
# the boxes of all elements in the dock, and the height of the page
BOXES = """() => [...document.querySelectorAll(".moves > *")]
  .filter((each) => each.checkVisibility())
  .map((each) => { const { top, bottom, left, right } = each.getBoundingClientRect();
    return [each.matches(".enough"), top, bottom, left, right]; })"""
# texts that are wider than their container
CUT = """() => [...document.querySelectorAll(".moves .two > *, .moves .enough")]
  .filter((each) => each.checkVisibility() && !each.classList.contains("sr-only"))
  .filter((each) => each.getBoundingClientRect().left + Math.max(each.offsetWidth, each.scrollWidth)
    > each.closest(".moves, .moves .button").getBoundingClientRect().right + 0.5)
  .map((each) => each.textContent)"""


def make_turn(rated: bool = False) -> Json:
    """Return Mira's turn in round 3, with 66 points against three others."""
    return Story(TURN).snapshot() | {"game": GAME if rated else CASUAL}


def shown_chance(score: int, players: int = 4, rounds: int = 3) -> int:
    """Return the chance in the table for a score."""
    steps = json.loads(ODDS.read_text())["wins"][str(players)][str(rounds)]
    return int([percent for least, percent in steps if least <= score][-1])


def lost_fight(rated: bool = False) -> Screen:
    """Return a match in which Mira discards badly and Ola calls a fight that Tomasz wins."""
    play = Story(f"{TURN} draw Ye3 draw Co6")
    before, known = play.snapshot() | {"game": GAME if rated else CASUAL}, len(play.steps)
    play.play("fight")
    end = play.events(known, pause=12_000, clocks={}, question=None)
    return at_table(before, end, keeps=AT_ONCE)


@pytest.mark.parametrize(
    "size", sample_on_push(["wide", "middle", "tablet", "phone", "lying"], "wide", "phone")
)
def test_the_chance_of_the_own_score_stands_by_the_fight_and_pushes_nothing_out(
    frozen: FrozenBrowser, size: str
) -> None:
    with frozen.show(at_table(make_turn()), size, "dark") as page:
        often = f"{shown_chance(66)}%"
        shown = page.locator(".moves .enough, .moves .two .short").filter(has_text=often)
        expect(shown.locator("visible=true")).to_have_count(1)
        spoken = (
            f"In games of AI players, a score of 66 won {often} of fights in round 3 "
            "against 3 other players."
        )
        expect(page.get_by_role("button", name=spoken)).to_have_count(1)
        with_it = page.evaluate(BOXES)
        assert page.evaluate(CUT) == []
        page.locator("[data-do=fight]").click()
        page.clock.run_for(300)
        expect(page.locator(".fight-panel")).to_contain_text(spoken, use_inner_text=True)
    with frozen.show(at_table(make_turn(), keeps={"density-enough": "off"}), size, "dark") as page:
        expect(page.locator("[data-do=fight]")).to_be_visible()
        expect(page.locator(".moves")).not_to_contain_text("% of fights")
        without = page.evaluate(BOXES)
    # the buttons do not move by a pixel
    for box, other in zip(with_it[:2], without, strict=False):
        assert box == pytest.approx(other, abs=1)
    for box, other in pairwise(with_it):
        assert box[2] <= other[1] + 1 or box[4] <= other[3] + 1, (box, other)
    assert max(box[2] for box in with_it) <= page.viewport_size["height"]  # type: ignore[index]


def test_a_rated_table_has_none_of_it_and_asks_for_none_and_another_says_what_was_needed(
    frozen: FrozenBrowser,
) -> None:
    with frozen.show(at_table(make_turn(rated=True)), "wide", "dark") as page:
        page.locator("[data-do=fight]").click()
        page.clock.run_for(300)
        expect(page.locator(".fight-panel")).to_contain_text("Your score is 66.")
        assert "% of fights" not in page.content()
        assert not page.evaluate(ASKED)
    with frozen.show(lost_fight(rated=True), "wide", "dark") as page:
        expect(page.locator(".sd-head")).to_contain_text("35 against 37")
        expect(page.locator(".sd-why")).to_have_count(0)
    with frozen.show(lost_fight(), "phone", "light") as page:
        expect(page.locator(".sd-why")).to_contain_text("You needed 37.", use_inner_text=True)
