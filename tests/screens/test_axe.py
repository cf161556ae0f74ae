"""Every screen follows WCAG 2.2 AA, as far as axe-core and measurements can tell."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.screens.catalog import SCREENS
from tests.screens.frozen_browser import THEMES, FrozenBrowser, resize_page, sample_on_push

AXE = Path(__file__).parents[1] / "js/node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SIZES = ("wide", "phone")
REACH = (Path(__file__).parent / "reach.js").read_text()
ARRIVE = (Path(__file__).parent / "arrive.js").read_text()
# layout shifts during loading, without input; a banner for a lost connection takes a row on phones
SHIFT, BANNER = 0.01, 0.1
# CSS pixels: 1280 at 400 percent (WCAG 1.4.10), and 1440 by 900 at 200 percent (WCAG 1.4.4)
NARROW, TWICE = (320, 640), (720, 450)
# text spacing that readers may set (WCAG 1.4.12)
SPACED = """* { line-height: 1.5 !important; letter-spacing: .12em !important;
  word-spacing: .16em !important } p { margin-bottom: 2em !important }"""
LAY = """text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [sheet];
}"""
RUN = """([only, theme]) => {
  document.documentElement.dataset.theme = theme;
  const still = new CSSStyleSheet();
  still.replaceSync("*, ::before, ::after { transition: none !important; }");
  document.adoptedStyleSheets = [still];
  const words = ({ id, help, nodes }) => nodes.map((node) =>
    [`${id}: ${help}`, node.html.slice(0, 160), ...node.any.map((a) => a.message)].join("\\n    "));
  window.axe.run(document, { runOnly: only, resultTypes: ["violations"] }).then(
    ({ violations }) => { window.found = violations.flatMap(words); },
    (error) => { window.found = [String(error)]; },
  );
}"""
# with animations finished, since fading elements have little contrast
AT_THEIR_ENDS = """document.getAnimations().forEach((each) => {
  try { each.finish(); } catch { each.cancel(); } // one without an end
})"""


def find_faults(page: Page, theme: str, only: Mapping[str, Any]) -> list[str]:
    """Return axe-core's findings on a page with a stopped clock."""
    page.evaluate("delete window.found")
    page.evaluate(AT_THEIR_ENDS)
    page.evaluate(RUN, [only, theme])
    for _ in range(100):
        page.clock.run_for(20)
        found: list[str] | None = page.evaluate("window.found")
        if found is not None:
            return found
    raise AssertionError("axe-core never came to an end")


def find_moves(page: Page) -> list[str]:
    """Return what moves while a page from the server is still read."""
    # tables and replays are drawn at once
    if page.locator("#table, #replay, .lost").count():
        return []
    page.evaluate(ARRIVE)
    moves: list[str] = page.evaluate("most => movesWhileRead(most)", SHIFT)
    return moves


def find_overflows(page: Page) -> list[str]:
    """Return what overflows or is cut off when enlarged and with wider text spacing."""
    page.evaluate(REACH)
    found = []
    size = None
    for (width, height), spacing in ((TWICE, ""), (NARROW, ""), (NARROW, SPACED)):
        if size != (size := (width, height)):
            resize_page(page, width, height)
        page.evaluate(LAY, spacing)
        page.clock.run_for(200)
        faults = page.evaluate("width => runsOver(width)", width) + page.evaluate("cutOff()")
        found += [f"at {width} by {height}: {each}" for each in faults]
    return found


@pytest.fixture(scope="module")
def axe() -> str:
    """Return the script of axe-core, which npm installs."""
    if not AXE.exists():
        pytest.fail("This needs the Node packages: run `make tests/js/node_modules/.stamp`.")
    return AXE.read_text()


# quick runs check one screen of each kind
PUSHED = """turn showdown settings-dialog queue-waiting home new-table result-last replay-coach
  profile settings signup-errors rps-throw"""


@pytest.mark.parametrize("name", sample_on_push(SCREENS, *PUSHED.split()))
def test_nothing_keeps_anybody_out(frozen: FrozenBrowser, axe: str, name: str) -> None:
    place = list(SCREENS).index(name)
    size, theme = SIZES[place % 2], THEMES[place // 2 % 2]
    other = next(each for each in THEMES if each != theme)
    with frozen.show(SCREENS[name], size, theme) as page:
        page.evaluate(axe)
        most = BANNER if SCREENS[name].falls else SHIFT
        assert page.evaluate("window.shifted") < most, page.evaluate("window.shifts")
        found = find_moves(page)
        # content under the queue strip can be scrolled up
        page.evaluate("document.querySelector('.queue-strip') && scrollTo(0, 9999)")
        found += find_faults(page, theme, {"type": "tag", "values": RULES})
        found += find_faults(page, other, {"type": "rule", "values": ["color-contrast"]})
        found += find_overflows(page)
    assert not found, f"{name}, {size}, {theme}:\n" + "\n".join(found)
