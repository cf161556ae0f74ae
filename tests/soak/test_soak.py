"""Half a minute of simulated people: the short form of docs/FAULTS.md."""

from tests.serve_process import run_module


def test_nothing_grows_and_nothing_is_left_behind_while_people_come_and_go() -> None:
    printed = run_module("tests.soak", "--minutes", "0.5", "--people", "6", "--least", "2")
    assert "FAILED" not in printed
    assert "rows:" in printed
