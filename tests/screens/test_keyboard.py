"""Keyboard focus is visible and in a sensible order, and dialogs trap it."""

import pytest
from playwright.sync_api import Page, expect

from tests.screens.catalog import SCREENS
from tests.screens.frozen_browser import THEMES, FrozenBrowser, sample_on_push

STOP = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  // a ring may come by a transition, and the link that skips go by one
  for (const change of document.getAnimations()) {
    if (change.effect.getComputedTiming().endTime === Infinity) change.cancel();
    else change.finish();
  }
  const box = at.matches("input") && at.closest("label") || at;
  const ring = [at, box, ...at.querySelectorAll("*")].some((each) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2.5;
  });
  const label = at.getAttribute("aria-label") ?? at.labels?.[0]?.innerText ?? at.innerText;
  const over = new Set();
  // a link that goes on in the next column has more boxes than one
  for (const { left, top, width, height } of box.getClientRects()) {
    for (const x of [.15, .5, .85]) for (const y of [.25, .5, .75]) {
      const seen = document.elementFromPoint(left + width * x, top + height * y);
      // beside a round corner stands what is around it
      if (!seen) over.add("outside the window");
      else if (!box.contains(seen) && !seen.contains(box)) over.add(seen.outerHTML.slice(0, 60));
    }
  }
  const name = label.trim().replaceAll(/\\s+/g, " ");
  return { name, ring, seen: at.checkVisibility(), over: [...over] };
}"""
INSIDE = """() => {
  const at = document.activeElement;
  return at === document.body || at.closest("[role=dialog], dialog") !== null;
}"""
ORDER = [
    "Skip to content",
    "Density Deck, home",
    "Settings",
    "Draw pile, 28 cards",
    "Take Turquoise 3 from Kestrel",
    "Take Common 9 from Ola",
    "Take Aquamarine 5 from Tomasz",
    "Center Amplification",
    "card 1 of 3",
    "Draw from pile",
    "Call the fight",
    "Surrender",
    "Log",
]


def tab_stops(page: Page, most: int = 90) -> list[dict[str, object]]:
    """Return the elements that Tab reaches, until it leaves the page."""
    page.get_by_role("link", name="Skip to content").focus()
    found = [page.evaluate(STOP)]
    for _ in range(most):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None:
            break
        found.append(stop)
    return found


def test_tab_goes_through_the_table_as_a_turn_is_read(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["turn"], "wide", "dark") as page:
        names = [str(stop["name"]) for stop in tab_stops(page)]
    rest = iter(names)
    for wanted in ORDER:
        assert any(wanted in name for name in rest), (wanted, names)
    assert sum("card " in name for name in names) == 1


RINGED = ("turn", "home", "strip", "new-table", "settings", "profile", "boards")


@pytest.mark.parametrize("name", sample_on_push(RINGED, "turn", "new-table", "boards"))
def test_every_stop_has_a_ring_and_nothing_lies_over_it(frozen: FrozenBrowser, name: str) -> None:
    for size, theme in zip(("wide", "phone"), THEMES, strict=True):
        with frozen.show(SCREENS[name], size, theme) as page:
            found = tab_stops(page)
        assert len(found) > 8
        assert [stop for stop in found if not (stop["ring"] and stop["seen"])] == [], size
        assert [stop for stop in found if stop["over"]] == [], size


@pytest.mark.parametrize(
    ("key", "dialog", "first"),
    [
        ("s", "Surrender this match?", "Stay in"),
        ("f", "Call the fight?", "Fight now"),
        ("?", "Keys", None),
    ],
)
def test_a_dialog_keeps_the_focus_and_gives_it_back(
    frozen: FrozenBrowser, key: str, dialog: str, first: str | None
) -> None:
    with frozen.show(SCREENS["turn"], "wide", "dark") as page:
        draw = page.get_by_role("button", name="Draw from pile")
        draw.focus()
        page.keyboard.press(key)
        page.clock.run_for(500)
        box = page.get_by_role("dialog", name=dialog)
        expect(box).to_be_visible()
        if first:
            expect(box.get_by_role("button", name=first)).to_be_focused()
        for _ in range(5):
            page.keyboard.press("Tab")
            # from a modal dialog the focus may go to the browser, not to the page
            assert page.evaluate(INSIDE)
        page.keyboard.press("Escape")
        page.clock.run_for(500)
        expect(box).to_have_count(0)
        expect(draw).to_be_focused()
