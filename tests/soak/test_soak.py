"""Half a minute of simulated people, and a small storm: the short form of docs/FAULTS.md."""

from tests.serve_process import run_module

SECONDS = 400.0


def test_nothing_grows_and_nothing_is_left_behind_while_people_come_and_go() -> None:
    done = run_module(
        "tests.soak", "--minutes", "0.5", "--people", "6", "--least", "2", seconds=SECONDS
    )
    assert done.returncode == 0, done.stdout


def test_everybody_comes_back_after_a_restart_and_no_seat_lapses_for_it() -> None:
    # how fast is the machine's affair: what is measured stands in docs/FAULTS.md
    small = ("--sockets", "64", "--thinks", "5", "--within", "60", "--after", "8")
    done = run_module("tests.soak.storm", *small, "--database", "sqlite", seconds=SECONDS)
    assert done.returncode == 0, done.stdout
