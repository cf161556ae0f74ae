"""Nothing is lost under injected faults.

The short form of the run of docs/FAULTS.md; variants that do lose something, and are found out,
are part of `make faults`.
"""

import subprocess
import sys

from tests.serve_process import ROOT, environ

SECONDS = 240.0
SCENARIO = ("--games", "4", "--at-once", "4", "--kills", "8", "--every", "0.5")
SHORT = ("--workers", "1", "--lives", "1")


def test_no_move_is_lost_and_nobody_is_stuck_when_everything_is_killed() -> None:
    # it has processes of its own, and needs nothing of this run
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults", *SHORT, *SCENARIO],
        cwd=ROOT,
        env=environ(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "games, all finished" in done.stdout
