"""A line that goes dead silently: live pages notice it and give back what was not sent."""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Lay, Sit
from tests.browser.play import see_result, sit_together, turns
from tests.browser.player import BrowserPlayer
from tests.browser.proxy import FlakyProxy

# milliseconds within which a page notices a dead line, or is told by the server after it is mended
NOTICED = 60_000
LOST = "Connection lost. Reconnecting…"


def sign(person: BrowserPlayer) -> Locator:
    """The sign that the connection of a page is lost; empty while it is not."""
    return person.page.locator("#connection-lost")


def heading(person: BrowserPlayer, name: str) -> Locator:
    """A visible heading of the page."""
    return person.page.get_by_role("heading", name=name)


@contextmanager
def connecting(person: BrowserPlayer, path: str) -> Iterator[None]:
    """Wait until a page that is opened meanwhile has a connection that the server answers."""
    with person.page.expect_websocket(lambda socket: path in socket.url) as opened:
        yield
    opened.value.wait_for_event("framereceived")


def replace(line: FlakyProxy) -> None:
    """End the dead connections, with what waits in them, and carry new ones."""
    line.cut()
    line.mend()


def queue_up(person: BrowserPlayer, name: str) -> None:
    """Sign up and wait in the queue, on its page."""
    person.sign_up(name)
    with connecting(person, "/ws/queue/"):
        person.page.goto("/queue/")
    person.page.get_by_role("button", name="Play ranked").click()
    expect(heading(person, "Looking for three players")).to_be_visible()


def test_the_page_of_the_queue_claims_no_place_that_nobody_confirms(
    site: str, sit: Sit, lay: Lay
) -> None:
    line = lay()
    mira, other = sit(at=line.url), sit()
    queue_up(mira, "Quiana")
    other.sign_up("Quentin")
    other.page.goto("/queue/")
    crowd = other.page.locator("[data-stage=idle] [data-say=crowd]")
    expect(crowd).to_contain_text("1 in the queue")

    # a page on another line keeps the place, however long a busy machine takes to notice
    keeper = mira.page.context.new_page()
    keeper.goto(f"{site}/queue/")
    expect(keeper.get_by_role("heading", name="Looking for three players")).to_be_visible()
    line.go_dead()
    expect(heading(mira, LOST)).to_be_visible(timeout=NOTICED)
    expect(mira.page.get_by_text("You may have lost your place in the queue.")).to_be_visible()
    expect(heading(mira, "Looking for three players")).to_be_hidden()
    claims = mira.page.get_by_text("you keep your place").filter(visible=True)
    expect(claims).to_have_count(0)

    replace(line)
    expect(heading(mira, "Looking for three players")).to_be_visible(timeout=NOTICED)
    expect(heading(mira, LOST)).to_be_hidden()

    keeper.close()
    line.go_dead()
    expect(heading(mira, LOST)).to_be_visible(timeout=NOTICED)
    expect(crowd).to_contain_text(re.compile("nobody", re.IGNORECASE), timeout=NOTICED)
    replace(line)
    note = mira.page.locator("#queue-note")
    expect(note).to_have_text("You’re no longer in the queue.", timeout=NOTICED)
    mira.page.get_by_role("button", name="Play ranked").click()
    expect(heading(mira, "Looking for three players")).to_be_visible()


def test_the_strip_of_the_queue_says_so_on_other_pages(sit: Sit, lay: Lay) -> None:
    line = lay()
    mira = sit(at=line.url, phone=True)
    queue_up(mira, "Quilla")
    with connecting(mira, "/ws/queue/"):
        mira.page.goto("/tables/")
    strip = mira.page.get_by_role("complementary", name="Ranked queue")
    expect(strip).to_contain_text("Looking for three players")
    line.go_dead()
    expect(strip).to_contain_text(LOST, timeout=NOTICED)
    waits = mira.page.get_by_text("Looking for three players").filter(visible=True)
    expect(waits).to_have_count(0)
    replace(line)
    expect(strip).to_contain_text("Looking for three players", timeout=NOTICED)


def test_what_was_asked_of_the_queue_on_a_dead_line_is_said_not_to_be_sent(
    sit: Sit, lay: Lay
) -> None:
    line = lay()
    mira = sit(at=line.url)
    mira.sign_up("Quirina")
    with connecting(mira, "/ws/queue/"):
        mira.page.goto("/queue/")
    play = mira.page.get_by_role("button", name="Play ranked")
    note = mira.page.locator("#queue-note")
    play.click()
    mira.page.get_by_role("button", name="Leave queue").click()
    expect(play).to_be_visible()

    line.go_dead()
    play.click()
    expect(sign(mira)).to_have_text(LOST, timeout=NOTICED)
    play.click()
    expect(note).to_have_text("Not sent. Try again.")
    replace(line)
    expect(sign(mira)).to_be_empty(timeout=NOTICED)
    expect(note).to_have_text("Not sent. Try again.")
    play.click()
    expect(heading(mira, "Looking for three players")).to_be_visible()
    expect(note).to_be_hidden()

    line.go_dead()
    mira.page.get_by_role("button", name="Leave queue").click()
    expect(heading(mira, LOST)).to_be_visible(timeout=NOTICED)
    replace(line)
    expect(note).to_have_text("Not sent. Try again.", timeout=NOTICED)
    mira.page.get_by_role("button", name="Leave queue").click()
    expect(play).to_be_visible()


def test_the_list_of_tables_notices_and_shows_what_it_missed(sit: Sit, lay: Lay) -> None:
    line = lay()
    reader, host = sit(at=line.url), sit()
    reader.page.goto("/tables/")
    host.open_table(access="public", title="While you slept", seats=4)
    listed = reader.page.locator("#lobby li").filter(has_text="While you slept")
    expect(listed).to_be_visible()
    line.go_dead()
    expect(sign(reader)).to_have_text(LOST, timeout=NOTICED)
    host.page.get_by_role("button", name="Leave the table").click()
    replace(line)
    expect(sign(reader)).to_be_empty(timeout=NOTICED)
    expect(listed).to_have_count(0)


def test_a_challenge_on_a_dead_line_comes_when_it_is_mended_and_an_answer_is_not_lost(
    sit: Sit, lay: Lay
) -> None:
    line = lay()
    mira, ola = sit(), sit(at=line.url, phone=True)
    mira.sign_up("Querida")
    ola.sign_up("Quigley")
    with connecting(ola, "/ws/notices/"):
        ola.page.goto("/learn/")

    line.go_dead()
    expect(sign(ola)).to_have_text(LOST, timeout=NOTICED)
    mira.page.goto("/players/Quigley/challenge/")
    mira.page.get_by_role("button", name="Send the challenge").click()
    mira.find_seat()
    replace(line)
    notice = ola.page.locator(".invitations .invitation")
    expect(notice).to_contain_text("Querida challenges you", timeout=NOTICED)

    line.go_dead()
    notice.get_by_role("button", name="Decline").click()
    expect(notice).to_contain_text("Not sent. Try again.", timeout=NOTICED)
    replace(line)
    expect(sign(ola)).to_be_empty(timeout=NOTICED)
    notice.get_by_role("button", name="Decline").click()
    expect(notice).to_have_count(0)
    expect(mira.page.locator(".invitations")).to_contain_text("Quigley declines your challenge")


def test_a_rematch_that_began_on_a_dead_line_is_still_there_when_it_is_mended(
    sit: Sit, lay: Lay
) -> None:
    line = lay()
    host, friend = sit(), sit(at=line.url)
    dice = random.Random(8)
    sit_together(host, friend, seats=2, lives=1)
    for mover in turns([host, friend]):
        mover.move(dice)
    with connecting(friend, "/?watch=1"):
        see_result(friend)
    again = friend.page.locator("#rematch button")
    expect(again).to_be_enabled()
    line.go_dead()
    host.wait_for_end()
    before = host.page.url
    host.page.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    host.page.wait_for_url(lambda url: url != before)
    expect(sign(friend)).to_have_text(LOST, timeout=NOTICED)
    replace(line)
    expect(again).to_have_text("Rematch, 1 of 2 ready", timeout=NOTICED)
    expect(sign(friend)).to_be_empty()


def test_nothing_that_is_said_or_pressed_at_a_table_on_a_dead_line_is_lost_without_a_word(
    sit: Sit, lay: Lay
) -> None:
    line = lay()
    mira, ola = sit(at=line.url), sit()
    sit_together(mira, ola, seats=2, chat=True, clock="none")
    back, page = mira.notice("back"), mira.page
    page.get_by_role("tab", name=re.compile("^Chat")).click()
    field = page.locator(".say-field")
    unsaid, said = page.locator(".chat-unsaid"), page.locator(".chat-lines time")

    line.go_dead()
    for words in ("Are you there?", "Hello?"):
        field.fill(words)
        field.press("Enter")
    expect(unsaid).to_have_count(2, timeout=NOTICED)
    expect(unsaid.first).to_contain_text("Not sent Are you there?")
    field.fill("Later")
    field.press("Enter")
    expect(mira.notice("unsent")).to_have_text("Not sent. There is no connection.")
    expect(field).to_have_value("Later")
    replace(line)
    expect(back).to_contain_text("Not sent: Your message.", timeout=NOTICED)
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
    expect(page.locator(".pill.link")).to_have_text(re.compile("Reconnecting"), timeout=NOTICED)
    replace(line)
    expect(back).to_contain_text("Not sent: Your last press.", timeout=NOTICED)
    expect(page.get_by_text(f"You muted {ola.name}.")).to_have_count(0)
    expect(ola.page.locator(".chat-lines li")).to_have_count(1)
