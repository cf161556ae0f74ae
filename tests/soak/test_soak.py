"""Simulated users for a short time: the short form of docs/FAULTS.md."""

import pytest

from tests.serve_process import run_module


@pytest.mark.short
def test_nothing_grows_and_nothing_is_left_behind_while_people_come_and_go() -> None:
    printed = run_module("tests.soak", "--minutes", "0.2", "--people", "4", "--least", "5")
    assert "FAILED" not in printed
    assert "| tracebacks | 0.0 |" in printed
