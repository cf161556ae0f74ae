"""Looking back in a running match with the Live button, and replays of finished games."""

import json
import re

from playwright.sync_api import Dialog, Page, Response, expect

from tests.browser.conftest import OpenPlayer
from tests.browser.play import check_page
from tests.browser.player import BrowserPlayer

NO_CLIPBOARD = """() => {
  navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
  document.execCommand = () => false;
}"""
CARD = re.compile(r"[\"']([A-Z][a-z]\d+)[\"']")


def answers_of(page: Page) -> list[Response]:
    """Return the list of all responses that the page receives from now on."""
    answers: list[Response] = []

    def keep(answer: Response) -> None:
        answers.append(answer)

    page.on("response", keep)
    return answers


def look_back(player: BrowserPlayer) -> None:
    """Step back and return to live by keys; check that moves are disabled meanwhile."""
    live = player.page.locator("[data-do=live]")
    player.page.evaluate("document.activeElement?.blur()")
    player.page.keyboard.press("ArrowLeft")
    expect(live).to_be_visible()
    expect(player.page.locator(".prompt")).to_contain_text("Earlier moment")
    expect(player.page.locator("[data-do=draw]")).to_have_count(0)
    check_page(player)
    player.page.keyboard.press("Escape")
    expect(live).to_have_count(0)
    expect(player.page.locator("[data-do=draw]")).to_be_enabled()


def play_until_looked_back(player: BrowserPlayer) -> str:
    """Play short games until one could be looked back on while it ran; return its path.

    The first player has nothing to look back on, and the AI may fight before the second turn.
    """
    looked, path = False, ""
    while not looked:
        path = player.open_table(lives=1, seats=2, ais=1)
        while player.wait_for_turn():
            if looked or not player.answers() or player.view["phase"] != "draw":
                player.move()
                continue
            look_back(player)
            looked = True
            # no fight, so that the match has at least four steps
            player.do({"do": "draw", "from": "pile"})
        player.wait_for_end()
    return path


def see_link_to_copy(reader: BrowserPlayer) -> None:
    """Share a replay in a browser that cannot copy: the link is shown instead."""
    links: list[str] = []

    def keep(dialog: Dialog) -> None:
        links.append(dialog.default_value)
        dialog.dismiss()

    reader.page.on("dialog", keep)
    reader.page.evaluate(NO_CLIPBOARD)
    share = reader.page.locator("[data-do=share]")
    with reader.page.expect_event("dialog"):
        reader.tap(share)
    assert links == [reader.page.url]
    expect(share).to_have_text("Share")


def test_a_game_is_looked_back_on_while_it_runs_and_replayed_when_it_is_over(
    open_player: OpenPlayer,
) -> None:
    player, other = open_player(by="keys"), open_player(phone=True)
    path = play_until_looked_back(player)
    known = set(CARD.findall(str(player.frames)))

    page = player.page
    answers = answers_of(page)
    page.goto(f"{path}replay/?view={player.seat}&match=1&step=1")
    line = page.locator(".moves-list [aria-current=step]")
    expect(page.locator(".transport-step")).to_contain_text("Step 1")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"match=1&step=4$"))
    expect(line).to_have_attribute("data-step", "4")
    rival = page.locator(f".rs-plate[data-seat='{1 - player.seat}'] .rs-hand .card")
    expect(rival.first).to_be_visible()
    expect(page.locator(f".rs-plate[data-seat='{1 - player.seat}'] [data-code]")).to_have_count(0)
    (replayed,) = [
        answer.json()
        for answer in answers
        if "/replay/?view=" in answer.url and "/api/" in answer.url
    ]
    assert set(CARD.findall(json.dumps(replayed["chapters"]))) <= known

    expect(page.locator(".win-chart polygon")).to_have_count(2)
    page.keyboard.press("0")
    expect(rival.first).to_have_attribute("data-code", re.compile(r"\w+"))
    page.keyboard.press("End")
    expect(page.locator(".replay-end")).to_be_visible()
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(r"view=all&match=1&step=0$"))
    page.get_by_role("button", name="Check deal").click()
    expect(page.get_by_role("dialog")).to_contain_text("browser was shown")
    page.keyboard.press("Escape")

    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Continue from here").click()
    page.get_by_role("button", name="Open a table for friends").click()
    player.find_seat()
    other.join(page.url)
    for person in (player, other):
        expect(person.page.get_by_role("group", name="Your hand")).to_be_visible()
    assert other.view["round"] == 1

    other.page.goto(f"{path}replay/?view={player.seat}&match=1&step=4")
    expect(other.page.locator(".transport-step")).to_contain_text("Step 4")
    other.tap(other.page.get_by_role("button", name="Previous step"))
    expect(other.page).to_have_url(re.compile(r"step=3$"))
    see_link_to_copy(other)
    assert player.complaints == other.complaints == []
