"""What people do together: sit down, play on, finish a game and look at its result."""

import random
import re
from collections.abc import Iterator

from playwright.sync_api import expect

from tests.browser import audit
from tests.browser.player import BrowserPlayer


def sit_together(host: BrowserPlayer, guest: BrowserPlayer, **choices: object) -> None:
    """Two people at a new table; AI players on the other seats, and the cards are dealt."""
    guest.join(host.open_table(**choices))
    for person in (host, guest):
        expect(person.page.get_by_role("group", name="Your hand")).to_be_visible()


def turns(people: list[BrowserPlayer]) -> Iterator[BrowserPlayer]:
    """Whoever of these people is asked next, again and again, until the game is over.

    The caller makes the moves; other people and AI players may sit at the table as well.
    """
    by_seat = {person.seat: person for person in people}
    while True:
        newest = max(people, key=lambda person: person.version)
        newest.wait_for_one_of(by_seat, people)
        if newest.over or not (mover := by_seat[newest.view["turn"]]).wait_for_turn(people):
            return
        yield mover


def play_until_asked(
    person: BrowserPlayer, people: list[BrowserPlayer], dice: random.Random
) -> None:
    """Play on until this person has a turn to begin."""
    for mover in turns(people):
        if mover is person and mover.view["phase"] == "draw":
            return
        mover.move(dice)
    raise AssertionError("the game ended before")


def play_to_the_end(people: list[BrowserPlayer], dice: random.Random) -> None:
    """Play on; everybody sees the result, and got what the record says and nothing else."""
    for mover in turns(people):
        mover.move(dice)
    for person in people:
        see_result(person)
        assert audit.check(record_of(person), person.frames, person.seat) > 2


def see_result(person: BrowserPlayer) -> None:
    """Follow the link at the end; the page says which place it was, or who won."""
    person.wait_for_end()
    person.page.get_by_role("dialog").get_by_role("link", name="See the result").click()
    expect(person.page.get_by_role("heading", level=1)).to_contain_text(re.compile("finish|share"))


def record_of(person: BrowserPlayer) -> audit.Json:
    """The record of the game whose result this page shows."""
    answer = person.page.request.get(person.page.url + "record.json")
    assert answer.ok
    record: audit.Json = answer.json()
    return record


def check_page(person: BrowserPlayer) -> None:
    """Every face on the page is one of those that the frames showed to this viewer."""
    for code in person.cards_on_page():
        # the page may draw a frame a moment before the test is told of it
        person.wait_for_frame_with(code)
