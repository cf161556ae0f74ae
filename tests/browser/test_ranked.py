"""The ranked queue: players meet, play a whole game and see the rating change."""

import re
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Error, Locator, expect

from tests.accounts.push_service import PushService
from tests.browser.conftest import OpenPlayer, running_site
from tests.browser.play import play_to_the_end, see_hands, see_own_record
from tests.browser.player import MOMENT, PATIENCE, BrowserPlayer
from tests.browser.pushes import LOOKED, deliver_push, press_notification, start_worker
from tests.patience import wait_until

pytestmark = pytest.mark.chromium("the server brings players together")

TABLE = re.compile(r"/game/[\w-]+/")
NAMES = ("Ada", "Bo", "Cleo", "Dan")
# clicks in this tab; repeated clicks in a row count once, since early ones are ignored
PRESSED = """addEventListener("pointerdown", ({ target }) => {
  const pressed = JSON.parse(sessionStorage.getItem("pressed") ?? "[]");
  const words = target.closest("button, a, label, [data-do]")?.textContent.trim() ?? "";
  if (pressed.at(-1) !== words) pressed.push(words);
  sessionStorage.setItem("pressed", JSON.stringify(pressed));
}, true);"""
# the time to come to a table: longer than any page loads, and over; everyone has waited ten minutes
LENGTHEN = """UPDATE matchmaking_slot SET ready_by = datetime(ready_by, '+1 hour')
  WHERE announced_at IS NOT NULL"""
END = """UPDATE matchmaking_slot
  SET ready_by = announced_at, enqueued_at = datetime(enqueued_at, '-10 minutes')"""
SUBSCRIBE = """async (fields) => {
  const { value } = document.querySelector("[name=csrfmiddlewaretoken]");
  const body = new URLSearchParams({ ...fields, kind: "ready", csrfmiddlewaretoken: value });
  return (await fetch("/accounts/push/subscribe/", { method: "POST", body })).status;
}"""


@pytest.fixture(scope="module")
def push_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    """The push service of all browsers."""
    running = PushService(tmp_path_factory.mktemp("push"))
    yield running
    running.close()


@pytest.fixture(scope="module")
def quiet_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the quiet site."""
    return tmp_path_factory.mktemp("quiet")


@pytest.fixture(scope="module")
def quiet_site(quiet_folder: Path, push_service: PushService) -> Iterator[str]:
    """A site that only these tests use, with twice the usual time for everything."""
    with running_site(
        quiet_folder,
        CLOCK_PACE="2",
        TEST_PUSH_SERVICE=push_service.name,
        REQUESTS_CA_BUNDLE=str(push_service.certificate),
        NO_PROXY="127.0.0.1",
    ) as address:
        yield address


def queue_up(*people: BrowserPlayer) -> None:
    """Join the queue from the home page."""
    for person in people:
        person.page.goto("/")
        person.page.get_by_role("button", name="Play ranked").click()


def see_queue(person: BrowserPlayer) -> None:
    """Wait until the page says that players wait."""
    expect(person.page.get_by_role("heading", name="Looking for players")).to_be_visible()


def queue_strip(person: BrowserPlayer) -> Locator:
    """Return the queue strip of a page."""
    return person.page.get_by_role("complementary", name="Ranked queue")


def sit_down(person: BrowserPlayer) -> str:
    """Accept the offered shared table; return its path."""
    before = person.page.url
    person.page.get_by_role("button", name="Join").click()
    expect(person.page).not_to_have_url(before)
    # the replaced AI player may have surrendered
    hand = person.page.get_by_role("group", name="Your hand")
    expect(hand.or_(person.page.get_by_text("Surrendered in round")).first).to_be_visible()
    return person.page.url


def table_question(person: BrowserPlayer) -> Locator:
    """Return the button that accepts the ranked table."""
    return person.page.get_by_role("button", name="Yes, take me there")


def go_along(people: Sequence[BrowserPlayer]) -> None:
    """Surrender until everyone has been asked, and has accepted the ranked table.

    Players are asked once, before their first move in a match. So those who have accepted play on,
    or the others would never see the next match. A click that ran out of time may count all the
    same: the question is then gone.
    """
    accepting: set[BrowserPlayer] = set()
    faults: list[tuple[float, str]] = []
    until = time.monotonic() + 3 * PATIENCE / 1000
    while len(accepting) < len(people) or any(table_question(each).is_visible() for each in people):
        assert time.monotonic() < until, faults
        for person in people:
            # frames arrive while the page waits
            person.page.wait_for_timeout(50)
            try:
                if table_question(person).is_visible():
                    accepting.add(person)
                    table_question(person).click(timeout=MOMENT)
                elif any(action["do"] == "surrender" for action in person.view.get("legal", ())):
                    person.do({"do": "surrender"}, tries=1)
            except (AssertionError, Error) as fault:
                # the question may appear during the move, and the page may go to the table
                faults.append((time.monotonic() - until, f"{person.name}: {fault}"))


def receive_message(push_service: PushService, person: BrowserPlayer) -> dict[str, str]:
    """Return the first message at the push service, decrypted."""
    until = time.monotonic() + PATIENCE / 1000
    while not push_service.received and time.monotonic() < until:
        person.page.wait_for_timeout(50)
    return push_service.received[0].message


def test_four_people_who_come_one_by_one_meet_play_and_see_what_it_changed(
    open_player: OpenPlayer, quiet_site: str, quiet_folder: Path, push_service: PushService
) -> None:
    phone = open_player(at=quiet_site, phone=True)
    first, second, third, last = people = [
        open_player(at=quiet_site),
        phone,
        open_player(at=quiet_site),
        open_player(at=quiet_site),
    ]
    worker, line = start_worker(last.page)
    for person, name in zip(people, NAMES, strict=True):
        person.sign_up(name)
    queue_up(first)
    see_queue(first)
    expect(first.page.get_by_text("You and 3 AI players.")).to_be_visible()
    table = sit_down(first)
    queue_up(second)
    expect(second.page.get_by_text("Ada is already playing")).to_be_visible()
    assert sit_down(second) == table
    queue_up(third)
    third.page.get_by_role("button", name="Start").click()
    see_hands(third)
    assert third.page.url != table
    # the strip below the game against the AI shows the offer too
    assert sit_down(third) == table

    last.page.goto("/queue/")
    push_service.key = last.page.locator("#density-notify").get_attribute("data-key") or ""
    assert last.page.evaluate(SUBSCRIBE, push_service.subscribe("dan").form) == 200
    queue_up(last)
    see_queue(last)
    last.page.goto("about:blank")

    go_along(people[:3])
    wait_until(lambda: change_slots(quiet_folder, LENGTHEN))
    message = receive_message(push_service, last)
    assert message["title"] == "Game found"
    deliver_push(line, quiet_site, message)
    worker.evaluate(LOOKED, 1)
    last.page.goto("/rules/")
    press_notification(worker)
    see_hands(*people)
    for person in people:
        expect(person.page).to_have_url(last.page.url)
        person.wait_until(person.seats_taken)
        expect(queue_strip(person)).to_be_hidden()

    play_to_the_end(people)
    for person in people:
        see_own_record(person)
        assert person.snapshot["game"]["rated"] is True
    for person, name in zip(people, NAMES, strict=True):
        see_what_changed(person, name)


def see_what_changed(person: BrowserPlayer, name: str) -> None:
    """Check that result, profile and history show the new rating."""
    page = person.page
    expect(page.locator(".rating-move")).to_contain_text(re.compile(r"now about \d{4}"))
    for other in NAMES:
        if other != name:
            expect(page.locator(".why")).to_contain_text(other)
    path = TABLE.search(page.url)
    assert path is not None
    page.goto(f"/players/{name}/")
    expect(page.locator("main")).to_contain_text(re.compile(r"about \d{4}"))
    page.goto(f"/players/{name}/games/")
    expect(page.locator(f"a[href='{path[0]}']").first).to_be_visible()


def change_slots(folder: Path, statement: str) -> int:
    """Change the places in the queue; return the number of those changed."""
    with closing(sqlite3.connect(folder / "density.sqlite3", timeout=20)) as database, database:
        return database.execute(statement).rowcount


def test_the_others_wait_on_with_their_old_time_when_one_does_not_come(
    open_player: OpenPlayer, quiet_site: str, quiet_folder: Path
) -> None:
    people = [open_player(at=quiet_site, phone=phone) for phone in (False, False, False, True)]
    for person, name in zip(people, ("Edda", "Farid", "Gita", "Henk"), strict=True):
        person.sign_up(name)
    *here, absent = people
    reader = here[0]
    queue_up(reader)
    see_queue(reader)
    reader.page.goto("/rules/")
    expect(queue_strip(reader)).to_contain_text("Looking for players")
    reader.page.reload()
    expect(queue_strip(reader)).to_contain_text("No one else in the queue")
    queue_up(absent)
    see_queue(absent)
    absent.hide()
    queue_up(*here[1:])
    wait_until(lambda: change_slots(quiet_folder, LENGTHEN))
    # pages other than the queue also call their reader to the table
    reader.page.get_by_role("dialog").get_by_role("link", name="Ready").click()
    expect(reader.page).to_have_url(TABLE)
    expect(absent.page.get_by_role("dialog", name="Game found")).to_be_visible()
    expect(absent.page).to_have_title(re.compile("^Game found"))
    # a player at the table reads another page, and is neither called nor redirected there
    beside = reader.page.context.new_page()
    beside.goto("/rules/")
    expect(beside.get_by_role("complementary", name="Ranked queue")).to_contain_text("Game found")
    # they join the table in time, or they would be removed too
    for person in here:
        person.find_seat()
    change_slots(quiet_folder, END)
    for person in here:
        expect(person.page).to_have_url(re.compile("why=void"))
        note = person.page.get_by_text("A player didn’t show up. You keep your place in the queue")
        expect(note).to_contain_text(re.compile(r"1\d:\d\d so far"))
        see_queue(person)
    expect(beside).to_have_url(re.compile("/rules/$"))
    expect(absent.page.get_by_text("You didn’t get to your table in time")).to_be_visible()
    for person in here:
        person.page.get_by_role("button", name="Leave queue").click()
        expect(person.page.get_by_role("heading", name="Find a ranked game")).to_be_visible()


def test_a_visitor_moves_after_three_clicks_and_reads_what_ranked_play_needs(
    open_player: OpenPlayer,
) -> None:
    visitor = open_player()
    visitor.page.goto("/queue/")
    expect(visitor.page.locator("main").get_by_role("link", name="Sign up")).to_be_visible()
    visitor.page.add_init_script(PRESSED)
    visitor.play_ai("Easy")
    visitor.wait_for_turn()
    visitor.do({"do": "draw", "from": "pile"})
    pressed = visitor.page.evaluate("JSON.parse(sessionStorage.getItem('pressed'))")
    # a level is preselected; another one takes a click on the first
    assert len(pressed) <= 3, pressed
    visitor.page.goto("/queue/")
    expect(visitor.page.get_by_role("link", name="Keep this account")).to_be_visible()
