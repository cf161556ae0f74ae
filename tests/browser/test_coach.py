"""The coach works while a replay is open, and asks costly decisions again."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPlayer
from tests.browser.play import check_page, see_result
from tests.browser.player import BrowserPlayer


def give_all_up(player: BrowserPlayer) -> str:
    """Play a short game and surrender every match, which is a costly decision; return its path."""
    path = player.open_table(lives=2, seats=2, ais=1)
    while player.wait_for_turn():
        player.wait_until(lambda: {"do": "surrender"} in player.view["legal"])
        player.do({"do": "surrender"})
    player.wait_for_end()
    return path


def test_a_result_fills_up_while_the_coach_works(open_player: OpenPlayer) -> None:
    player = open_player()
    give_all_up(player)
    see_result(player)
    page = player.page
    page.evaluate("document.body.dataset.test = 'not loaded again'")
    page.locator("#luck summary").click()
    expect(page.locator("#mattered .two-choices .num")).to_have_count(2)
    expect(page.locator("#habit")).to_contain_text("surrendering too early cost you most")
    expect(page.locator("#luck")).to_have_attribute("open", "")
    expect(page.locator("body")).to_have_attribute("data-test", "not loaded again")
    assert player.complaints == []


def answer_question(page: Page) -> None:
    """Try every option until the question is solved."""
    options = page.locator("[data-option]")
    for index in range(options.count()):
        if page.locator("[data-learn=next]").count():
            return
        options.nth(index).click()
        # a tried option shows its value
        expect(options.nth(index).locator(".num")).to_have_count(2)


def test_the_coach_looks_on_and_costly_decisions_are_played_again(open_player: OpenPlayer) -> None:
    player, phone = open_player(by="keys"), open_player(phone=True)
    path = give_all_up(player)
    # the same user on another device
    phone.page.context.add_cookies([{**each} for each in player.page.context.cookies()])  # type: ignore[typeddict-item]
    for reader in (player, phone):
        reader.page.goto(f"{path}replay/?view={player.seat}&match=1&step=0")
        if reader is phone:
            reader.tap(reader.page.get_by_role("button", name="Coach"))
        step = see_a_costly_decision(reader.page)
        answer_mistakes(reader, player, step)
        assert reader.complaints == []


def see_a_costly_decision(page: Page) -> tuple[str, str]:
    """Follow the coach to a costly decision; return its match and step."""
    expect(page.locator(".win-chart polygon")).to_have_count(2)
    # the coach has reviewed every match
    expect(page.locator(".coach-progress")).to_have_count(0)
    following = page.get_by_role("button", name="Next costly decision")
    expect(following).to_be_enabled()
    following.click()
    expect(page.locator(".opinion [data-chosen]")).to_have_count(1)
    expect(page.locator(".opinion .why")).to_be_visible()
    match, step = re.findall(r"match=(\d+)&step=(\d+)", page.url)[0]
    return match, step


def answer_mistakes(reader: BrowserPlayer, player: BrowserPlayer, step: tuple[str, str]) -> None:
    """Answer all costly decisions of this player again, and view one in the replay."""
    page = reader.page
    page.get_by_role("button", name="Learn from your mistakes").click()
    expect(page).to_have_url(re.compile(r"&learn=1$"))
    expect(page.locator("[data-option]").first).to_be_visible()
    # nothing reveals the answer
    expect(page.locator(".cost, .win-chart, .opinion, [data-option] .num")).to_have_count(0)
    expect(page.locator(f".rs-plate[data-seat='{1 - player.seat}'] [data-code]")).to_have_count(0)
    check_page(reader, player)
    while page.locator("[data-option]").count():
        asked = page.locator(".learn-place").inner_text()
        answer_question(page)
        expect(page.locator(".learn-option[data-best]")).to_have_count(1)
        page.locator("[data-learn=next]").click()
        expect(page.locator(".learn-place").filter(has_text=asked)).to_have_count(0)
    found = re.compile(r"^You (found|didn’t find) the best choice( in \d of \d decisions)?$")
    expect(page.get_by_role("heading", name=found)).to_be_visible()
    moments = page.locator(".learn-moments a")
    assert f"match={step[0]}&step={step[1]}" in "".join(
        str(each.get_attribute("href")) for each in moments.all()
    )
    moments.first.click()
    expect(page.locator(".transport")).to_be_visible()
    assert "learn" not in page.url
