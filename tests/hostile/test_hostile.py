"""The site holds against a hostile client: the short form of docs/SECURITY.md."""

from tests.serve_process import run_module


def test_the_site_holds_against_every_attack_that_no_other_test_makes() -> None:
    assert "| yes |" in run_module("tests.hostile", "--short")
