"""What holds for other senses than most: colors that the system chooses, and fingers."""

from pathlib import Path

import pytest

from tests.screens.catalog import SCREENS
from tests.screens.studio import Studio

REACH = (Path(__file__).parent / "reach.js").read_text()
# between them they have every control, every state of one, and every suit
SHOWN = ("chosen", "settings-dialog", "settings", "home", "new-table", "replay", "design")
FINGER = 44
SUITS = (
    *("common", "yellow", "turquoise", "red", "blue", "purple", "silver", "gold"),
    *("aquamarine", "white", "black"),
)


@pytest.mark.parametrize("name", SHOWN)
def test_where_the_system_chooses_the_colors_every_state_still_shows(
    studio: Studio, name: str
) -> None:
    with studio.show(SCREENS[name], "wide", "dark") as page:
        page.emulate_media(forced_colors="active")
        page.evaluate(REACH)
        assert page.evaluate("sameStates()") == []
        assert page.evaluate("noEdges()") == []
        if name == "design":
            suits = page.evaluate("facesOfSuits()")
            faces = {suits[suit] for suit in SUITS}
            assert len(faces) == len(SUITS) == 11
            assert all(face.startswith("none") for face in faces)


@pytest.mark.parametrize("name", ["turn", "chosen", "surrender", "watcher", "replay", "home"])
def test_every_target_is_as_large_as_a_finger(studio: Studio, name: str) -> None:
    with studio.show(SCREENS[name], "phone", "dark") as page:
        page.evaluate(REACH)
        assert page.evaluate("least => smallerThan(least)", FINGER) == []
        if name == "turn":
            apart = "element => element.getBoundingClientRect()"
            fight = page.evaluate(apart, page.locator("[data-do=fight]").element_handle())
            surrender = page.evaluate(apart, page.locator("[data-do=surrender]").element_handle())
            assert surrender["left"] - fight["right"] >= 18
