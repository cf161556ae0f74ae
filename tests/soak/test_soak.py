"""Half a minute of simulated people: the short form of docs/FAULTS.md."""

from tests.serve_process import run_module

SECONDS = 400.0


def test_nothing_grows_and_nothing_is_left_behind_while_people_come_and_go() -> None:
    done = run_module(
        "tests.soak", "--minutes", "0.5", "--people", "6", "--least", "2", seconds=SECONDS
    )
    assert done.returncode == 0, done.stdout
