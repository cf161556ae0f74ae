"""Several processes share the games: the short form of a test in `make check`."""

import pytest

from tests.serve_process import run_module


@pytest.mark.short
def test_no_move_is_lost_when_every_process_is_restarted() -> None:
    arguments = ("--tables", "2", "--lives", "1", "--workers", "1")
    run_module("tests.scaling", "rolling", *arguments)
