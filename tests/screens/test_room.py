"""In windows of every size nothing covers text, is cut off or overflows."""

import pytest

from tests.screens.catalog import SCREENS
from tests.screens.frozen_browser import STEP, FrozenBrowser, resize_page, sample_on_push
from tests.screens.test_senses import REACH

SIZES = ((320, 568), (390, 844), (768, 1024), (844, 390), (1440, 900), (2560, 1440))
PAGES = (
    *("home-out", "home-new", "home", "tables", "queue-waiting", "learn", "rules", "profile"),
    *("boards", "settings", "login", "signup-errors"),
)
LONGEST_LINE = 90
FAULTS = "([w, most]) => [...runsOver(w), ...cutOff(), ...covered(), ...longLines(most)]"


@pytest.mark.parametrize("name", sample_on_push(PAGES, "home", "tables", "profile", "settings"))
def test_a_page_has_room_in_every_window(frozen: FrozenBrowser, name: str) -> None:
    faults = {}
    with frozen.show(SCREENS[name], "wide", "dark") as page:
        page.evaluate(REACH)
        for width, height in SIZES:
            resize_page(page, width, height)
            page.clock.run_for(STEP)
            if found := page.evaluate(FAULTS, [width, LONGEST_LINE]):
                faults[f"{width} x {height}"] = found
    assert faults == {}


BOX = "of => document.querySelector(of).getBoundingClientRect().toJSON()"


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [("home", ".hero h1", ".last-games"), ("boards", "main h1", ".board")],
)
def test_a_very_wide_window_is_filled(
    frozen: FrozenBrowser, name: str, first: str, last: str
) -> None:
    with frozen.show(SCREENS[name], "wide", "dark") as page:
        resize_page(page, 2560, 1440)
        mark, begin, end = (page.evaluate(BOX, of) for of in (".wordmark", first, last))
    assert end["right"] - begin["left"] > 0.65 * 2560
    assert abs(mark["left"] - begin["left"]) < 4


@pytest.mark.parametrize("name", ["home", "profile", "history", "ai-player"])
def test_the_space_below_a_notice_is_there_before_the_hero_is_read(
    frozen: FrozenBrowser, name: str
) -> None:
    with frozen.show(SCREENS[name], "wide", "dark") as page:
        page.evaluate(
            """() => {
              document.querySelector("main").replaceChildren();
              document.querySelector("main").insertAdjacentHTML(
                "beforebegin", "<div class='notices'><p class='banner' id='said'>Saved.</p></div>");
            }"""
        )
        notice, main = (page.evaluate(BOX, of) for of in ("#said", "main"))
        assert main["top"] - notice["bottom"] == 16
