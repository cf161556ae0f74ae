"""Who stands beside whom in the row of those who wait."""

import pytest

from tests.matchmaking.scenario import crowd, plan_now

pytestmark = pytest.mark.django_db(transaction=True)


def test_accounts_of_equal_rating_made_one_after_the_other_do_not_sit_together_for_that() -> None:
    crowd(8)
    planned: set[frozenset[int]] = set()
    for _ in range(20):
        planned |= {frozenset(group.players) for group in plan_now()}
    # of 70 possible tables twenty plans of two have many
    assert len(planned) > 4
