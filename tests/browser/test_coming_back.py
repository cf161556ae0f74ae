"""Lost connections, absent players, several pages and leaving do not spoil a game."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenLine, OpenPlayer, running_site
from tests.browser.play import (
    each_turn,
    play_to_the_end,
    play_until_asked,
    restore_connection,
    run_ahead,
    see_own_record,
    sit_together,
)


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a site whose clocks run about seven times as fast."""
    with running_site(tmp_path_factory.mktemp("hurried"), CLOCK_PACE="0.15") as address:
        yield address


@pytest.mark.parametrize("how", [pytest.param("cut", marks=pytest.mark.heavy), "go_dead"])
def test_the_line_goes_in_the_middle_of_a_turn_and_the_same_turn_goes_on(
    open_player: OpenPlayer, open_line: OpenLine, how: str
) -> None:
    line = open_line()
    phone, friend = open_player(by="touch", phone=True, at=line.url, clock=True), open_player()
    sit_together(phone, friend, seats=3, ais=1, lives=1)
    play_until_asked(phone, [phone, friend])
    phone.do({"do": "draw", "from": "pile"})
    prompt = phone.page.locator(".prompt")
    expect(prompt).to_contain_text("Discard one")
    hand = phone.view["seats"][phone.seat]["hand"]

    getattr(line, how)()
    run_ahead(phone, phone.lost.count)
    expect(phone.notice("reconnecting")).to_contain_text("Your clock is running")
    expect(friend.plate(phone.seat)).to_contain_text("Away")

    restore_connection(phone, line)
    expect(phone.notice("back")).to_have_text("Back online. You didn’t miss anything.")
    expect(friend.plate(phone.seat)).not_to_contain_text("Away")
    expect(prompt).to_contain_text("Discard one")
    assert phone.view["seats"][phone.seat]["hand"] == hand
    play_to_the_end([phone, friend])
    for person in (phone, friend):
        see_own_record(person)


@pytest.mark.chromium("the server decides who plays for whom")
def test_an_ai_plays_for_somebody_away_until_the_owner_goes_on_from_another_device(
    open_player: OpenPlayer, open_line: OpenLine, hurried: str
) -> None:
    line = open_line(hurried)
    phone = open_player(phone=True, at=line.url, clock=True)
    friend, second = open_player(at=hurried), open_player(at=hurried)
    phone.sign_up("Mira")
    second.log_in("Mira")
    sit_together(phone, friend, seats=3, ais=1, clock="none")
    seat = phone.seat

    # this player misses a turn
    play_until_asked(friend, [phone, friend])
    line.cut()
    for mover in each_turn([friend]):
        if friend.shown_of(seat)["state"] == "stand-in":
            break
        mover.move()
    played = expect(friend.plate(seat))
    played.to_contain_text("AI is playing")

    second.page.goto("/rules/")
    strip = second.page.get_by_role("complementary", name="Your table")
    expect(strip).to_contain_text("An AI player is playing for you")
    strip.get_by_role("link", name="Return to your table").click()
    expect(second.notice("stand-in")).to_contain_text("An AI player is playing for you.")
    second.page.get_by_role("button", name="Take seat back").click()
    expect(second.notice("stand-in")).to_be_hidden()
    played.not_to_contain_text("AI")
    play_until_asked(second, [second, friend])

    restore_connection(phone, line)
    missed = re.compile(r"Back online\. You missed (\d+ turns?, see the log|entire matches)\.")
    expect(phone.notice("back")).to_have_text(missed)
    expect(phone.notice("other-tab")).to_contain_text("You’re playing in another tab")
    second.do({"do": "draw", "from": "pile"})
    phone.page.get_by_role("button", name="Play here").click()
    expect(phone.notice("other-tab")).to_be_hidden()
    expect(second.notice("other-tab")).to_be_visible()
    assert phone.wait_for_turn()
    phone.do({"do": "discard", "card": phone.view["drawn"]})


@pytest.mark.chromium("the server decides who plays for whom")
def test_others_finish_a_game_that_somebody_leaves_and_the_leaver_plays_elsewhere(
    open_player: OpenPlayer,
) -> None:
    leaver, friend = open_player(), open_player()
    sit_together(leaver, friend, seats=3, ais=1, lives=1)
    seat = leaver.seat
    leave = leaver.page.locator(".bar-wide[data-do=leave-game]")
    question = leaver.page.get_by_role("dialog", name="Leave this game?")
    leave.click()
    question.get_by_role("button", name="Stay").click()
    expect(question).to_be_hidden()
    assert friend.shown_of(seat)["state"] == "playing"

    leave.click()
    leaver.think()
    question.get_by_role("button", name="Leave").click()
    expect(leaver.page.get_by_role("heading", level=1, name="Tables")).to_be_visible()
    expect(friend.plate(seat)).to_contain_text("Left, AI is playing")
    leaver.play_ai("Easy")
    play_to_the_end([friend])
    see_own_record(friend)


def test_a_hidden_page_calls_its_reader_by_title_and_icon(open_player: OpenPlayer) -> None:
    host, friend = open_player(), open_player()
    sit_together(host, friend, seats=2)
    play_until_asked(friend, [host, friend])
    icon = host.page.locator("link[rel=icon]")
    plain = str(icon.get_attribute("href"))
    host.hide()
    expect(host.page).to_have_title("Table, Density Deck")
    friend.move()
    friend.wait_for_turn()
    friend.move()
    expect(host.page).to_have_title("Your turn, Density Deck")
    expect(icon).not_to_have_attribute("href", plain)
    host.hide(False)
    expect(host.page).to_have_title("Table, Density Deck")
    expect(icon).to_have_attribute("href", plain)
