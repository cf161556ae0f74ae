"""Measures whether a player that shares no code with the AI players' decisions beats the best.

Run `python -m bench.second_opinion`; `--write` puts the table into bench/README.md. The player
plays 2,000 matches to their end for each of its decisions (bench/rollouts.py). It exits 1 when a
goal is not met.
"""

import argparse
import sys

from bench.contest import wilson_interval
from bench.report import Goal, goal_table, write_section
from bench.strength import ROLLOUTS, Line, match_outcomes, summarize_edges

MATCHES = 400
OPPONENTS = ("master", "hard", "medium")


def measure_against(level: str, matches: int) -> tuple[list[Line], float]:
    """Return the rows of the player against three of a level, and its life edge."""
    outcomes = match_outcomes(ROLLOUTS, level, matches)
    edge, wins = summarize_edges(ROLLOUTS, level, outcomes), sum(won for _, won in outcomes)
    low, high = wilson_interval(wins, matches)
    what = f"matches won by {ROLLOUTS} v three {level}"
    share = f"{100 * wins / matches:.1f} %"
    return [
        edge.line,
        Line(what, f"{matches:,} matches", share, f"{100 * low:.1f}", f"{100 * high:.1f} %"),
    ], edge.mean


def main() -> int:
    """Measure and print; return 1 if a goal is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    arguments = parser.parse_args()
    lines, edges = list[Line](), dict[str, float]()
    for level in OPPONENTS:
        measured, edges[level] = measure_against(level, arguments.matches)
        lines += measured
        print(*measured, sep="\n", file=sys.stderr, flush=True)
    goals = [
        Goal("life edge v three master, beside three medium", edges["master"], edges["medium"])
    ]
    report = "\n".join(
        [
            "| what | sample | measured | 95 % interval |",
            "|---|---|---|---|",
            *map(str, lines),
            "",
            "Single matches from ten lives each, in each seat in turn. A match can have several",
            "winners; equal players win a quarter or a little more.",
            "",
            *goal_table(goals),
        ]
    )
    print(report)
    if arguments.write:
        write_section("second_opinion", "A second opinion about the AI players", report)
    return 0 if all(goal.met for goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
