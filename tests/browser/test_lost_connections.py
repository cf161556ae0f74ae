"""Live pages notice a silently dead connection and restore unsent text."""

import contextlib
import re
from collections.abc import Iterator

from playwright.sync_api import Error, Locator, expect

from tests.browser.conftest import OpenLine, OpenPlayer
from tests.browser.page_scripts import is_frame
from tests.browser.play import (
    play_to_the_end,
    restore_connection,
    run_ahead,
    see_result,
    sit_together,
)
from tests.browser.player import PATIENCE, BrowserPlayer

LOST = "Connection lost. Reconnecting…"
LOOKING = "Looking for players"


def lost_sign(person: BrowserPlayer) -> Locator:
    """Return the message about a lost connection; it is empty while connected."""
    return person.page.locator("#connection-lost").filter(has_text=LOST)


def find_heading(person: BrowserPlayer, name: str) -> Locator:
    """Return a visible heading of the page."""
    return person.page.get_by_role("heading", name=name)


@contextlib.contextmanager
def wait_for_connection(person: BrowserPlayer, path: str) -> Iterator[None]:
    """Wait until the page opened in this block has a working connection."""
    with person.page.expect_console_message(lambda said: is_frame(said, path)):
        yield


def lose_connection(person: BrowserPlayer, shown: Locator) -> None:
    """Wait until the page notices and shows that its connection is dead."""
    run_ahead(person, shown.count)


def press_until(button: Locator, shown: Locator) -> None:
    """Retry as often as the page asks, since the first retry may meet the old silence."""
    for _ in range(PATIENCE // 1000):
        with contextlib.suppress(Error):
            button.click(timeout=1000)
        with contextlib.suppress(AssertionError):
            return expect(shown).to_be_visible(timeout=1000)
    raise AssertionError("the page never sent it")


def open_queue(person: BrowserPlayer, name: str) -> None:
    """Sign up and open the page of the queue."""
    person.sign_up(name)
    with wait_for_connection(person, "/ws/queue/"):
        person.page.goto("/queue/")


def keep_place(person: BrowserPlayer, keeper: BrowserPlayer) -> None:
    """Open the queue for the same user in a second browser, which no dead line or clock affects.

    It keeps the place in the queue, however late a busy machine restores the first connection.
    """
    cookies = person.page.context.cookies()
    keeper.page.context.add_cookies([{**each} for each in cookies])  # type: ignore[typeddict-item]
    keeper.page.goto("/queue/")
    expect(find_heading(keeper, LOOKING)).to_be_visible()


def test_no_page_claims_a_place_in_the_queue_that_nobody_confirms(
    open_player: OpenPlayer, open_line: OpenLine
) -> None:
    line = open_line()
    mira, keeper = open_player(at=line.url, clock=True), open_player()
    open_queue(mira, "Quiana")
    mira.page.get_by_role("button", name="Play ranked").click()
    expect(find_heading(mira, LOOKING)).to_be_visible()
    beside = mira.page.context.new_page()
    beside.goto("/tables/")
    strip = beside.get_by_role("complementary", name="Ranked queue")
    expect(strip).to_contain_text(LOOKING)
    # the server's strip has a form, which goes once the page is connected
    expect(strip.locator("form")).to_have_count(0)
    keep_place(mira, keeper)

    line.go_dead()
    lose_connection(mira, find_heading(mira, LOST))
    lose_connection(mira, strip.filter(has_text=LOST))
    expect(mira.page.get_by_text("You may have lost your place in the queue.")).to_be_visible()
    expect(find_heading(mira, LOOKING)).to_be_hidden()
    claims = mira.page.get_by_text("you keep your place").filter(visible=True)
    expect(claims).to_have_count(0)
    expect(beside.get_by_text(LOOKING).filter(visible=True)).to_have_count(0)
    restore_connection(mira, line)
    expect(find_heading(mira, LOOKING)).to_be_visible()
    expect(find_heading(mira, LOST)).to_be_hidden()
    run_ahead(mira, strip.filter(has_text=LOOKING).count)

    line.go_dead()
    lose_connection(mira, find_heading(mira, LOST))
    keeper.page.get_by_role("button", name="Leave queue").click()
    expect(keeper.page.get_by_role("button", name="Play ranked")).to_be_visible()
    restore_connection(mira, line)
    expect(mira.page.locator("#queue-note")).to_have_text("You’re no longer in the queue.")
    mira.page.get_by_role("button", name="Play ranked").click()
    expect(find_heading(mira, LOOKING)).to_be_visible()
    # leave the queue, or the next test would meet this player
    mira.page.get_by_role("button", name="Leave queue").click()
    expect(find_heading(mira, LOOKING)).to_be_hidden()


def test_a_page_that_never_connects_takes_back_the_place_that_the_server_drew(
    open_player: OpenPlayer, open_line: OpenLine
) -> None:
    line = open_line()
    mira = open_player(at=line.url, clock=True)
    open_queue(mira, "Quenby")
    mira.page.get_by_role("button", name="Play ranked").click()
    expect(find_heading(mira, LOOKING)).to_be_visible()
    beside = mira.page.context.new_page()
    line.block_sockets()
    strip = beside.get_by_role("complementary", name="Ranked queue")
    beside.goto("/")
    expect(strip).to_contain_text(LOOKING)
    lose_connection(mira, strip.filter(has_text=LOST))
    expect(beside.get_by_text(LOOKING).filter(visible=True)).to_have_count(0)
    beside.goto("/queue/")
    lose_connection(mira, beside.get_by_role("heading", name=LOST))
    expect(beside.get_by_text(LOOKING).filter(visible=True)).to_have_count(0)
    # leave the queue, or the next test would meet this player
    mira.page.get_by_role("button", name="Leave queue").click()
    expect(find_heading(mira, LOOKING)).to_be_hidden()


def test_what_was_asked_of_the_queue_on_a_dead_line_is_said_not_to_be_sent(
    open_player: OpenPlayer, open_line: OpenLine
) -> None:
    line = open_line()
    mira, keeper = open_player(at=line.url, clock=True), open_player()
    open_queue(mira, "Quirina")
    play = mira.page.get_by_role("button", name="Play ranked")
    leave = mira.page.get_by_role("button", name="Leave queue")
    note = mira.page.locator("#queue-note")
    play.click()
    leave.click()
    expect(play).to_be_visible()

    line.go_dead()
    play.click()
    lose_connection(mira, lost_sign(mira))
    play.click()
    expect(note).to_have_text("Not sent. Try again.")
    restore_connection(mira, line)
    expect(lost_sign(mira)).to_have_count(0)
    expect(note).to_have_text("Not sent. Try again.")
    press_until(play, find_heading(mira, LOOKING))
    expect(note).to_be_hidden()
    keep_place(mira, keeper)

    line.go_dead()
    leave.click()
    lose_connection(mira, find_heading(mira, LOST))
    restore_connection(mira, line)
    expect(note).to_have_text("Not sent. Try again.")
    leave.click()
    expect(play).to_be_visible()


def test_the_list_of_tables_notices_and_shows_what_it_missed(
    open_player: OpenPlayer, open_line: OpenLine
) -> None:
    line = open_line()
    reader, host = open_player(at=line.url, clock=True), open_player()
    reader.page.goto("/tables/")
    host.open_table(access="public", title="While you slept", seats=4)
    listed = reader.page.locator("#lobby li").filter(has_text="While you slept")
    expect(listed).to_be_visible()
    line.go_dead()
    lose_connection(reader, lost_sign(reader))
    host.page.get_by_role("button", name="Leave the table").click()
    restore_connection(reader, line)
    expect(lost_sign(reader)).to_have_count(0)
    expect(listed).to_have_count(0)


def test_a_challenge_on_a_dead_line_comes_when_it_is_mended_and_an_answer_is_not_lost(
    open_player: OpenPlayer, open_line: OpenLine
) -> None:
    line = open_line()
    mira, ola = open_player(), open_player(at=line.url, phone=True, clock=True)
    mira.sign_up("Querida")
    ola.sign_up("Quigley")
    with wait_for_connection(ola, "/ws/notices/"):
        ola.page.goto("/learn/")

    line.go_dead()
    lose_connection(ola, lost_sign(ola))
    mira.page.goto("/players/Quigley/challenge/")
    mira.page.get_by_role("button", name="Send challenge").click()
    mira.find_seat()
    restore_connection(ola, line)
    notice = ola.page.locator(".invitations .invitation")
    expect(notice).to_contain_text("Querida challenges you")

    line.go_dead()
    notice.get_by_role("button", name="Decline").click()
    lose_connection(ola, notice.filter(has_text="Not sent. Try again."))
    restore_connection(ola, line)
    expect(lost_sign(ola)).to_have_count(0)
    notice.get_by_role("button", name="Decline").click()
    expect(notice).to_have_count(0)
    expect(mira.page.locator(".invitations")).to_contain_text("Quigley declined your challenge")


def test_a_rematch_that_began_on_a_dead_line_is_still_there_when_it_is_mended(
    open_player: OpenPlayer, open_line: OpenLine
) -> None:
    line = open_line()
    # without advancing the clock, or the time for a rematch would run out
    host, friend = open_player(), open_player(at=line.url)
    sit_together(host, friend, seats=2, lives=1)
    play_to_the_end([host, friend])
    with wait_for_connection(friend, "/?watch=1"):
        see_result(friend)
    again = friend.page.locator("#rematch button")
    expect(again).to_be_enabled()
    line.go_dead()
    see_result(host)
    before = host.page.url
    host.page.locator("#rematch button").click()
    host.page.wait_for_url(lambda url: url != before)
    expect(lost_sign(friend)).to_have_count(1)
    line.cut()
    line.mend()
    expect(again).to_have_text("Rematch, 1 of 2 ready")
    expect(lost_sign(friend)).to_have_count(0)


def test_nothing_that_is_said_or_pressed_at_a_table_on_a_dead_line_is_lost_without_a_word(
    open_player: OpenPlayer, open_line: OpenLine
) -> None:
    line = open_line()
    mira, ola = open_player(at=line.url, clock=True), open_player()
    sit_together(mira, ola, seats=2, chat=True, clock="none")
    back, page = mira.notice("back"), mira.page
    page.get_by_role("tab", name=re.compile("^Chat")).click()
    field = page.locator(".say-field")
    unsaid, said = page.locator(".chat-unsaid"), page.locator(".chat-lines time")

    line.go_dead()
    for words in ("Are you there?", "Hello?"):
        field.fill(words)
        field.press("Enter")
    lose_connection(mira, unsaid.nth(1))
    expect(unsaid).to_have_count(2)
    expect(unsaid.first).to_contain_text("Not sent Are you there?")
    field.fill("Later")
    field.press("Enter")
    expect(mira.notice("unsent")).to_have_text("Not sent. You’re not connected.")
    expect(field).to_have_value("Later")
    restore_connection(mira, line)
    expect(back).to_contain_text("Your message wasn’t sent.")
    unsaid.first.get_by_role("button", name="Retry").click()
    expect(said).to_have_count(1)
    expect(unsaid).to_have_count(1)
    unsaid.get_by_role("button", name="Remove").click()
    expect(unsaid).to_have_count(0)
    ola.page.get_by_role("tab", name=re.compile("^Chat")).click()
    expect(ola.page.locator(".chat-lines li")).to_have_text(re.compile("Are you there"))

    line.go_dead()
    page.locator(".say-foot [data-phrase]").first.click()
    page.locator(".line-mute, .seat-mute").first.click()
    lose_connection(mira, mira.lost)
    restore_connection(mira, line)
    expect(back).to_contain_text("Your last action wasn’t sent.")
    expect(page.get_by_text(f"You muted {ola.name}.")).to_have_count(0)
    expect(ola.page.locator(".chat-lines li")).to_have_count(1)
