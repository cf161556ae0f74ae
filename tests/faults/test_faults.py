"""Nothing is lost when the house is hurt, and a house that does lose something is found out."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.house import ROOT, environ

SECONDS = 180.0
SHORT = ("--workers", "1", "--lives", "1")
EVENINGS = {
    "": ("--games", "6", "--at-once", "6", "--kills", "10", "--every", "0.5"),
    "tell-before-save": (
        *("--games", "4", "--at-once", "4", "--webs", "1", "--kills", "8", "--every", "0.5"),
        *("--only", "PostgreSQL connections ended"),
    ),
    "no-question-check": (
        *(
            "--games",
            "14",
            "--at-once",
            "14",
            "--lives",
            "3",
            "--kills",
            "0",
            "--database",
            "sqlite",
        ),
    ),
}
Evening = subprocess.Popen[str]


@pytest.fixture(scope="module")
def evenings() -> Iterator[dict[str, Evening]]:
    """Short evenings of games, all at once: each waits most of the time.

    They have processes of their own, and need nothing of this run.
    """
    started = {
        variant: subprocess.Popen(
            [sys.executable, "-m", "tests.faults", "--variant", variant, *SHORT, *arguments],
            cwd=ROOT,
            env=environ(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for variant, arguments in EVENINGS.items()
    }
    yield started
    for process in started.values():
        process.terminate()
        process.communicate()


def test_no_move_is_lost_and_nobody_is_stuck_when_everything_is_killed(
    evenings: dict[str, Evening],
) -> None:
    said = evenings[""].communicate(timeout=SECONDS)[0]
    assert evenings[""].returncode == 0, said
    assert "games, all finished" in said


@pytest.mark.parametrize("variant", ["tell-before-save", "no-question-check"])
def test_a_house_that_breaks_a_promise_is_found_out(
    variant: str, evenings: dict[str, Evening]
) -> None:
    said = evenings[variant].communicate(timeout=SECONDS)[0]
    assert evenings[variant].returncode == 0, said
    assert f"{variant}: caught" in said
