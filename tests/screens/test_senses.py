"""Forced colors, touch targets and reduced motion."""

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page

from games.engine.contract import Json
from tests.screens.catalog import SCREENS
from tests.screens.frozen_browser import DRAWN, FrozenBrowser, sample_on_push
from tests.screens.story import TURN, Story

REACH = (Path(__file__).parent / "reach.js").read_text()
# together they have every control in every state, and every suit
SHOWN = ("chosen", "settings-dialog", "settings", "boards", "new-table", "replay", "rules")
TOUCHED = ("turn", "chosen", "surrender", "watcher", "replay", "home")
FINGER = 44
# colors change by transitions
SETTLE = """document.getAnimations()
  .filter((each) => each.effect.getComputedTiming().endTime < Infinity)
  .forEach((each) => each.finish())"""
# a message of the server above a table
NOTICE = """document.body.insertAdjacentHTML(
  "beforeend", "<div class='notices' role='status'><p class='banner'>You were muted.</p></div>")"""
FADE = 120  # longest change in milliseconds with reduced motion
# overlays must be opaque
OVER = ".plate, .rs-plate, .sd, dialog[open], .pop"
SUITS = (
    *("common", "yellow", "turquoise", "red", "blue", "purple", "silver", "gold"),
    *("aquamarine", "white", "black"),
)


@pytest.mark.parametrize(
    "name", sample_on_push(SHOWN, "chosen", "settings-dialog", "replay", "rules")
)
def test_where_the_system_chooses_the_colors_every_state_still_shows(
    frozen: FrozenBrowser, name: str
) -> None:
    with frozen.show(SCREENS[name], "wide", "dark") as page:
        page.emulate_media(forced_colors="active")
        page.evaluate(REACH)
        page.evaluate(SETTLE)
        assert page.evaluate("sameStates()") == []
        assert page.evaluate("noEdges()") == []
        if name == "rules":
            suits = page.evaluate("facesOfSuits()")
            faces = {suits[suit] for suit in SUITS}
            assert len(faces) == len(SUITS) == 11
            assert all(face.startswith("none") for face in faces)


@pytest.mark.parametrize("name", ["showdown", "settings-dialog", "replay"])
def test_nothing_shows_through_what_lies_over_it(frozen: FrozenBrowser, name: str) -> None:
    with frozen.show(SCREENS[name], "wide", "light") as page:
        page.emulate_media(forced_colors="active")
        page.evaluate(REACH)
        page.evaluate(SETTLE)
        assert page.evaluate("over => seenThrough(over)", OVER) == []


@pytest.mark.parametrize("name", sample_on_push(TOUCHED, "turn", "chosen", "replay", "home"))
def test_every_target_is_as_large_as_a_finger(frozen: FrozenBrowser, name: str) -> None:
    with frozen.show(SCREENS[name], "phone", "dark") as page:
        page.evaluate(REACH)
        assert page.evaluate("least => smallerThan(least)", FINGER) == []
        if name == "turn":
            apart = "element => element.getBoundingClientRect()"
            fight = page.evaluate(apart, page.locator("[data-do=fight]").element_handle())
            surrender = page.evaluate(apart, page.locator("[data-do=surrender]").element_handle())
            assert surrender["left"] - fight["right"] >= 18


def test_a_finger_draws_no_outline_and_the_keyboard_does(frozen: FrozenBrowser) -> None:
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    with frozen.show(SCREENS["home-out"], "phone", "dark") as page:
        # like a script that moves the focus
        page.evaluate("document.querySelector('main .button').focus({ focusVisible: true })")
        assert page.evaluate(outline) == "none"
        page.keyboard.press("Tab")
        assert page.evaluate(outline) == "solid"


def test_a_password_can_be_read_by_whom_types_it(frozen: FrozenBrowser) -> None:
    with frozen.show(SCREENS["login"], "phone", "dark") as page:
        page.evaluate(REACH)
        field = page.get_by_label("Password", exact=True)
        switch = page.get_by_role("button", name="Show password")
        field.fill("correct horse")
        assert (field.get_attribute("type"), switch.get_attribute("aria-pressed")) == (
            "password",
            "false",
        )
        switch.tap()
        assert (field.get_attribute("type"), switch.get_attribute("aria-pressed")) == (
            "text",
            "true",
        )
        assert field.input_value() == "correct horse"
        assert page.evaluate("least => smallerThan(least)", FINGER) == []


MOVES = "take_3 Aq5 draw Pu3 draw Co6 draw Tu3 fight"
WATCH = """() => {
  window.moved = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, options) {
    const what = [frames].flat().flatMap((frame) => Object.keys(frame));
    window.moved.push([what.sort().join(), (options.delay ?? 0) + options.duration]);
    return animate.call(this, frames, options);
  };
}"""
RUNNING = """() => document.getAnimations().map((each) =>
  [each.animationName ?? each.transitionProperty ?? "", each.effect.getComputedTiming().endTime])"""


def play_match(page: Page) -> tuple[str, list[tuple[str, float]]]:
    """Play a match to its showdown; return the page's text and all that moved."""
    page.evaluate(WATCH)
    table_story, moved = Story(TURN), []
    for word in MOVES.split():
        known = len(table_story.steps)
        table_story.play(word)
        more: Json = {"pause": 12_000, "clocks": {}, "question": None} if word == "fight" else {}
        page.evaluate("frame => window.line.hear(frame)", table_story.events(known, **more))
        page.clock.run_for(50)
        moved += page.evaluate(RUNNING)
    page.clock.run_for(10_000)
    # which finishes all animations
    page.keyboard.press("Shift")
    page.clock.run_for(100)
    # styles apply from the next rendered frame
    page.evaluate(DRAWN)
    return page.evaluate("document.body.innerText"), moved + page.evaluate("window.moved")


@pytest.mark.parametrize("asked", ["by the system", "by a setting"])
def test_who_wants_no_motion_can_read_a_notice(frozen: FrozenBrowser, asked: str) -> None:
    of_the_system = asked == "by the system"
    with frozen.show(SCREENS["turn"], "wide", "dark", motion=not of_the_system) as page:
        if not of_the_system:
            page.evaluate("document.documentElement.dataset.motion = 'reduced'")
        page.evaluate(NOTICE)
        page.evaluate(DRAWN)
        assert page.evaluate("getComputedStyle(document.querySelector('.notices')).opacity") == "1"


def test_who_wants_no_motion_gets_none_and_misses_nothing(frozen: FrozenBrowser) -> None:
    asked = replace(SCREENS["turn"], keeps={"density-motion": "reduced"})
    with frozen.show(SCREENS["turn"], "wide", "dark", motion=True) as page:
        spoken, moved = play_match(page)
    assert max(lasts for _, lasts in moved) > 1_000
    for screen, motion in ((SCREENS["turn"], False), (asked, True)):
        with frozen.show(screen, "wide", "dark", motion=motion) as page:
            text, moved = play_match(page)
        assert text == spoken
        assert [each for each in moved if each[1] > FADE] == []
        # an unnamed view transition has a name where it starts
        assert {what for what, lasts in moved if lasts > 1} <= {"opacity", ""}
