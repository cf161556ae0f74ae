"""A page that loads in pieces does not shift."""

import re

import pytest

from tests.screens.frozen_browser import FrozenBrowser, Screen

SCRIPTS = re.compile(r"<script\b.*?</script>", re.DOTALL)
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
