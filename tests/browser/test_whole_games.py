"""Whole games in real browsers, from the first page to the result, and what was seen on the way."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser import audit
from tests.browser.conftest import Sit
from tests.browser.play import check_page, record_of, see_result, see_the_end, turns


@pytest.mark.parametrize(("by", "phone"), [("keys", False), ("touch", True)])
def test_a_guest_plays_a_whole_game_against_ai(sit: Sit, by: str, phone: bool) -> None:
    guest = sit(by=by, phone=phone)
    dice = random.Random(by)
    guest.play_ai("Easy")
    while guest.wait_for_turn():
        guest.move(dice)
    see_result(guest)
    record = record_of(guest)
    assert audit.check(record, guest.frames, guest.seat) > 10
    assert guest.refusals() == []
    assert guest.complaints == []
    assert record["fair"]["commitment"] in guest.page.content()


def test_four_browsers_play_a_whole_game_and_none_ever_holds_a_hidden_card(sit: Sit) -> None:
    host, *friends = people = [sit(by="mouse"), sit(by="mouse"), sit(by="keys"), sit(by="mouse")]
    host.open_table(lives=4)
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
        see_the_end(person)
        see_result(person)
        record = record_of(person)
        assert audit.check(record, person.frames, person.seat) > 10
        assert person.complaints == []
