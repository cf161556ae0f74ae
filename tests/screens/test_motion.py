"""Cards fly between the right places, and any key skips the animation."""

from playwright.sync_api import Page, expect

from games.engine.contract import Json
from tests.screens.catalog import sealing_snapshot
from tests.screens.frozen_browser import FrozenBrowser, at_table
from tests.screens.story import TURN, Story

HEAR = "frame => { line.hear(frame); document.getAnimations().forEach(each => each.pause()) }"
MIDDLE = """([selector, at]) => {
  for (const each of document.getAnimations()) each.currentTime = at;
  const box = [...document.querySelectorAll(selector)].at(-1).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
CORNERS = """all => all.map(each => each.getBoundingClientRect()).map(({ x, y }) => [x, y])"""
HAND, PILE, FLYING = "[data-hand] [data-index]", "[data-pile='{}'] .card", ".sky > *"
START, LANDED, LONG_AFTER = 0, 156, 5_000  # milliseconds; a drawn card arrives before it turns


def test_cards_fly_between_their_places_and_any_key_lands_them(frozen: FrozenBrowser) -> None:
    table_story = Story(TURN)
    with frozen.show(at_table(table_story.snapshot()), "wide", "dark", motion=True) as page:
        pile, toms = (_middle(page, PILE.format(name)) for name in ("pile", 3))
        page.evaluate(HEAR, _next(table_story, "draw"))
        assert _near(_middle(page, FLYING), pile)
        assert _near(_middle(page, FLYING, LANDED), _middle(page, HAND, LONG_AFTER))
        page.keyboard.press("Shift")
        assert page.locator(FLYING).count() == 0
        backs = _middle(page, "[data-backs='1']")
        for word in ("Pu3", "draw", "Co6"):
            page.evaluate(HEAR, _next(table_story, word))
        assert _near(_middle(page, PILE.format(1)), backs)
        assert not _near(_middle(page, PILE.format(1), LONG_AFTER), backs)
    table_story = Story(TURN)
    with frozen.show(at_table(table_story.snapshot()), "wide", "dark", motion=True) as page:
        page.evaluate(HEAR, _next(table_story, "take_3"))
        assert _near(_middle(page, HAND), toms)
        assert not _near(_middle(page, HAND, LONG_AFTER), toms)


def test_the_table_stands_while_the_deal_is_sealed_and_the_first_cards_leave_the_pile(
    frozen: FrozenBrowser,
) -> None:
    with frozen.show(at_table(sealing_snapshot()), "wide", "dark", motion=True) as page:
        expect(page.locator(".prompt")).to_contain_text("Sealing the deal")
        plates = page.locator(".plate, .near")
        places = plates.evaluate_all(CORNERS)
        assert len(places) == 4
        pile = _middle(page, PILE.format("pile"))
        page.evaluate(HEAR, Story("").snapshot())
        # the seats do not move, and three cards for each fly from the pile
        assert plates.evaluate_all(CORNERS) == places
        assert page.locator(FLYING).count() == 12
        assert _near(_middle(page, FLYING), pile)
        page.keyboard.press("Shift")
        assert page.locator(FLYING).count() == 0
        expect(page.locator(HAND)).to_have_count(3)


def _next(table_story: Story, word: str) -> Json:
    """Return the frame of a move."""
    table_story.play(word)
    return table_story.events(len(table_story.steps) - 1)


def _middle(page: Page, selector: str, at: int = START) -> tuple[float, float]:
    """Return the center of the last matching element at a time of the animation."""
    across, down = page.evaluate(MIDDLE, [selector, at])
    return across, down


def _near(one: tuple[float, float], two: tuple[float, float]) -> bool:
    return max(abs(one[0] - two[0]), abs(one[1] - two[1])) < 12
