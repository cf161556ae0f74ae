"""Whoever reads older lines of chat or log stays there; what is written stays in its field."""

import json
import re
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, WebSocketRoute, expect

from tests.browser.conftest import Sit
from tests.browser.player import Json
from tests.patience import wait_until

LOW: ViewportSize = {"width": 1366, "height": 560}
TABLET: ViewportSize = {"width": 1024, "height": 700}
UPRIGHT: ViewportSize = {"width": 700, "height": 1024}
# the first line in sight, by its number, and how far from the top of the list it stands
FIRST_SHOWN = """list => {
  const top = list.getBoundingClientRect().top;
  const line = [...list.children].find((each) => each.getBoundingClientRect().bottom > top);
  return [line.dataset.line, Math.round(line.getBoundingClientRect().top - top)];
}"""
AT_END = "list => list.scrollHeight - list.clientHeight - list.scrollTop < 2"
# where the name of a line ends, and where what was said begins
BESIDE = """line => [
  line.querySelector("b").getBoundingClientRect().right,
  Math.min(...[...line.querySelector("p > span").getClientRects()].map(({ left }) => left)),
]"""
UP = "list => { list.scrollTop = 40; }"


@dataclass
class Talkers:
    """The others at a table: what they say arrives at a page as the site sends it."""

    page: Page
    seat: int = 1
    name: str = "Ola"
    lines: list[Json] = field(default_factory=list)
    wires: list[WebSocketRoute] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Stand between the page and the socket of its table."""
        self.page.route_web_socket(re.compile("/ws/game/"), self._join)

    def _join(self, wire: WebSocketRoute) -> None:
        server = wire.connect_to_server()
        self.wires.append(wire)
        server.on_message(lambda text: wire.send(self._with_lines(text)))

    def _with_lines(self, text: str | bytes) -> str:
        frame = json.loads(text)
        if frame["type"] == "snapshot":
            frame["talk"] = [*frame["talk"], *self.lines][-50:]
        return json.dumps(frame)

    def say(self, *texts: str) -> None:
        """Say this, one line after the other."""
        for text in texts:
            line = {
                "id": 10**9 + len(self.lines),
                "seat": self.seat,
                "name": self.name,
                "kind": "text",
            }
            self.lines.append({**line, "text": text, "at": 1_763_733_600_000})
            self.wires[-1].send(json.dumps({"type": "talk", "line": self.lines[-1]}))

    def fill(self, count: int) -> None:
        """Say so much that nobody sees all of it at once."""
        self.say(*(f"word after word after word, line {n}" for n in range(count)))

    def cut_off(self) -> None:
        """Lose the connection; the page comes back and gets a snapshot."""
        before = len(self.wires)
        self.wires[-1].close(code=1012)
        while len(self.wires) == before:
            self.page.wait_for_timeout(50)


def lines(page: Page, kind: str = "chat") -> Locator:
    """The list of what was said or what happened, as it is on the screen."""
    return page.locator(f"[data-grows={kind}]:visible")


def latest(page: Page) -> Locator:
    """What leads to the newest lines."""
    return page.locator("[data-do=latest]:visible")


def expect_end(listed: Locator) -> None:
    """The newest line is in sight."""
    listed.page.wait_for_function(AT_END, arg=listed.element_handle())


def expect_first(page: Page, number: str) -> None:
    """This line is the first one in sight; the list may be drawn anew in another place."""
    wait_until(lambda: lines(page).evaluate(FIRST_SHOWN)[0] == number)


def test_a_reader_of_older_lines_stays_there_and_is_led_to_the_new_ones(sit: Sit) -> None:
    person = sit()
    page = person.page
    page.set_viewport_size(LOW)
    talkers = Talkers(page)
    person.open_table(chat=True, seats=2)
    talkers.fill(30)
    page.get_by_role("tab", name="Chat").click()
    listed = lines(page)
    expect(listed.locator("li").last).to_contain_text("line 29")
    expect_end(listed)
    talkers.say("the reader is at the end, and stays at the end")
    expect_end(listed)
    expect(latest(page)).to_have_count(0)

    listed.evaluate(UP)
    before = listed.evaluate(FIRST_SHOWN)
    talkers.say("one")
    expect(latest(page)).to_have_text("1 new message")
    talkers.say("two")
    expect(latest(page)).to_have_text("2 new messages")
    assert listed.evaluate(FIRST_SHOWN) == before
    # what is said is read aloud all the same
    expect(page.get_by_role("log", name="New messages")).to_contain_text("Ola: two")

    # a snapshot after a lost connection leaves the reader and the field alone
    page.locator(".say-field:visible").fill("half of a")
    talkers.cut_off()
    talkers.say("three")
    expect(latest(page)).to_have_text("3 new messages")
    assert listed.evaluate(FIRST_SHOWN) == before
    expect(page.locator(".say-field:visible")).to_have_value("half of a")

    latest(page).click()
    expect_end(listed)
    expect(latest(page)).to_have_count(0)
    expect(listed).to_be_focused()
    # of very many lines the oldest go: the reader stays at the end, or with the line in sight
    talkers.fill(40)
    expect(listed.locator("li").last).to_contain_text("line 39")
    expect_end(listed)
    listed.evaluate("list => { list.scrollTop = list.scrollHeight / 2; }")
    before = listed.evaluate(FIRST_SHOWN)
    talkers.say("four", "five", "six")
    expect(latest(page)).to_have_text("3 new messages")
    assert listed.evaluate(FIRST_SHOWN) == before
    # own lines lead to the end
    page.locator(".say-field:visible").fill("mine")
    page.locator(".say-field:visible").press("Enter")
    expect(listed.locator("[data-own]")).to_contain_text("mine")
    expect_end(listed)


def test_a_name_from_right_to_left_stays_before_what_was_said(sit: Sit) -> None:
    person = sit()
    talkers = Talkers(person.page, name="עדי")
    person.open_table(chat=True, seats=2)
    talkers.say("12 points, well done")
    line = lines(person.page).locator("li", has_text="well done")
    expect(line).to_be_visible()
    ends, begins = line.evaluate(BESIDE)
    assert ends <= begins


@pytest.mark.parametrize("at_end", [True, False])
def test_a_reader_stays_where_the_panel_becomes_a_sheet_and_is_turned(
    sit: Sit, at_end: bool
) -> None:
    host, guest = sit(), sit()
    page = host.page
    page.set_viewport_size(TABLET)
    talkers = Talkers(page)
    guest.join(host.open_table(chat=True, seats=2))
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    talkers.fill(40)
    page.keyboard.press("c")
    listed = lines(page)
    expect_end(listed)
    page.locator(".say-field:visible").fill("half of a")
    if not at_end:
        listed.evaluate("list => { list.scrollTop = list.scrollHeight / 2; }")
    number = listed.evaluate(FIRST_SHOWN)[0]
    sizes: list[ViewportSize] = [UPRIGHT, TABLET, {"width": 1440, "height": 700}]
    for size in sizes:
        page.set_viewport_size(size)
        if size["width"] == 1440:
            page.keyboard.press("Escape")
            expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator(".say-field:visible")).to_have_value("half of a")
        if at_end:
            expect_end(lines(page))
        else:
            expect_first(page, number)
    talkers.say("one more")
    if at_end:
        expect_end(lines(page))
    else:
        expect(latest(page)).to_have_text("1 new message")
        expect_first(page, number)


def test_what_is_written_before_the_deal_is_written_on_and_presses_no_key(sit: Sit) -> None:
    host, guest = sit(), sit()
    path = host.open_table(chat=True, seats=2)
    writing = host.page.locator(".say-field:visible")
    writing.press_sequentially("good l")
    guest.join(path)
    expect(host.page.get_by_role("group", name="Your hand")).to_be_visible()
    # in Firefox nothing has the focus while the page lies behind the other one
    host.page.bring_to_front()
    expect(writing).to_be_focused()
    host.page.keyboard.type("uck")
    expect(writing).to_have_value("good luck")
    writing.press("Enter")
    expect(guest.page.locator(".spoken")).to_contain_text("good luck")


def test_a_reader_of_the_log_stays_there(sit: Sit) -> None:
    person = sit()
    page = person.page
    page.set_viewport_size(LOW)
    person.play_ai("Easy")
    listed = lines(page, "log")
    match = 0
    # the log begins again with every match, and stands still while the reader is asked
    while person.wait_for_turn():
        if match == person.view["match"] and latest(page).is_visible():
            break
        fills = listed.evaluate("list => list.scrollHeight > list.clientHeight + 120")
        if fills and match != person.view["match"]:
            expect_end(listed)
            match = person.view["match"]
            listed.evaluate("list => { list.scrollTop = 20; }")
        # without a fight the match goes on, and the log with it
        card = person.view["seats"][person.seat]["hand"][0]
        draws = person.view["phase"] == "draw"
        person.do({"do": "draw", "from": "pile"} if draws else {"do": "discard", "card": card})
    expect(latest(page)).to_contain_text("new entr")
    assert not listed.evaluate(AT_END)
    latest(page).click()
    expect_end(listed)
    expect(latest(page)).to_have_count(0)
