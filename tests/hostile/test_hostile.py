"""The site holds against a hostile client: the short form of docs/SECURITY.md."""

import subprocess
import sys

from tests.serve_process import ROOT, environ

SECONDS = 400.0


def test_the_site_holds_against_every_attack_that_is_known() -> None:
    # it has processes of its own, and needs nothing of this run
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile", "--short"],
        cwd=ROOT,
        env=environ(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout
