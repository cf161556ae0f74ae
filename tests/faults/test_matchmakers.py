"""The short form of killing matchmakers, where several look at the queue at a time.

That careless ones are caught is part of `make faults`.
"""

from tests.faults.matchmakers import parsed, run


def test_nobody_is_lost_when_matchmakers_are_killed() -> None:
    found = run(parsed(["--kills", "12", "--seed", "3"]))
    assert found["losses"] == []
    assert found["kills"] >= 12
    assert found["people"]["enqueued"] > 0
