"""In windows of every size nothing covers text, is cut off or overflows."""

import pytest

from tests.screens.catalog import LONG, SCREENS
from tests.screens.fight_steps import FRAME
from tests.screens.frozen_browser import (
    STEP,
    FrozenBrowser,
    at_table,
    is_covered,
    resize_page,
    sample_on_push,
)
from tests.screens.story import LAST, Story
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


@pytest.mark.parametrize("name", ["turn", "rps-throw", "replay"])
def test_an_invitation_at_a_table_covers_only_the_bar_of_a_phone(
    frozen: FrozenBrowser, name: str
) -> None:
    with frozen.show(SCREENS["challenge"], "phone", "dark") as page:
        notice = page.locator(".invitations").evaluate("each => each.outerHTML")
    with frozen.show(SCREENS[name], "phone", "dark") as page:
        page.evaluate(
            """notice => {
              document.querySelector(".invitations")?.remove();
              document.body.insertAdjacentHTML("beforeend", notice);
            }""",
            notice,
        )
        for width, height in (SIZES[0], SIZES[1], SIZES[3]):
            resize_page(page, width, height)
            assert page.locator(".invitation .button.go").is_visible()
            seats_and_cards = ".avatar, .seat-name, .lives, .card, .moves .button, .rs-plate"
            assert not is_covered(page, ".invitations", seats_and_cards), width


def test_a_fourth_card_leaves_the_moves_room_on_a_laptop(frozen: FrozenBrowser) -> None:
    right = "each => each.getBoundingClientRect().right"
    with frozen.show(SCREENS["chosen"], "laptop", "dark") as page:
        assert not is_covered(page, ".moves", ".hand .card")
        surrender = page.locator(".moves .surrender")
        assert surrender.locator(".key").evaluate(right) < surrender.evaluate(right)


@pytest.mark.parametrize("size", ["phone", "tiny", "laptop"])
def test_a_tie_of_four_long_names_covers_no_card_and_no_score(
    frozen: FrozenBrowser, size: str
) -> None:
    turn = Story(LAST, LONG)
    before, known = turn.snapshot(0), len(turn.steps)
    turn.play("fight")
    frame = turn.events(known, 0, pause=8_000)
    over = next(each for each in frame["events"] if each["e"] == "match_over")
    over["winners"] = [0, 1, 2, 3]
    with frozen.show(at_table(before), size, "dark") as page:
        page.evaluate(FRAME, frame)
        while "tie at" not in (banner := page.locator(".fight-banner > span")).inner_text():
            page.clock.run_for(100)
        assert banner.evaluate("each => each.scrollWidth <= innerWidth")
        assert not is_covered(page, ".fight-banner > span", ".stand-total, .hand .card, .amp .card")
