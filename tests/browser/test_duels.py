"""Games of Rock Paper Scissors Extreme between two browsers, from the table to the result."""

import random

from tests.browser import audit, duel
from tests.browser.conftest import Sit
from tests.browser.play import record_of, see_result


def test_two_browsers_play_a_whole_game_and_no_throw_is_seen_before_both_are_in(sit: Sit) -> None:
    host, guest = people = [sit(by="keys"), sit(by="touch", phone=True, motion=True)]
    duel.sit_down(host, guest, target=5)
    duel.play(people, random.Random(11))
    for person in people:
        see_result(person)
        # every picture and event is what this seat may know, and nothing else
        assert audit.check(record_of(person), person.frames, person.seat) > 10
        assert person.refusals() == []
        assert person.complaints == []
