"""Nothing is lost under injected faults.

The short form of the run in docs/FAULTS.md. `make check` also runs broken variants, whose losses
must be noticed.
"""

import pytest

from tests.serve_process import run_module

SCENARIO = ("--games", "4", "--at-once", "4", "--kills", "6", "--every", "0.5")
SHORT = ("--webs", "1", "--workers", "1", "--lives", "1")


@pytest.mark.short
def test_no_move_is_lost_and_nobody_is_stuck_when_everything_is_killed() -> None:
    printed = run_module("tests.faults", *SHORT, *SCENARIO)
    assert "| losses | 0 |" in printed
