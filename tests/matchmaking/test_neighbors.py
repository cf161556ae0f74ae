"""Who stands beside whom in the row of those who wait."""

import pytest

from matchmaking import tick
from tests.matchmaking.crowd import QUEUE, crowd

pytestmark = pytest.mark.django_db(transaction=True)


def test_accounts_of_equal_rating_made_one_after_the_other_do_not_sit_together_for_that() -> None:
    crowd(8)
    planned = set()
    for _ in range(20):
        line = tick.read(QUEUE)
        arrivals = tick.note_arrivals(QUEUE, line).estimate()
        for group in tick.groups(QUEUE, line, arrivals):
            planned.add(frozenset(group.players))
    # of 70 possible tables twenty plans of two have many
    assert len(planned) > 4
