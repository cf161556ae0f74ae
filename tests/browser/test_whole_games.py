"""Whole games in browsers, from the home page to the result, with checks on the way."""

import random

import pytest

from tests.browser.conftest import OpenPlayer
from tests.browser.play import check_page, each_turn, see_hands, see_own_record


@pytest.mark.parametrize("by", [pytest.param("keys", marks=pytest.mark.engines), "touch"])
def test_a_guest_plays_a_whole_game(open_player: OpenPlayer, by: str) -> None:
    guest = open_player(by=by, phone=by == "touch", motion=True)
    guest.open_table(ais=3, lives=2)
    dice = random.Random(by)
    while guest.wait_for_turn():
        guest.move(dice)
    moved, what = guest.page.evaluate("[window.shifted, window.shifts]")
    record = see_own_record(guest)
    assert guest.refusals() == []
    assert guest.complaints == []
    assert record["fair"]["commitment"] in guest.page.content()
    # layout shifts after a key press count too
    assert by == "keys" or moved < 0.01, what


def test_four_browsers_play_a_whole_game_and_none_ever_holds_a_hidden_card(
    open_player: OpenPlayer,
) -> None:
    host, *friends = people = [
        open_player(by="mouse"),
        open_player(by="mouse"),
        open_player(by="keys"),
        open_player(by="mouse"),
    ]
    host.open_table(lives=1)
    link = host.page.get_by_label("Share this link with your friends").input_value()
    for friend in friends:
        friend.join(link)
    see_hands(*people)
    assert sorted(person.seat for person in people) == [0, 1, 2, 3]
    for mover in each_turn(people):
        mover.move()
        for person in people:
            check_page(person)
    for person in people:
        see_own_record(person)
        assert person.complaints == []
