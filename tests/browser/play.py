"""What people do together: sit down, play on, finish a game and look at its result."""

import random
import re
import time
from collections.abc import Callable, Container, Iterator

from playwright.sync_api import TimeoutError as NothingCame
from playwright.sync_api import expect

from tests.browser import audit
from tests.browser.player import MOMENT, PATIENCE, TRIES, BrowserPlayer
from tests.browser.proxy import FlakyProxy

# milliseconds: longer than a page waits between two tries to connect
JUMP = 10_000
# how a result begins
ENDED = re.compile("finish|share|win|draw")


def sit_together(host: BrowserPlayer, guest: BrowserPlayer, **choices: object) -> None:
    """Two people at a new table; AI players on the other seats, and the cards are dealt."""
    guest.join(host.open_table(**choices))
    see_hands(host, guest)


def see_hands(*people: BrowserPlayer) -> None:
    """Wait until the cards are dealt."""
    for person in people:
        expect(person.page.get_by_role("group", name="Your hand")).to_be_visible()


def turns(people: list[BrowserPlayer]) -> Iterator[BrowserPlayer]:
    """Whoever of these people is asked next, again and again, until the game is over.

    The caller makes the moves; other people and AI players may sit at the table as well.
    """
    by_seat = {person.seat: person for person in people}
    while True:
        newest = max(people, key=lambda person: person.version)
        wait_for_one_of(by_seat, newest, people)
        if newest.over or not (mover := by_seat[newest.view["turn"]]).wait_for_turn(people):
            return
        yield mover


def wait_for_one_of(
    seats: Container[int], newest: BrowserPlayer, people: list[BrowserPlayer]
) -> None:
    """Wait until this person is told that one of these seats is asked, or that the game is over.

    The others get ready: at a table without a clock nobody is asked before.
    """

    def is_asked() -> bool:
        return newest.over or newest.view.get("turn") in seats

    tries = TRIES
    while not is_asked():
        for person in people:
            person.get_ready()
        try:
            newest.wait_for_news(is_asked, MOMENT)
            tries = TRIES
        except NothingCame:
            tries -= 1
            if not tries:
                raise


def run_ahead(person: BrowserPlayer, is_so: Callable[[], object], look: float = 0.2) -> None:
    """Let the clock of a page, which is installed, jump ahead until it is so.

    So nobody waits for pings, silences and new tries. `look` is how many seconds it may take after
    the first jump; after each further one it may take twice as long.
    """
    until = time.monotonic() + PATIENCE / 1000
    while not is_so():
        assert time.monotonic() < until, "it never came"
        person.page.clock.fast_forward(JUMP)
        looks = time.monotonic() + look
        while not is_so() and time.monotonic() < looks:
            # frames arrive while the page waits
            person.page.wait_for_timeout(20)
        look *= 2


def reconnect(person: BrowserPlayer, line: FlakyProxy) -> None:
    """Mend a line, and let the clock of the page run ahead until the site answers it again."""
    heard = person.heard
    line.mend()
    # what a page shows on its return goes soon: its clock does not jump then
    run_ahead(person, lambda: person.heard > heard, look=2)


def play_until_asked(person: BrowserPlayer, people: list[BrowserPlayer]) -> None:
    """Play on until this person has a turn to begin."""
    for mover in turns(people):
        if mover is person and mover.view["phase"] == "draw":
            return
        mover.move()
    raise AssertionError("the game ended before")


def play_to_the_end(people: list[BrowserPlayer], dice: random.Random | None = None) -> None:
    """Play on until the game is over, by chance or as fast as can be."""
    for mover in turns(people):
        mover.move(dice)


def play_ai_to_the_end(player: BrowserPlayer) -> str:
    """A short game of two against an AI, as fast as can be; its path."""
    path = player.open_table(lives=1, seats=2, ais=1)
    while player.wait_for_turn():
        player.move()
    player.wait_for_end()
    return path


def see_result(person: BrowserPlayer) -> None:
    """Follow the link at the end; the page says which place it was, or who won."""
    person.wait_for_end()
    # a press that was meant for what lay here a moment ago does not count
    person.think()
    person.page.get_by_role("dialog").get_by_role("link", name="See the result").click()
    expect(person.page.locator("#moment h1")).to_contain_text(ENDED)


def see_own_record(person: BrowserPlayer) -> audit.Json:
    """See the result; what this person was sent is what the record says, and nothing else."""
    see_result(person)
    record = record_of(person)
    # a game may be as short as it likes: a picture of its start, and one of its end
    assert audit.check(record, person.frames, person.snapshot["you"]) >= 2
    assert person.over
    return record


def record_of(person: BrowserPlayer) -> audit.Json:
    """The record of the game whose result this page shows."""
    answer = person.page.request.get(person.page.url + "record.json")
    assert answer.ok
    record: audit.Json = answer.json()
    return record


def check_page(person: BrowserPlayer, player: BrowserPlayer | None = None) -> None:
    """Every face on the page is one of those that the frames showed to this viewer.

    The frames of a game that is over came to the page of its player.
    """
    for code in person.cards_on_page():
        # the page may draw a frame a moment before the test is told of it
        (player or person).wait_for_frame_with(code)
