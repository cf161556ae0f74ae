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

OPPONENT, MATCHES = "master", 400
MOST_EDGE = 0.1  # lives a match


def main() -> int:
    """Measure and print; return 1 if a goal is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    arguments = parser.parse_args()
    outcomes = match_outcomes(ROLLOUTS, OPPONENT, MATCHES)
    edge, wins = summarize_edges(ROLLOUTS, OPPONENT, outcomes), sum(won for _, won in outcomes)
    low, high = wilson_interval(wins, MATCHES)
    what, share = f"matches won by {ROLLOUTS} v three {OPPONENT}", f"{100 * wins / MATCHES:.1f} %"
    won = Line(what, f"{MATCHES:,} matches", share, f"{100 * low:.1f}", f"{100 * high:.1f} %")
    goals = [Goal(edge.line.what, edge.mean, MOST_EDGE)]
    report = "\n".join(
        [
            "| what | sample | measured | 95 % interval |",
            "|---|---|---|---|",
            str(edge.line),
            str(won),
            "",
            "Single matches from ten lives each, in each seat in turn.",
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
