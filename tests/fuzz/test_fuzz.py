"""Thousands of absurd inputs break nothing: the short form of what `make check` sends."""

from tests.serve_process import run_module

INPUTS = 1_500


def test_no_input_breaks_the_site_or_changes_a_game_that_it_may_not() -> None:
    printed = run_module("tests.fuzz", "--inputs", str(INPUTS), "--seed", "1")
    assert int(printed.split(" inputs")[0].rpartition("\n")[2]) >= INPUTS
