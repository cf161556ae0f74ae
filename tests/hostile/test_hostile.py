"""The site withstands a hostile client: the short form of docs/SECURITY.md."""

import pytest

from tests.serve_process import run_module


@pytest.mark.short
def test_the_site_holds_against_an_attack_of_each_kind() -> None:
    assert "| yes |" in run_module("tests.hostile", "--short")
