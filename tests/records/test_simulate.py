"""The command simulate plays whole games from a seed, reproducibly."""

import os
import subprocess
import sys
from json import loads
from pathlib import Path

import pytest

from games.engine.contract import RULES
from games.engine.verify import verify_record
from games.registry import GAMES
from tests.commands import run_command

ROOT = Path(__file__).resolve().parent.parent.parent


def run_simulate(*arguments: str) -> str:
    return run_command("simulate", *arguments)


@pytest.mark.parametrize(
    ("slug", "edition"),
    [(slug, edition) for slug, rules in RULES.items() for edition in rules.editions],
)
def test_every_line_is_a_right_record_of_the_edition(slug: str, edition: str) -> None:
    arguments = (f"--game={slug}", "--games=3", "--level=easy", f"--edition={edition}")
    lines = run_simulate(*arguments).splitlines()
    assert len({loads(line)["fair"]["secret"] for line in lines}) == 3
    # a larger number starts with the same games
    assert run_simulate(*arguments[:1], "--games=2", *arguments[2:]).splitlines() == lines[:2]
    for line in lines:
        record = loads(line)
        assert record["ruleset"] == GAMES[slug].rules.ruleset(edition)._asdict()
        assert verify_record(record) is None


@pytest.mark.parametrize(
    ("slug", "levels"), [("density-deck", "easy,random,medium"), ("rps-extreme", "hard,medium")]
)
def test_each_seat_may_have_its_own_level(slug: str, levels: str) -> None:
    record = loads(run_simulate(f"--game={slug}", f"--level={levels}"))
    assert ",".join(seat["level"] for seat in record["seats"]) == levels
    assert verify_record(record) is None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--games=0"], "--games is 0, it must be at least 1."),
        (
            ["--level=perfect"],
            "There is no level 'perfect'; there are random, easy, steady, medium, hard, master.",
        ),
        (["--level=" + ",".join(["easy"] * 5)], "5 levels were given; a game seats 2, 3, 4."),
        (["--game=rps-extreme", "--level=easy,easy,easy"], "3 levels were given; a game seats 2."),
        (["--edition=x"], "There is no edition 'x'; there are current, classic, to the letter."),
    ],
)
def test_a_bad_argument_gives_one_sentence(arguments: list[str], sentence: str) -> None:
    assert run_simulate(*arguments) == f"exit 1: {sentence}"


def run_shell(command: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a shell command with `manage` as this project's, without database and network."""
    lost = {"REDIS_URL": "redis://127.0.0.1:1/0", "DATABASE_URL": "postgres://x:y@127.0.0.1:1/z"}
    manage = f"{sys.executable} -W error manage.py"
    return subprocess.run(
        command.replace("manage", manage),
        shell=True,
        cwd=ROOT,
        env={**os.environ, **lost, **environment},
        capture_output=True,
        check=False,
    )


def test_a_simulation_pipes_into_the_verifier_without_database_and_network() -> None:
    ended = run_shell(
        "manage simulate --level easy --seed 9 | tee /dev/stderr | manage verify -",
        PYTHONHASHSEED="1",
    )
    assert ended.returncode == 0
    assert ended.stdout.startswith(b"1 record is consistent with itself.")
    # another hash seed gives the same bytes
    assert ended.stderr.decode() == run_simulate("--level=easy", "--seed=9")


def test_a_reader_that_has_seen_enough_ends_the_simulation_quietly() -> None:
    ended = run_shell("manage simulate --games 40 --level random | head -c 10")
    assert ended.stderr == b""
