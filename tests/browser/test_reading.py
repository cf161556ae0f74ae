"""Reading older lines of chat or log is not interrupted, and drafts are kept."""

import json
import re
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, WebSocketRoute, expect

from tests.browser.conftest import OpenPlayer
from tests.browser.player import Json
from tests.patience import wait_until

LOW: ViewportSize = {"width": 1366, "height": 560}
TABLET: ViewportSize = {"width": 1024, "height": 700}
UPRIGHT: ViewportSize = {"width": 700, "height": 1024}
# the number of the first visible line, and its distance from the top of the list
FIRST_SHOWN = """list => {
  const top = list.getBoundingClientRect().top;
  const line = [...list.children].find((each) => each.getBoundingClientRect().bottom > top);
  return [line.dataset.line, Math.round(line.getBoundingClientRect().top - top)];
}"""
AT_END = "list => list.scrollHeight - list.clientHeight - list.scrollTop < 2"
# the end of the name and the start of the text of a line
BESIDE = """line => [
  line.querySelector("b").getBoundingClientRect().right,
  Math.min(...[...line.querySelector("p > span").getClientRects()].map(({ left }) => left)),
]"""
# a layout in two steps, of which the first leaves nothing to scroll, and a press that draws all
IN_TWO_STEPS = """list => {
  for (const display of ["none", ""]) {
    for (const line of list.children) line.style.display = display;
    list.getBoundingClientRect();
  }
  list.style.maxHeight = `${list.clientHeight / 4}px`;
  document.querySelector(".bar-wide[aria-pressed]").click();
}"""
NEXT_FRAME = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
# records the line beside a seat, which goes after some seconds
HEAR = """() => {
  globalThis.heard = "";
  const hear = () => (heard ||= document.querySelector(".spoken")?.textContent ?? "");
  new MutationObserver(hear).observe(document.body, { childList: true, subtree: true });
}"""
UP = "list => { list.scrollTop = 40; }"


@dataclass
class Talkers:
    """Sends chat lines of other players to a page, like the site does."""

    page: Page
    seat: int = 1
    name: str = "Ola"
    lines: list[Json] = field(default_factory=list)
    wires: list[WebSocketRoute] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Intercept the table socket of the page."""
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
        """Send these lines, one by one."""
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
        """Send more lines than fit on the screen."""
        self.say(*(f"word after word after word, line {n}" for n in range(count)))

    def cut_off(self) -> None:
        """Cut the connection, so that the page reconnects and gets a snapshot."""
        before = len(self.wires)
        self.wires[-1].close(code=1012)
        while len(self.wires) == before:
            self.page.wait_for_timeout(50)


def list_lines(page: Page, kind: str = "chat") -> Locator:
    """Return the list of chat or log lines on the page."""
    return page.locator(f"[data-grows={kind}]:visible")


def latest_button(page: Page) -> Locator:
    """Return the button that jumps to the newest lines."""
    return page.locator("[data-do=latest]:visible")


def expect_end(listed: Locator) -> None:
    """Wait until the newest line is visible."""
    listed.page.wait_for_function(AT_END, arg=listed.element_handle())


def expect_first(page: Page, number: str) -> None:
    """Wait until this is the first visible line, even if the list is rendered elsewhere."""
    wait_until(lambda: list_lines(page).evaluate(FIRST_SHOWN)[0] == number)


def test_a_reader_of_older_lines_stays_there_and_is_led_to_the_new_ones(
    open_player: OpenPlayer,
) -> None:
    person = open_player()
    page = person.page
    page.set_viewport_size(LOW)
    talkers = Talkers(page)
    person.open_table(chat=True, seats=2)
    talkers.fill(30)
    page.get_by_role("tab", name="Chat").click()
    listed = list_lines(page)
    expect(listed.locator("li").last).to_contain_text("line 29")
    expect_end(listed)
    talkers.say("the reader is at the end, and stays at the end")
    expect_end(listed)
    expect(latest_button(page)).to_have_count(0)

    listed.evaluate(UP)
    before = listed.evaluate(FIRST_SHOWN)
    talkers.say("one")
    expect(latest_button(page)).to_have_text("1 new message")
    talkers.say("two")
    expect(latest_button(page)).to_have_text("2 new messages")
    assert listed.evaluate(FIRST_SHOWN) == before
    # new lines are announced anyway
    expect(page.get_by_role("log", name="New messages")).to_contain_text("Ola: two")

    # a snapshot after a lost connection keeps the scroll position and the draft
    page.locator(".say-field:visible").fill("half of a")
    talkers.cut_off()
    talkers.say("three")
    expect(latest_button(page)).to_have_text("3 new messages")
    assert listed.evaluate(FIRST_SHOWN) == before
    expect(page.locator(".say-field:visible")).to_have_value("half of a")

    latest_button(page).click()
    expect_end(listed)
    expect(latest_button(page)).to_have_count(0)
    expect(listed).to_be_focused()
    # when the oldest lines are dropped, the reader stays at the end or at the visible line
    talkers.fill(40)
    expect(listed.locator("li").last).to_contain_text("line 39")
    expect_end(listed)
    listed.evaluate("list => { list.scrollTop = list.scrollHeight / 2; }")
    before = listed.evaluate(FIRST_SHOWN)
    talkers.say("four", "five", "six")
    expect(latest_button(page)).to_have_text("3 new messages")
    assert listed.evaluate(FIRST_SHOWN) == before
    # sending a line scrolls to the end
    page.locator(".say-field:visible").fill("mine")
    page.locator(".say-field:visible").press("Enter")
    expect(listed.locator("[data-own]")).to_contain_text("mine")
    expect_end(listed)


def test_a_name_from_right_to_left_stays_before_what_was_said(open_player: OpenPlayer) -> None:
    person = open_player()
    talkers = Talkers(person.page, name="עדי")
    person.open_table(chat=True, seats=2)
    talkers.say("12 points, well done")
    line = list_lines(person.page).locator("li", has_text="well done")
    expect(line).to_be_visible()
    ends, begins = line.evaluate(BESIDE)
    assert ends <= begins


@pytest.mark.parametrize("at_end", [True, False])
def test_a_reader_stays_where_the_panel_becomes_a_sheet_and_is_turned(
    open_player: OpenPlayer, at_end: bool
) -> None:
    host, guest = open_player(), open_player()
    page = host.page
    page.set_viewport_size(TABLET)
    talkers = Talkers(page)
    guest.join(host.open_table(chat=True, seats=2))
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    talkers.fill(40)
    page.keyboard.press("c")
    listed = list_lines(page)
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
            expect_end(list_lines(page))
        else:
            expect_first(page, number)
    talkers.say("one more")
    if at_end:
        expect_end(list_lines(page))
    else:
        expect(latest_button(page)).to_have_text("1 new message")
        expect_first(page, number)


def test_a_reader_at_the_end_stays_there_while_a_layout_comes_in_two_steps(
    open_player: OpenPlayer,
) -> None:
    person = open_player()
    talkers = Talkers(person.page)
    person.open_table(chat=True, seats=2)
    talkers.fill(40)
    listed = list_lines(person.page)
    expect_end(listed)
    listed.evaluate(IN_TWO_STEPS)
    # the page handles the scroll in its next frame, before it places the list
    person.page.evaluate(NEXT_FRAME)
    assert listed.evaluate(AT_END)


def test_what_is_written_before_the_deal_is_written_on_and_presses_no_key(
    open_player: OpenPlayer,
) -> None:
    host, guest = open_player(), open_player()
    path = host.open_table(chat=True, seats=2)
    writing = host.page.locator(".say-field:visible")
    writing.press_sequentially("good l")
    guest.join(path)
    expect(host.page.get_by_role("group", name="Your hand")).to_be_visible()
    # in Firefox nothing has the focus on a background page
    host.page.bring_to_front()
    expect(writing).to_be_focused()
    host.page.keyboard.type("uck")
    expect(writing).to_have_value("good luck")
    guest.page.evaluate(HEAR)
    writing.press("Enter")
    guest.page.wait_for_function("() => heard.includes('good luck')")


def test_a_reader_of_the_log_stays_there(open_player: OpenPlayer) -> None:
    person = open_player()
    page = person.page
    page.set_viewport_size(LOW)
    person.play_ai("Easy")
    listed = list_lines(page, "log")
    match = 0
    # the log restarts with every match, and does not grow while the reader is asked
    while person.wait_for_turn():
        if match == person.view["match"] and latest_button(page).is_visible():
            break
        fills = listed.evaluate("list => list.scrollHeight > list.clientHeight + 120")
        if fills and match != person.view["match"]:
            expect_end(listed)
            match = person.view["match"]
            listed.evaluate("list => { list.scrollTop = 20; }")
        # without a fight the match and its log continue
        card = person.view["seats"][person.seat]["hand"][0]
        draws = person.view["phase"] == "draw"
        person.do({"do": "draw", "from": "pile"} if draws else {"do": "discard", "card": card})
    expect(latest_button(page)).to_contain_text("new entr")
    assert not listed.evaluate(AT_END)
    latest_button(page).click()
    expect_end(listed)
    expect(latest_button(page)).to_have_count(0)
