"""The short form of killing matchmakers: nobody is lost, and a careless one is caught.

The one runs on PostgreSQL, where several look at the queue at a time; carelessness shows on any
database, and SQLite is there at once.
"""

from tests.faults.matchmakers import parsed, run


def test_nobody_is_lost_when_matchmakers_are_killed() -> None:
    found = run(parsed(["--kills", "12", "--seed", "3"]))
    assert found["losses"] == []
    assert found["kills"] >= 12
    assert found["people"]["enqueued"] > 0


def test_seats_that_are_claimed_without_a_transaction_are_caught() -> None:
    found = run(parsed(["--kills", "200", "--seed", "3", "--naive", "--database", "sqlite"]))
    assert found["losses"] != []
