"""Lost lines, absent people, several pages of one person, leaving: nobody spoils a game."""

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests import serve_process
from tests.browser.conftest import PACE, Lay, Sit
from tests.browser.play import play_to_the_end, play_until_asked, sit_together, turns

# so long a dead line and somebody's absence may stay unnoticed, in milliseconds
NOTICED = 30_000


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site in which clocks run out about seven times as fast."""
    running = serve_process.serve(
        tmp_path_factory.mktemp("hurried"), AI_PACE=PACE, CLOCK_PACE="0.15"
    )
    yield running.url.rstrip("/")
    running.end()


@pytest.mark.parametrize("how", ["cut", "go_dead"])
def test_the_line_goes_in_the_middle_of_a_turn_and_the_same_turn_goes_on(
    sit: Sit, lay: Lay, how: str
) -> None:
    line = lay()
    phone, friend = sit(by="touch", phone=True, at=line.url), sit()
    dice = random.Random(how)
    sit_together(phone, friend, seats=3, ais=1, lives=1)
    play_until_asked(phone, [phone, friend], dice)
    phone.do({"do": "draw", "from": "pile"})
    prompt = phone.page.locator(".prompt")
    expect(prompt).to_contain_text("Discard one")
    hand = phone.view["seats"][phone.seat]["hand"]

    getattr(line, how)()
    expect(phone.page.locator(".pill.link")).to_have_text("Reconnecting", timeout=NOTICED)
    expect(phone.notice("reconnecting")).to_contain_text("Your clock is running")
    expect(friend.plate(phone.seat)).to_contain_text("Away", timeout=NOTICED)

    line.mend()
    expect(phone.notice("back")).to_have_text("Back online. Nothing was missed.", timeout=NOTICED)
    expect(friend.plate(phone.seat)).not_to_contain_text("Away")
    expect(prompt).to_contain_text("Discard one")
    assert phone.view["seats"][phone.seat]["hand"] == hand
    play_to_the_end([phone, friend], dice)


def test_an_ai_plays_for_somebody_away_until_the_owner_goes_on_from_another_device(
    sit: Sit, lay: Lay, hurried: str
) -> None:
    line = lay(hurried)
    phone, friend, second = sit(phone=True, at=line.url), sit(at=hurried), sit(at=hurried)
    dice = random.Random(3)
    phone.sign_up("Mira")
    second.log_in("Mira")
    sit_together(phone, friend, seats=3, ais=1, clock="none")
    seat = phone.seat

    line.cut()
    for mover in turns([friend]):
        if friend.shown_of(seat)["state"] == "stand-in":
            break
        mover.move(dice)
    played = expect(friend.plate(seat))
    played.to_contain_text("AI is playing")

    second.page.goto("/rules/")
    strip = second.page.get_by_role("complementary", name="Your table")
    expect(strip).to_contain_text("An AI is playing your seat")
    strip.get_by_role("link", name="Return to your table").click()
    expect(second.notice("stand-in")).to_contain_text("The AI is playing your seat.")
    second.page.get_by_role("button", name="Take it back").click()
    expect(second.notice("stand-in")).to_be_hidden()
    played.not_to_contain_text("AI")
    play_until_asked(second, [second, friend], dice)

    line.mend()
    missed = re.compile(r"Back online\. You missed (\d+ turns?, see the log|whole matches)\.")
    expect(phone.notice("back")).to_have_text(missed, timeout=NOTICED)
    expect(phone.notice("other-tab")).to_contain_text("You are playing in another tab")
    second.do({"do": "draw", "from": "pile"})
    phone.page.get_by_role("button", name="Play here").click()
    expect(phone.notice("other-tab")).to_be_hidden()
    expect(second.notice("other-tab")).to_be_visible()
    assert phone.wait_for_turn()
    phone.do({"do": "discard", "card": phone.view["drawn"]})


def test_others_finish_a_game_that_somebody_leaves_and_the_leaver_plays_elsewhere(sit: Sit) -> None:
    leaver, friend = sit(), sit()
    dice = random.Random(4)
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
    expect(leaver.notice("left")).to_have_text("You left this game. You are watching.")
    expect(friend.plate(seat)).to_contain_text("Abandoned, AI is playing")
    leaver.play_ai("Easy")
    play_to_the_end([friend], dice)


def test_a_hidden_page_calls_its_reader_by_title_and_icon(sit: Sit) -> None:
    host, friend = sit(), sit()
    dice = random.Random(5)
    sit_together(host, friend, seats=2)
    play_until_asked(friend, [host, friend], dice)
    icon = host.page.locator("link[rel=icon]")
    plain = str(icon.get_attribute("href"))
    host.hide()
    expect(host.page).to_have_title("Table, Density Deck")
    friend.move(dice)
    friend.wait_for_turn()
    friend.move(dice)
    expect(host.page).to_have_title("Your turn, Density Deck")
    expect(icon).not_to_have_attribute("href", plain)
    host.hide(False)
    expect(host.page).to_have_title("Table, Density Deck")
    expect(icon).to_have_attribute("href", plain)
