"""Nothing is lost when the house is hurt, and a house that does lose something is found out."""

import subprocess
import sys

import pytest

from tests.house import ROOT, environ

SECONDS = 180.0


def evening(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A short evening of games; it has processes of its own, and needs nothing of this run."""
    command = [sys.executable, "-m", "tests.faults", "--workers", "1", *arguments]
    return subprocess.run(
        command,
        check=False,
        cwd=ROOT,
        env=environ(),
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )


def test_no_move_is_lost_and_nobody_is_stuck_when_everything_is_killed() -> None:
    held = evening(*("--games", "5", "--kills", "10", "--every", "0.5", "--at-once", "5"))
    assert held.returncode == 0, held.stdout + held.stderr
    assert "games, all finished" in held.stdout


@pytest.mark.parametrize(
    ("variant", "faults"),
    [
        (
            "tell-before-save",
            ("--kills", "8", "--every", "0.6", "--only", "PostgreSQL connections ended"),
        ),
        ("no-question-check", ("--kills", "0", "--database", "sqlite")),
    ],
)
def test_a_house_that_breaks_a_promise_is_found_out(variant: str, faults: tuple[str, ...]) -> None:
    held = evening("--games", "4", "--at-once", "4", "--variant", variant, *faults)
    assert held.returncode == 0, held.stdout + held.stderr
    assert f"{variant}: caught" in held.stdout
