"""The table of Rock Paper Scissors Extreme: focus, and no overlapping elements."""

import pytest
from playwright.sync_api import Page, expect

from tests.screens.catalog import SCREENS
from tests.screens.frozen_browser import SIZES, STEP, FrozenBrowser, is_covered, sample_on_push

LAYOUTS = ("wide", "middle", "tablet", "phone", "small", "lying")
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


def box_of(page: Page, selector: str) -> dict[str, float]:
    """Return the box of the first element that matches a selector."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


@pytest.mark.parametrize("size", sample_on_push(LAYOUTS, "tablet", "small", "lying"))
@pytest.mark.parametrize("name", sample_on_push(["rps-window", "rps-potions"], "rps-potions"))
def test_the_bar_of_a_potion_lies_over_nothing(frozen: FrozenBrowser, name: str, size: str) -> None:
    others = "[data-side=own] [data-item], .prompt > *, .near, .disc"
    with frozen.show(SCREENS[name], size, "dark") as page:
        assert not is_covered(page, ".window", others)
        assert not is_covered(page, ".verdict", ".disc-face, .disc-words, .caption > *")
        window = box_of(page, ".window")
        assert window["y"] + window["height"] <= SIZES[size][1]


@pytest.mark.parametrize("size", sample_on_push([*LAYOUTS, "huge"], "wide", "phone", "lying"))
def test_the_throw_is_large_and_in_the_middle_of_a_stage_that_fills_the_page(
    frozen: FrozenBrowser, size: str
) -> None:
    with frozen.show(SCREENS["rps-effect"], size, "dark") as page:
        room, stage, own, theirs, card = (
            box_of(page, each)
            for each in (
                ".stage-wrap",
                ".stage",
                "[data-side=own] .disc-face",
                "[data-side=theirs] .disc-face",
                ".center .card",
            )
        )
        middle = (own["x"] + theirs["x"] + theirs["width"]) / 2
        assert abs(middle - stage["x"] - stage["width"] / 2) <= 2
        assert own["width"] >= 1.5 * card["width"]
        assert max(stage[side] / room[side] for side in ("width", "height")) >= 0.95
        assert min(stage[side] / room[side] for side in ("width", "height")) >= 0.8
        assert not is_covered(page, ".throws", ".center [data-item], .items [data-item]")


@pytest.mark.parametrize("size", ["phone", "small", "lying"])
def test_the_end_of_a_game_leaves_the_bar_readable(frozen: FrozenBrowser, size: str) -> None:
    with frozen.show(SCREENS["rps-end"], size, "dark") as page:
        assert not is_covered(page, ".bar-stake b", ".bar-end .pill")
        result = page.locator(".game-verdict")
        assert result.evaluate("each => each.scrollHeight <= each.clientHeight + 1")
        expect(result).to_contain_text("You win 21 to 17", use_inner_text=True)


@pytest.mark.parametrize("name", ["rps-pick", "rps-about"])
def test_the_note_of_a_card_leaves_no_half_words_beside_it(
    frozen: FrozenBrowser, name: str
) -> None:
    with frozen.show(SCREENS[name], "tiny", "light") as page:
        page.keyboard.press("ArrowRight")
        page.clock.run_for(STEP)
        expect(page.locator(".about-note")).to_be_visible()
        expect(page.locator(".caption")).to_be_hidden()
