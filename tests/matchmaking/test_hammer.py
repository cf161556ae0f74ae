"""Nobody is ever queued and seated, however fast everybody asks; two tables would let it happen."""

from collections.abc import Iterator

import pytest

from tests.matchmaking.hammer import Slots, TwoTables, hammer
from tests.table.harness import make_users

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def two_tables() -> Iterator[TwoTables]:
    """The control."""
    control = TwoTables()
    yield control
    control.drop()


def test_nobody_is_ever_queued_and_seated() -> None:
    users = make_users(16)
    done = hammer(Slots(users), [user.pk for user in users], enqueues=120)
    assert done["both"] == 0
    assert done["tables"] > 0
    assert done["looks"] > 0


def test_with_a_table_of_tickets_and_one_of_seats_it_happens(two_tables: TwoTables) -> None:
    done = hammer(two_tables, range(24), enqueues=200_000, enough=1)
    assert done["both"] > 0
