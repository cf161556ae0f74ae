"""The ranked queue in real browsers: people meet, play a whole game, and see what it changed."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests import serve_process
from tests.browser import audit
from tests.browser.conftest import PACE, Sit
from tests.browser.play import record_of, see_result, turns
from tests.browser.player import BrowserPlayer, Json

TABLE = re.compile(r"/game/[\w-]+/")
NAMES = ("Agnes", "Boris", "Clara", "Dmitri")
# what is pressed in this tab; what is pressed twice in a row, as it was too soon, counts once
PRESSED = """addEventListener("pointerdown", ({ target }) => {
  const pressed = JSON.parse(sessionStorage.getItem("pressed") ?? "[]");
  const words = target.closest("button, a, label, [data-do]")?.textContent.trim() ?? "";
  if (pressed.at(-1) !== words) pressed.push(words);
  sessionStorage.setItem("pressed", JSON.stringify(pressed));
}, true);"""
# everybody has 20 s to come, and the site looks once a second
GATHERED = 40_000


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site that gives people three times as long to come to a table."""
    running = serve_process.serve(tmp_path_factory.mktemp("calm"), AI_PACE=PACE, CLOCK_PACE="3")
    yield running.url
    running.end()


def queue_up(*people: BrowserPlayer) -> None:
    """Into the queue from the first page."""
    for person in people:
        person.page.goto("/")
        person.page.get_by_role("button", name="Play ranked").click()


def see_queue(person: BrowserPlayer) -> None:
    """Wait until the page says that somebody waits."""
    expect(person.page.get_by_role("heading", name="Looking for three players")).to_be_visible()


def strip(person: BrowserPlayer) -> Locator:
    """The queue as it follows this person from page to page."""
    return person.page.get_by_role("complementary", name="Ranked queue")


def hurried(view: Json) -> Json:
    """A legal action that brings the end near: fight as soon as there is a stake."""
    legal: list[Json] = view["legal"]
    order = ("fight", "draw", "discard", "surrender", "pass")
    return min(legal, key=lambda action: order.index(action["do"]))


def hurry(person: BrowserPlayer) -> None:
    """Make the move that is due, by what the page offers."""
    # the page may draw a frame a moment before the test is told of it
    person.wait_until(lambda: person.view["legal"])
    person.do(hurried(person.view))


def test_four_people_queue_meet_play_a_ranked_game_and_see_what_it_changed(
    sit: Sit, calm: str
) -> None:
    people = [sit(at=calm), sit(at=calm), sit(at=calm, phone=True), sit(at=calm)]
    for person, name in zip(people, NAMES, strict=True):
        person.sign_up(name)
    first, *_, hidden = people
    queue_up(first)
    see_queue(first)
    first.page.goto("/rules/")
    expect(strip(first)).to_contain_text("Looking for three players")
    first.page.reload()
    expect(strip(first)).to_contain_text("Nobody else is waiting yet")
    queue_up(hidden)
    see_queue(hidden)
    hidden.hide()
    queue_up(*people[1:3])

    expect(hidden.page.get_by_role("dialog", name="Game found")).to_be_visible()
    expect(hidden.page).to_have_title(re.compile("^Game found"))
    hidden.hide(hidden=False)
    # a page other than the queue's calls, too: its reader does something else
    for person in (hidden, first):
        person.page.get_by_role("dialog").get_by_role("link", name="Ready").click()
    for person in people:
        expect(person.page.get_by_role("group", name="Your hand")).to_be_visible()
        person.wait_until(person.seats_taken)
        expect(strip(person)).to_be_hidden()
    assert len({person.page.url for person in people}) == 1

    for mover in turns(people):
        hurry(mover)
    for person in people:
        see_result(person)
        assert person.snapshot["game"]["rated"] is True
        assert audit.check(record_of(person), person.frames, person.seat) > 5
    for person, name in zip(people, NAMES, strict=True):
        see_what_changed(person, name)


def see_what_changed(person: BrowserPlayer, name: str) -> None:
    """The result explains the new rating; profile and history show it."""
    page = person.page
    expect(page.locator(".rating-move")).to_contain_text(re.compile(r"now \d{4}\?"))
    for other in NAMES:
        if other != name:
            expect(page.locator(".why")).to_contain_text(other)
    game = page.url
    page.goto(f"/players/{name}/")
    expect(page.locator("main")).to_contain_text(re.compile(r"\d{4}\?"))
    page.goto(f"/players/{name}/games/")
    path = TABLE.search(game)
    assert path is not None
    expect(page.locator(f"a[href='{path[0]}']").first).to_be_visible()


def test_the_others_wait_on_with_their_old_time_when_one_does_not_come(sit: Sit) -> None:
    people = [sit(), sit(), sit(), sit(phone=True)]
    for person, name in zip(people, ("Edda", "Farid", "Gita", "Henk"), strict=True):
        person.sign_up(name)
    *here, absent = people
    queue_up(absent)
    see_queue(absent)
    absent.hide()
    queue_up(*here)
    expect(absent.page.get_by_role("dialog", name="Game found")).to_be_visible()
    expect(here[0].page).to_have_url(TABLE)
    # who is at the table reads something else meanwhile, and is neither called nor led away there
    beside = here[0].page.context.new_page()
    beside.goto("/rules/")
    expect(beside.get_by_role("complementary", name="Ranked queue")).to_contain_text("Game found")
    # by way of the table, where they are in time, or they would be out as well
    for person in here:
        expect(person.page).to_have_url(re.compile("why=void"), timeout=GATHERED)
        note = person.page.get_by_text("Somebody did not come. You keep your place in the queue")
        # the wait before the table counts: nobody is there for so short a time
        expect(note).to_contain_text(re.compile(r"(0:[1-5]|[1-9]:\d)\d so far"))
        see_queue(person)
    expect(beside).to_have_url(re.compile("/rules/$"))
    expect(absent.page.get_by_text("You did not come to your table")).to_be_visible()
    for person in here:
        person.page.get_by_role("button", name="Leave queue").click()
        expect(person.page.get_by_role("heading", name="Find a ranked game")).to_be_visible()


def test_a_visitor_moves_after_three_clicks_and_reads_what_ranked_play_needs(sit: Sit) -> None:
    visitor = sit()
    visitor.page.goto("/queue/")
    expect(visitor.page.locator("main").get_by_role("link", name="Sign up")).to_be_visible()
    visitor.page.add_init_script(PRESSED)
    visitor.play_ai("Easy")
    visitor.wait_for_turn()
    visitor.do({"do": "draw", "from": "pile"})
    pressed = visitor.page.evaluate("JSON.parse(sessionStorage.getItem('pressed'))")
    # the level is chosen already: whoever wants another needs the first of them
    assert len(pressed) <= 3, pressed
    visitor.page.goto("/queue/")
    expect(visitor.page.get_by_role("link", name="Keep this account")).to_be_visible()
