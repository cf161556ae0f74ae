"""The site holds against a hostile client: the short form of docs/SECURITY.md."""

from tests.serve_process import run_module

SECONDS = 600.0


def test_the_site_holds_against_every_attack_that_no_other_test_makes() -> None:
    done = run_module("tests.hostile", "--short", seconds=SECONDS)
    assert done.returncode == 0, done.stdout
