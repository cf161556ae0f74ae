"""Every screen keeps the rules of WCAG 2.2 AA and good practice, as far as axe-core can tell."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.screens.catalog import SCREENS
from tests.screens.studio import THEMES, Studio

AXE = (Path(__file__).parents[1] / "js/node_modules/axe-core/axe.min.js").read_text()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SIZES = ("wide", "phone")
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


def faults(page: Page, theme: str, only: Mapping[str, Any]) -> list[str]:
    """What axe-core finds on a page whose clock stands still."""
    page.evaluate("delete window.found")
    page.evaluate(RUN, [only, theme])
    for _ in range(100):
        page.clock.run_for(20)
        found: list[str] | None = page.evaluate("window.found")
        if found is not None:
            return found
    raise AssertionError("axe-core never came to an end")


# on which contrast is held against the other theme too; between them they show every component
BOTH = {
    "home", "turn", "chosen", "showdown", "profile", "boards", "settings", "queue-waiting",
    "signup-errors", "private",
}  # fmt: skip


@pytest.mark.parametrize("name", SCREENS)
def test_nothing_keeps_anybody_out(studio: Studio, name: str) -> None:
    place = list(SCREENS).index(name)
    size, theme = SIZES[place % 2], THEMES[place // 2 % 2]
    other = next(each for each in THEMES if each != theme)
    with studio.show(SCREENS[name], size, theme) as page:
        page.evaluate(AXE)
        found = faults(page, theme, {"type": "tag", "values": RULES})
        if name in BOTH:
            found += faults(page, other, {"type": "rule", "values": ["color-contrast"]})
    assert not found, f"{name}, {size}, {theme}:\n" + "\n".join(found)
