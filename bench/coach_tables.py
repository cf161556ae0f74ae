"""Measures whether tables are slower while the coach works, with moves over real sockets.

Run `python -m bench.coach_tables`; `--write` puts the table into bench/README.md, `--database
postgres` uses PostgreSQL. One site is measured in turns: without reviews, while the coach works,
and while it works at the priority of all other processes. It exits 1 when a goal is not met.
"""

import argparse
import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from math import sqrt
from os import cpu_count
from statistics import fmean, stdev

import psutil
from redis import Redis

from bench.live import run_server
from bench.live_report import percentile_of, pool_latencies
from bench.live_site import (
    LiveSite,
    Players,
    coach_of,
    cpu_seconds,
    run_site,
    site_environment,
)
from bench.report import Goal, goal_table, write_section
from density.server import valkey
from games.coach import NICENESS
from tests.serve_process import ROOT

GAMES, TABLES, AI_TABLES = 60, 12, 3
SECONDS, AI_SECONDS, TURNS, RATE = 4.0, 8.0, 14, 40.0
REST, COACH, EQUAL = "no review", "the coach", "reviews at the priority of all"
PRIORITIES = {COACH: NICENESS, EQUAL: 0}
P50, P99, AI = "move of a user, p50 ms", "move of a user, p99 ms", "rounds of AI players a second"
# every finished game is analyzed again
ASK = """
from games.analysis import review
from games.models import Game, Review
from games.tasks import review_game
Review.objects.all().delete()
for game in Game.objects.filter(status="finished").values_list("pk", flat=True):
    if review.claim_match(game, None, game, game):
        review_game.delay(game)
"""
SCENE = (
    f"{{}}, {{}} cores; {TABLES} tables with {RATE:.0f} moves a second in all, then {AI_TABLES} of "
    f"one user and three AI players who answer at once. {TURNS} turns of {SECONDS:.0f} and "
    f"{AI_SECONDS:.0f} s each. The reviews took {{:.0f}} s of processor time. A turn beside the "
    "coach has {:.3f} ± {:.3f} times the rounds of the same turn without it (mean, 95 % interval)."
)
Figures = dict[str, float]


@contextlib.contextmanager
def run_coach(site: LiveSite, database: str, coach: psutil.Process, name: str) -> Iterator[None]:
    """Let the coach work at a priority inside the block; for REST it does nothing."""
    if name != REST:
        for process in (coach, *coach.children()):
            process.nice(PRIORITIES[name])
        environ = site_environment(database, DATA_DIR=str(site.folder))
        command = [sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", ASK]
        subprocess.run(command, cwd=ROOT, env=environ, check=True, capture_output=True)
    try:
        yield
    finally:
        with Redis(unix_socket_path=str(valkey.socket_path(site.folder))) as line:
            line.delete("coach", *line.keys("density:coach:*"))
        while is_coach_busy(coach):
            time.sleep(0.1)


def is_coach_busy(coach: psutil.Process) -> bool:
    """Return whether the coach uses the processor, measured over a fifth of a second."""
    before = cpu_seconds(coach)
    time.sleep(0.2)
    return cpu_seconds(coach) - before > 0.02


def measure_turn(people: Players, ais: Players, name: str) -> None:
    """Measure one turn of both kinds of tables."""
    for players, tables in ((people, TABLES), (ais, AI_TABLES)):
        players.fill(tables)
    people.phase(f"{name}, people", "paced", SECONDS, RATE)
    ais.phase(f"{name}, ais", "play", AI_SECONDS)


def turn_figures(site: LiveSite, name: str) -> Figures:
    """Return the figures of all turns with this name."""
    latencies = pool_latencies(site.results[f"{name}, people"])
    return {
        P50: percentile_of(latencies, 50),
        P99: percentile_of(latencies, 99),
        AI: fmean(rounds_per_turn(site, name)),
    }


def rounds_per_turn(site: LiveSite, name: str) -> list[float]:
    """Return the rounds of AI players a second, one number a turn."""
    return [phase["rate"] for phase in site.results[f"{name}, ais"]]


def compare_turns(site: LiveSite) -> tuple[float, float]:
    """Return how many times the rounds of a turn without reviews came beside the coach.

    They are the mean of all turns and half of its 95 % interval.
    """
    pairs = zip(rounds_per_turn(site, COACH), rounds_per_turn(site, REST), strict=True)
    ratios = [beside / alone for beside, alone in pairs]
    return fmean(ratios), 1.96 * stdev(ratios) / sqrt(len(ratios))


def measure_in_turns(
    site: LiveSite, work: Callable[[str], contextlib.AbstractContextManager[None]]
) -> None:
    """Measure all cases in turns, reversing their order each time."""
    with site.players("people") as people, site.players("ais") as ais:
        measure_turn(people, ais, "first")  # caches and connections
        order = [REST, COACH, EQUAL]
        for number in range(TURNS):
            print(f"turn {number + 1} of {TURNS}", file=sys.stderr)
            for name in order:
                with work(name):
                    measure_turn(people, ais, name)
            order.reverse()


def check_goals(figures: dict[str, Figures]) -> list[Goal]:
    """Return the goals: tables are no slower than the measurements' own variation."""
    rest, coach = figures[REST], figures[COACH]
    return [
        Goal("times the p50 of a move without reviews", coach[P50] / rest[P50], 1.1),
        Goal("times the p99 of a move without reviews", coach[P99] / rest[P99], 1.3),
        Goal("times the rounds of AI players", coach[AI] / rest[AI], 0.95, at_least=True),
    ]


def main() -> int:
    """Measure and print; return 1 if a goal is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    arguments = parser.parse_args()
    with (
        run_server(arguments.database) as (database, postmaster),
        run_site("now", ROOT, database, postmaster, games=GAMES) as site,
    ):
        coach = coach_of(site)
        began = cpu_seconds(coach)
        measure_in_turns(site, partial(run_coach, site, database, coach))
        worked = cpu_seconds(coach) - began
    figures = {name: turn_figures(site, name) for name in (REST, COACH, EQUAL)}
    rows = [
        f"| {name} | " + " | ".join(f"{value:.1f}" for value in values.values()) + " |"
        for name, values in figures.items()
    ]
    report = "\n".join(
        [
            SCENE.format(arguments.database, cpu_count(), worked, *compare_turns(site)),
            "",
            f"| while | {P50} | {P99} | {AI} |",
            "|---|---:|---:|---:|",
            *rows,
            "",
            *goal_table(check_goals(figures)),
        ]
    )
    print(report)
    if arguments.write:
        write_section("coach_tables", "Tables beside the coach", report)
    return 0 if all(goal.met for goal in check_goals(figures)) else 1


if __name__ == "__main__":
    sys.exit(main())
