"""Thousands of absurd inputs break nothing: the short form of what `make check` sends."""

from random import Random

from tests.fuzz.inputs import Known, frame
from tests.serve_process import run_module

INPUTS = 1_500


def test_no_input_breaks_the_site_or_changes_a_game_that_it_may_not() -> None:
    printed = run_module("tests.fuzz", "--inputs", str(INPUTS), "--seed", "1")
    assert int(printed.split(" inputs")[0].rpartition("\n")[2]) >= INPUTS


def test_a_seed_draws_the_same_inputs_again() -> None:
    known = Known([], {"lobby": [{"type": "ping", "ref": "a"}]}, [], [])
    once, again = Random("1/7"), Random("1/7")
    drawn = [frame(once, known, "lobby") for _ in range(200)]
    assert drawn == [frame(again, known, "lobby") for _ in range(200)]
    assert len(set(drawn)) > 100
