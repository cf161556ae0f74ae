"""Two minutes of simulated people, and a small storm: the short form of docs/FAULTS.md."""

import subprocess
import sys

from tests.serve_process import ROOT, environ

SECONDS = 400.0


def run(*command: str) -> "subprocess.CompletedProcess[str]":
    """Run a module of this package to its end; it has processes of its own."""
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env=environ(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def test_nothing_grows_and_nothing_is_left_behind_while_people_come_and_go() -> None:
    done = run("tests.soak", "--minutes", "1", "--people", "6", "--least", "2")
    assert done.returncode == 0, done.stdout


def test_everybody_comes_back_after_a_restart_and_no_seat_lapses_for_it() -> None:
    # how fast is the machine's affair: what is measured stands in docs/FAULTS.md
    small = ("--sockets", "64", "--thinks", "5", "--within", "60", "--after", "8")
    done = run("tests.soak.storm", *small, "--database", "sqlite")
    assert done.returncode == 0, done.stdout
