"""Lost lines, absent people, several pages of one person, leaving: nobody spoils a game."""

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests import house as houses
from tests.browser import audit
from tests.browser.conftest import PACE, Lay, Sit
from tests.browser.person import Person, turns
from tests.browser.test_whole_games import record_of, see_result

# so long a dead line and somebody's absence may stay unnoticed, in milliseconds
NOTICED = 30_000


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a house in which clocks run out ten times as fast."""
    running = houses.open_house(tmp_path_factory.mktemp("hurried"), AI_PACE=PACE, CLOCK_PACE="0.1")
    yield running.url.rstrip("/")
    running.end()


def sit_together(host: Person, guest: Person, **choices: object) -> None:
    """Two people at a new table; AI players on the other seats, and the cards are dealt."""
    guest.join(host.open_table(**choices))
    for person in (host, guest):
        expect(person.page.get_by_role("group", name="Your hand")).to_be_visible()


def play_until_asked(person: Person, people: list[Person], dice: random.Random) -> None:
    """Play on until this person has a turn to begin."""
    for mover in turns(people):
        if mover is person and mover.view["phase"] == "draw":
            return
        mover.move(dice)
    raise AssertionError("the game ended before")


def play_to_the_end(people: list[Person], dice: random.Random) -> None:
    """Play on; everybody sees the result, and got what the record says and nothing else."""
    for mover in turns(people):
        mover.move(dice)
    for person in people:
        person.wait_for_one_of(())
        while person.wait_for_turn():
            raise AssertionError("somebody was asked after the end")
        see_result(person)
        assert audit.check(record_of(person), person.frames, person.seat) > 2


def test_a_cut_line_is_told_to_all_and_the_same_turn_goes_on(sit: Sit, lay: Lay) -> None:
    line = lay()
    phone, friend = sit(by="touch", phone=True, at=line.url), sit()
    dice = random.Random(1)
    sit_together(phone, friend, seats=3, ais=1, lives=2)
    play_until_asked(phone, [phone, friend], dice)
    phone.carry_out(phone.view, {"do": "draw", "from": "pile"})
    prompt = phone.page.locator(".prompt")
    expect(prompt).to_contain_text("Discard one")
    hand = phone.view["seats"][phone.seat]["hand"]

    line.cut()
    expect(phone.page.locator(".pill.link")).to_have_text("Reconnecting")
    expect(phone.notice("reconnecting")).to_contain_text("Your clock is running")
    expect(friend.plate(phone.seat)).to_contain_text("Away", timeout=NOTICED)
    friend.press(friend.page.locator("[data-phrase]").first)

    line.mend()
    expect(phone.notice("back")).to_have_text("Back online. Nothing was missed.", timeout=NOTICED)
    expect(friend.plate(phone.seat)).not_to_contain_text("Away")
    expect(prompt).to_contain_text("Discard one")
    assert phone.view["seats"][phone.seat]["hand"] == hand
    play_to_the_end([phone, friend], dice)


def test_a_dead_line_is_noticed_and_what_was_missed_is_told(sit: Sit, lay: Lay) -> None:
    line = lay()
    phone, friend = sit(by="touch", phone=True, at=line.url), sit()
    dice = random.Random(2)
    sit_together(phone, friend, seats=3, ais=1, lives=2)
    play_until_asked(friend, [phone, friend], dice)

    line.go_dead()
    for action in ({"do": "draw", "from": "pile"}, None):
        friend.wait_until(lambda: friend.view["legal"])
        friend.carry_out(friend.view, action or friend.view["legal"][0])
    expect(phone.page.locator(".pill.link")).to_have_text("Reconnecting", timeout=NOTICED)
    expect(friend.plate(phone.seat)).to_contain_text("Away", timeout=NOTICED)
    friend.wait_until(lambda: friend.view["turn"] == phone.seat)

    line.mend()
    told = re.compile(r"Back online\. You missed \d turns?, see the log\.")
    expect(phone.notice("back")).to_have_text(told, timeout=NOTICED)
    expect(friend.plate(phone.seat)).not_to_contain_text("Away")
    phone.wait_for_turn()
    phone.move(dice)
    assert phone.version >= friend.version


def test_an_ai_plays_for_somebody_away_until_the_owner_takes_the_seat_back(
    sit: Sit, lay: Lay, hurried: str
) -> None:
    line = lay(hurried)
    owner, friend, second = sit(at=line.url), sit(at=hurried), sit(phone=True, at=hurried)
    dice = random.Random(3)
    owner.sign_up("Mira")
    second.log_in("Mira")
    sit_together(owner, friend, seats=3, ais=1, lives=10, clock="none")
    seat = owner.seat

    line.cut()
    played = expect(friend.plate(seat))
    for mover in turns([friend]):
        if friend.told_of(seat)["state"] == "stand-in":
            break
        mover.move(dice)
    played.to_contain_text("AI is playing")

    second.page.goto("/")
    second.page.get_by_role("link", name="Return to your table").first.click()
    expect(second.notice("stand-in")).to_contain_text("The AI is playing your seat.")
    second.page.get_by_role("button", name="Take it back").click()
    expect(second.notice("stand-in")).to_be_hidden()
    played.not_to_contain_text("AI")
    play_until_asked(second, [second, friend], dice)
    second.move(dice)

    line.mend()
    expect(owner.notice("other-tab")).to_contain_text(
        "You are playing in another tab", timeout=NOTICED
    )
    expect(second.notice("other-tab")).to_be_hidden()
    owner.page.get_by_role("button", name="Play here").click()
    expect(owner.notice("other-tab")).to_be_hidden()
    expect(second.notice("other-tab")).to_be_visible()
    play_until_asked(owner, [owner, friend], dice)
    owner.move(dice)


def test_others_finish_a_game_that_somebody_leaves_and_the_leaver_plays_elsewhere(sit: Sit) -> None:
    leaver, friend = sit(), sit()
    dice = random.Random(4)
    sit_together(leaver, friend, seats=3, ais=1, lives=2)
    seat = leaver.seat
    leaver.page.locator(".bar-wide[data-do=leave-game]").click()
    leaver.page.wait_for_function("at => performance.now() - at > 420", arg=leaver.now())
    leaver.page.locator("[data-do=leave-now]").click()
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
