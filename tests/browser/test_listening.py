"""A whole game by screen reader, using only live regions, roles and names."""

import contextlib
import re

from playwright.sync_api import TimeoutError as NothingCame
from playwright.sync_api import expect

from tests.browser.conftest import OpenPlayer
from tests.browser.play import see_result
from tests.browser.player import MOMENT
from tests.browser.screen_reader import (
    CARD,
    DISCARDED,
    DREW,
    FIGHT,
    OVER,
    SCORES,
    TURN,
    ScreenReader,
)

DRAW, READY = "Draw from pile", re.compile("^Ready")
TAKE = re.compile(rf"^Take ({CARD}) from .+, best score")


def test_a_game_is_played_to_its_end_by_ear(open_player: OpenPlayer) -> None:
    person = open_player(by="keys")
    ear = ScreenReader.before(person.page)
    person.open_table(seats=2, lives=1)
    ear.find("button", "Fill with AI and start").press("Enter")

    assert ear.until(TURN)[1] == "1"
    ear.stands_on("button", DRAW)
    if ear.find("button", TAKE).count():
        turn_with_a_take(ear)
    else:
        turn_with_a_draw(ear)

    # the start of a turn does not move the focus from elsewhere on the page
    seen = ear.find("tab", "Seen cards")
    seen.press("Enter")
    # the opponent may end the match first
    ended = ear.until(TURN, SCORES)
    if ended.re is TURN:
        expect(seen).to_be_focused()
        ended = call_the_fight(ear)
    # with equal scores no one loses a life, and the game continues
    while " tie at " in ended[0]:
        ended = play_another_match(ear)
    ear.until(OVER)
    dialog = ear.find("dialog", re.compile("win|tie|out"))
    # five seconds after the end the page opens the result
    result = person.page.locator("#moment")
    expect(dialog.or_(result).get_by_role("heading", level=1)).to_be_visible()
    see_result(person)
    assert person.refusals() == []
    assert person.complaints == []


def turn_with_a_draw(ear: ScreenReader) -> None:
    """Draw a card, hear its name and discard it."""
    drawn = DREW.fullmatch(ear.press("button", DRAW, DREW))
    assert drawn is not None
    # the focus goes to the card that is usually discarded
    expect(ear.page.locator(":focus")).to_contain_text("Your score without it: ")
    discard_card(ear, f"{drawn[1]}, card 4 of 4, just drawn", drawn[1])


def turn_with_a_take(ear: ScreenReader) -> None:
    """Take the opponent's discard by name, and discard the first card."""
    label = ear.find("button", TAKE).inner_text().split("\n")[0]
    taken = TAKE.match(label)
    assert taken is not None, label
    drew = DREW.fullmatch(ear.press("button", TAKE, DREW))
    assert drew is not None
    assert drew[1] == taken[1]
    first = ear.find("button", re.compile(rf"^{CARD}, card 1 of 4"))
    whole = first.inner_text().split("\n")[0]
    discard_card(ear, whole, whole.split(",")[0])


def discard_card(ear: ScreenReader, label: str, card: str) -> None:
    """Discard a card by name, and hear the confirmation."""
    mine = ear.find("button", label)
    discards = ear.find("button", f"Discard {card}")
    while discards.count() == 0 or not discards.is_enabled():
        # presses right after the question are ignored
        if mine.get_attribute("aria-pressed") != "true":
            mine.press("1" if "card 1" in label else "4")
        with contextlib.suppress(AssertionError):
            expect(mine).to_have_attribute("aria-pressed", "true", timeout=MOMENT)
    ear.press("button", f"Discard {card}", DISCARDED)


def call_the_fight(ear: ScreenReader) -> re.Match[str]:
    """Call the fight; check its confirmation, the focus and the announcement."""
    button = ear.find("button", re.compile("^Call the fight"))
    dialog = ear.find("dialog", "Call the fight?")
    button.press("Enter")
    expect(dialog).to_be_visible()
    ear.stands_on("button", re.compile("^Fight now"))
    for name in ("^Back", "^Fight now", "^Back"):
        ear.page.keyboard.press("Tab")
        ear.stands_on("button", re.compile(name))
    ear.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(button).to_be_focused()
    button.press("Enter")
    expect(dialog).to_be_visible()
    ear.press("button", re.compile("^Fight now"), FIGHT)
    return ear.until(SCORES)


def play_another_match(ear: ScreenReader) -> re.Match[str]:
    """Play another match by drawing, discarding and fighting; return how it ended."""
    ready = ear.find("button", READY)
    while ready.is_visible():
        with contextlib.suppress(AssertionError, NothingCame):
            ready.press("Enter", timeout=MOMENT)
            expect(ready).to_be_hidden(timeout=MOMENT)
    ended = ear.until(TURN, SCORES)
    if ended.re is TURN:
        turn_with_a_draw(ear)
        ended = ear.until(TURN, SCORES)
    return call_the_fight(ear) if ended.re is TURN else ended
