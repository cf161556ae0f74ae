"""A page that loads in pieces does not shift."""

import re

import pytest

from tests.screens.catalog import SCREENS
from tests.screens.frozen_browser import FrozenBrowser, Screen, is_covered

SCRIPTS = re.compile(r"<script\b.*?</script>", re.DOTALL)
MODULES = re.compile(r'<script\b[^>]*\btype="module".*?</script>', re.DOTALL)
BOX = """each => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [x, y, width, height];
}"""


@pytest.mark.parametrize("name", ["table", "rps-table"])
def test_the_stage_has_its_place_before_the_page_is_here_whole(
    frozen: FrozenBrowser, name: str
) -> None:
    whole = SCRIPTS.sub("", frozen.html[name])
    begun = whole[: whole.index('class="near"')]
    browser = FrozenBrowser(frozen.browser, {"whole": whole, "begun": begun})
    places = []
    for page in ("begun", "whole"):
        with browser.show(Screen(page, path="/game/hFFqZdmNUJ5u/"), "wide", "dark") as shown:
            places.append(shown.locator(".loading .stage").evaluate(BOX))
    assert places[0] == places[1]


def test_the_offer_of_notifications_has_its_place_before_its_script(frozen: FrozenBrowser) -> None:
    page = SCREENS["queue-waiting"].page
    browser = FrozenBrowser(frozen.browser, {page: MODULES.sub("", frozen.html[page])})
    heights = []
    for each in (browser, frozen):
        with each.show(SCREENS["queue-waiting"], "phone", "dark") as shown:
            assert shown.locator("#density-notify").is_visible()
            heights.append(shown.locator(".queue-ways").evaluate(BOX)[3])
    assert heights[0] == heights[1]


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_the_notice_of_a_replay_without_its_steps_covers_no_title(
    frozen: FrozenBrowser, size: str
) -> None:
    failing = Screen("replay", answers={"/replay/": "coach-away"}, path="/past/")
    with frozen.show(failing, size, "dark") as page:
        assert not is_covered(page, ".replay-failed", ".replay-text h1, .replay-text .segments a")
