"""Measures how long the coach takes: for whole games, and until a reader has its first finding.

`python -m bench.coach_time --busy` runs the site beside one busy process for every processor, asks
for reviews as a page does, and measures the time to the first finding. `--before FOLDER` compares
it with another checkout in the same run; `--write` puts the table into bench/README.md. Without
`--busy` it measures whole games against a bare replay, without a database.
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple
from urllib.request import urlopen

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "density.settings")
os.environ.setdefault("SECRET_KEY", "none")

import django

django.setup()

from bench.live_site import (  # noqa: E402
    LiveSite,
    coach_of,
    cpu_seconds,
    run_site,
    site_environment,
    site_python,
)
from bench.report import Goal, goal_table, write_section  # noqa: E402
from games.analysis import weighing  # noqa: E402
from games.engine.contract import Refused, Seed  # noqa: E402
from games.game_type import GameType  # noqa: E402
from games.models import Game, Move, Seat  # noqa: E402
from games.positions.position import Position  # noqa: E402
from games.records import game_log  # noqa: E402
from games.registry import GAMES  # noqa: E402
from tests.serve_process import ROOT  # noqa: E402

LEAST, MOST_SECONDS = 100, 60.0  # decisions of a long game, and the time that its reviews may take
AT = datetime(2026, 1, 1, tzinfo=UTC)
# finished games of the site, those asked for, and the seconds after which a reader gives up
STORED, ASKED, GIVES_UP, FIRST_SECONDS = 12, 5, 240.0, 20.0
NOW, BEFORE = "now", "before"
# the finished games of the usual type with the most matches
LIST = """
from django.db.models import Count
from games.models import Game
games = Game.objects.filter(status="finished", slug="density-deck", watchable=True)
order = games.annotate(length=Count("matches")).order_by("-length", "pk")
print(*order.values_list("pk", flat=True)[:{}])
"""


def long_game(game: GameType, number: int) -> tuple[Position, list[Move]]:
    """Play a game between AI players of the usual level; return its end and its moves, unsaved."""
    rules, dice = game.rules, Random(number)
    seats = max(rules.seat_counts)
    ruleset = rules.ruleset("current", seats=seats)
    secret, client = dice.randbytes(32), [dice.randbytes(16) for _ in range(seats)]
    state, _ = rules.start(ruleset, Seed(secret, b"".join(client)))
    moves: list[Move] = []
    while waiting_seats := rules.asked(state):
        observation = rules.observe(state, waiting_seats[0])
        action = game.player(game.usual_level)(observation, dice)
        places = {
            "ply": len(moves) + 1,
            "seat": waiting_seats[0],
            "match": observation.match,
            "round": observation.round,
        }
        moves.append(Move(action=rules.write_action(action), by=Move.By.AI, at=AT, **places))
        moved = rules.act(state, waiting_seats[0], action)
        assert not isinstance(moved, Refused), moved
        state, _ = moved
    row = Game(slug=game.slug, ruleset=rules.ruleset_to_json(ruleset), secret=secret)
    seated = {index: Seat(index=index, client_bytes=share) for index, share in enumerate(client)}
    return Position(row, seated, AT, rules, ruleset, state), moves


def seconds_of_reviews(position: Position, moves: Sequence[Move]) -> tuple[float, float]:
    """Return the processor seconds for all reviews of a game, and for its bare replay."""
    began = process_time()
    for match in range(1, moves[-1].match + 1):
        weighing.weigh_match(position, [move for move in moves if move.match <= match], match)
    thought = process_time()
    for _ in game_log.replay_moves(position, moves):
        pass
    return thought - began, process_time() - thought


def time_of_reviews() -> tuple[list[str], list[Goal]]:
    """Return the table of a long game of each type, and its goals."""
    lines = [
        "| a long game | matches | decisions | CPU s | ms a decision | times its replay |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    goals = []
    for game in (GAMES["density-deck"], GAMES["rps-extreme"]):
        position, moves = max((long_game(game, number) for number in range(20)), key=_length)
        whole, bare = seconds_of_reviews(position, moves)
        lines.append(
            f"| {game.short} | {moves[-1].match} | {len(moves)} | {whole:.1f} "
            f"| {1000 * whole / len(moves):.0f} | {whole / bare:,.0f} |"
        )
        goal = Goal(
            f"{game.short}: CPU s for {LEAST} decisions", whole / len(moves) * LEAST, MOST_SECONDS
        )
        goals.append(goal)
    return lines, goals


def _length(game: tuple[Position, list[Move]]) -> int:
    return len(game[1])


# ---------------------------------------------------------------------- the first finding
@contextlib.contextmanager
def keep_busy(processes: int) -> Iterator[None]:
    """Run as many processes of normal priority, each in its own session, that never wait."""
    code = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"
    command = [sys.executable, "-c", code]
    busy = [subprocess.Popen(command, start_new_session=True) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def seconds_to_first_finding(site: LiveSite, game_id: str) -> float:
    """Ask for the mistakes of a game until one is known; return the seconds, GIVES_UP at most."""
    url = f"http://127.0.0.1:{site.port}/api/games/{game_id}/mistakes/?view=all"
    began = time.monotonic()
    while (passed := time.monotonic() - began) < GIVES_UP:
        with urlopen(url, timeout=60) as answer:
            found = json.load(answer)
        if found["mistakes"] or found["made"] == found["of"]:
            return passed
        time.sleep(0.5)
    return GIVES_UP


class Finding(NamedTuple):
    """The seconds until a first finding, and those in which the coach had a processor."""

    seconds: float
    worked: float


def first_findings(name: str, tree: Path) -> tuple[Finding, list[Finding]]:
    """Return the first findings at the site of a checkout: one if idle, some on a busy machine."""
    with run_site(name, tree, "", None, games=STORED) as site:
        coach = coach_of(site)

        def measure(game_id: str) -> Finding:
            before = cpu_seconds(coach)
            seconds = seconds_to_first_finding(site, game_id)
            return Finding(seconds, cpu_seconds(coach) - before)

        command = [site_python(tree), "manage.py", "shell", "-v", "0", "-c", LIST.format(1 + ASKED)]
        environ = site_environment("", DATA_DIR=str(site.folder))
        listed = subprocess.run(
            command, cwd=tree, env=environ, check=True, capture_output=True, text=True
        )
        first, *others = listed.stdout.split()
        idle = measure(first)
        with keep_busy(os.cpu_count() or 1):
            return idle, [measure(game_id) for game_id in others]


def measure_busy(before: Path | None) -> tuple[str, list[Goal]]:
    """Return the table of the times to the first finding, and its goal."""
    trees = {BEFORE: before, NOW: ROOT}
    lines = [
        f"{ASKED} finished games, one after the other, beside {os.cpu_count()} busy processes; a",
        f"reader gives up after {GIVES_UP:.0f} s.",
        "",
        "| version | idle, s | busy: median | busy: each in turn | of it the coach's work |",
        "|---|---:|---:|---:|---:|",
    ]
    goals = []
    for name, tree in trees.items():
        if tree is not None:
            idle, busy = first_findings(name, tree)
            seconds = [finding.seconds for finding in busy]
            lines.append(
                f"| {name} | {idle.seconds:.1f} | {median(seconds):.1f} "
                f"| {', '.join(f'{each:.0f}' for each in seconds)} "
                f"| {', '.join(f'{finding.worked:.1f}' for finding in busy)} |"
            )
            if name == NOW:
                longest = max(seconds)
                goals.append(Goal("longest time to a first finding, s", longest, FIRST_SECONDS))
    return "\n".join([*lines, "", *goal_table(goals)]), goals


def main() -> int:
    """Measure and print; return 1 if a goal is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--busy", action="store_true", help="measure the first finding of a site")
    parser.add_argument("--before", type=Path, help="a checkout of an earlier version")
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    arguments = parser.parse_args()
    if not arguments.busy:
        lines, goals = time_of_reviews()
        print("\n".join([*lines, "", *goal_table(goals)]))
        return 0 if all(goal.met for goal in goals) else 1
    report, goals = measure_busy(arguments.before)
    print(report)
    if arguments.write:
        command = "python -m bench.coach_time --busy --write"
        write_section("coach_time", "The coach on a busy machine", report, command)
    return 0 if all(goal.met for goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
