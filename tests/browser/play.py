"""Steps of several players: joining a table, playing, and looking at the result."""

import contextlib
import random
import re
import time
from collections.abc import Callable, Container, Iterator

from playwright.sync_api import ConsoleMessage, Page, expect
from playwright.sync_api import TimeoutError as NothingCame

from tests.browser import audit
from tests.browser.page_scripts import is_connecting
from tests.browser.player import MOMENT, PATIENCE, TRIES, BrowserPlayer
from tests.browser.proxy import FlakyProxy

# milliseconds: longer than a page waits before reconnecting
JUMP = 10_000
# the beginning of a result
ENDED = re.compile("finish|share|win|draw")


def sit_together(host: BrowserPlayer, guest: BrowserPlayer, **choices: object) -> None:
    """Seat two players at a new table, with AI players in the other seats, until the deal."""
    guest.join(host.open_table(**choices))
    see_hands(host, guest)


def see_hands(*people: BrowserPlayer) -> None:
    """Wait until the cards are dealt."""
    for person in people:
        expect(person.page.get_by_role("group", name="Your hand")).to_be_visible()


def each_turn(people: list[BrowserPlayer]) -> Iterator[BrowserPlayer]:
    """Yield the player who is asked next, until the game is over.

    The caller makes the moves. Other players and AI players may sit at the table too.
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
    """Wait until this player sees that one of these seats is asked or that the game is over.

    The other players click Ready, which a table without a clock waits for.
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


def stop_clock(page: Page) -> None:
    """Stop the clock of a page, so that a note stays until the test has seen it."""
    page.clock.pause_at(time.time() + 5)


def run_ahead(person: BrowserPlayer, is_so: Callable[[], object], look: float = 0.2) -> None:
    """Advance the installed clock of a page until a condition holds.

    This skips the waiting for pings, timeouts and retries. `look` is the patience in seconds after
    the first jump; it doubles with each further jump.
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


def restore_connection(person: BrowserPlayer, line: FlakyProxy) -> None:
    """Restore a connection, and advance the clock of the page until it connects again.

    Data that the dead connection held back is lost: an earlier attempt to connect must not succeed
    now, because the page opens no further socket then.
    """
    connections: list[ConsoleMessage] = []

    def note_connection(said: ConsoleMessage) -> None:
        if is_connecting(said):
            connections.append(said)

    person.page.on("console", note_connection)
    line.cut()
    line.mend()
    run_ahead(person, lambda: connections, look=2)
    # no jump while the site answers: the message about the return disappears soon
    expect(person.lost).to_have_count(0)


def play_until_asked(person: BrowserPlayer, people: list[BrowserPlayer]) -> None:
    """Play until this player's turn starts."""
    for mover in each_turn(people):
        if mover is person and mover.view["phase"] == "draw":
            return
        mover.move()
    raise AssertionError("the game ended before")


def play_to_the_end(people: list[BrowserPlayer], dice: random.Random | None = None) -> None:
    """Play until the game is over, randomly or as fast as possible."""
    for mover in each_turn(people):
        mover.move(dice)


def play_ai_to_the_end(player: BrowserPlayer) -> str:
    """Play a short game against one AI player as fast as possible; return its path."""
    path = player.open_table(lives=1, seats=2, ais=1)
    while player.wait_for_turn():
        player.move()
    player.wait_for_end()
    return path


def see_result(person: BrowserPlayer) -> None:
    """Follow the link to the result, which says the place or the winner.

    The page ignores presses just after a change, and opens the result after five seconds anyway.
    """
    person.wait_for_end()
    heading = person.page.locator("#moment h1")
    tries = TRIES
    while tries and not heading.is_visible():
        tries -= 1
        with contextlib.suppress(NothingCame):
            if person.by == "keys":
                person.result_link().press("Enter", timeout=MOMENT)
            else:
                person.result_link().click(timeout=MOMENT)
    expect(heading).to_contain_text(ENDED)


def see_own_record(person: BrowserPlayer) -> audit.Json:
    """See the result; check that this player received exactly what the record says."""
    see_result(person)
    record = record_of(person)
    # even the shortest game has a view of its start and one of its end
    assert audit.check_frames(record, person.frames, person.snapshot["you"]) >= 2
    assert person.over
    return record


def record_of(person: BrowserPlayer) -> audit.Json:
    """Return the record of the game whose result this page shows."""
    answer = person.page.request.get(person.page.url + "record.json")
    assert answer.ok
    record: audit.Json = answer.json()
    return record


def check_page(person: BrowserPlayer, player: BrowserPlayer | None = None) -> None:
    """Check that the page shows no card that this viewer's frames did not contain."""
    for code in person.cards_on_page():
        # the page may render a frame just before the test receives it
        (player or person).wait_for_frame_with(code)
