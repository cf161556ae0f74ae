"""Several processes share the games: what one of them does to the others, in a short form.

The long form, with restarts of all processes, a PgBouncer and a cluster, is `make scaling`.
"""

import subprocess
import sys

from tests.serve_process import ROOT, environ

SECONDS = 240.0
SHORT = ("--short", "--tables", "2", "--lives", "1")


def test_no_move_is_lost_when_a_valkey_and_a_web_process_go() -> None:
    # it has processes of its own, and needs nothing of this run
    done = subprocess.run(
        [sys.executable, "-m", "tests.scaling", "sentinel", *SHORT],
        cwd=ROOT,
        env=environ(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout
