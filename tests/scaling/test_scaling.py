"""Several processes share the games: what one of them does to the others, in a short form.

The long form, with a PgBouncer and a cluster, is `make scaling`.
"""

import subprocess
import sys

import pytest

from tests.serve_process import ROOT, environ

SECONDS = 240.0
SHORT = ("--short", "--tables", "2", "--lives", "1")


@pytest.mark.parametrize("what", ["rolling", "sentinel"])
def test_no_move_is_lost_and_everybody_comes_back(what: str) -> None:
    # it has processes of its own, and needs nothing of this run
    done = subprocess.run(
        [sys.executable, "-m", "tests.scaling", what, *SHORT],
        cwd=ROOT,
        env=environ(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout
