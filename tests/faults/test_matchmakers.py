"""The short form of killing matchmakers: nobody is lost, and a careless one is caught."""

from tests.faults.matchmakers import parsed, run


def test_nobody_is_lost_when_matchmakers_are_killed() -> None:
    found = run(parsed(["--kills", "24", "--seed", "3"]))
    assert found["losses"] == []
    assert found["kills"] >= 24
    assert found["people"]["enqueued"] > 0


def test_seats_that_are_claimed_without_a_transaction_are_caught() -> None:
    assert run(parsed(["--kills", "200", "--seed", "3", "--naive"]))["losses"] != []
