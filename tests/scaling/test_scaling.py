"""Several processes share the games: what one of them does to the others, in a short form.

The long form, with restarts of all processes, a PgBouncer and a cluster, is `make scaling`.
"""

from tests.serve_process import run_module

SECONDS = 240.0
SHORT = ("--short", "--tables", "2", "--lives", "1")


def test_no_move_is_lost_when_a_valkey_and_a_web_process_go() -> None:
    done = run_module("tests.scaling", "sentinel", *SHORT, seconds=SECONDS)
    assert done.returncode == 0, done.stdout
