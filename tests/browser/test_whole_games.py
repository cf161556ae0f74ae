"""Whole games in real browsers, from the first page to the result, and what was seen on the way."""

import random

from playwright.sync_api import expect

from tests.browser import audit
from tests.browser.conftest import Sit
from tests.browser.play import check_page, record_of, see_result, turns
from tests.browser.player import BrowserPlayer


def test_a_guest_plays_a_whole_game_by_keys(sit: Sit) -> None:
    guest = sit(by="keys", motion=True)
    guest.open_table(ais=3, lives=4)
    play_alone(guest)


def test_a_guest_plays_a_whole_game_by_touch(sit: Sit) -> None:
    guest = sit(by="touch", phone=True, motion=True)
    guest.open_table(ais=3, lives=3)
    moved, what = play_alone(guest)
    assert moved < 0.01, what


def play_alone(guest: BrowserPlayer) -> tuple[float, list[str]]:
    """Play on to the result, seeing what may be seen; how far the table moved, and what of it."""
    dice = random.Random(guest.by)
    while guest.wait_for_turn():
        guest.move(dice)
    moved: float = guest.page.evaluate("window.shifted")
    what: list[str] = guest.page.evaluate("window.shifts")
    see_result(guest)
    record = record_of(guest)
    assert audit.check(record, guest.frames, guest.seat) > 5
    assert guest.refusals() == []
    assert guest.complaints == []
    assert record["fair"]["commitment"] in guest.page.content()
    return moved, what


def test_four_browsers_play_a_whole_game_and_none_ever_holds_a_hidden_card(sit: Sit) -> None:
    host, *friends = people = [sit(by="mouse"), sit(by="mouse"), sit(by="keys"), sit(by="mouse")]
    host.open_table(lives=1)
    link = host.page.get_by_label("Send this link to your friends").input_value()
    for friend in friends:
        friend.join(link)
    for person in people:
        expect(person.page.get_by_role("group", name="Your hand")).to_be_visible()
    assert sorted(person.seat for person in people) == [0, 1, 2, 3]
    dice = random.Random(4)
    for mover in turns(people):
        mover.move(dice)
        for person in people:
            check_page(person)
    for person in people:
        see_result(person)
        record = record_of(person)
        assert audit.check(record, person.frames, person.seat) > 5
        assert person.complaints == []
