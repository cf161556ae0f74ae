"""How strong the AI players of Density Deck are: a benchmark of under a minute with fixed seeds.

Run `python -m bench.strength`; `--write` puts the table into bench/README.md. It exits 1 when a
gate is not met.
"""

import argparse
import sys
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from bench import yardsticks
from bench.contest import Player, Z, play, players, time_table, wilson
from bench.report import Goal, goal_table, write
from games.density_deck.game_type import GAME
from games.density_deck.rules.state import GameOver, MatchOver
from games.engine.contract import Event

SEATS = 4
LIFE_EDGE = 0.50
LOSS = -0.05
BUDGETS = {"easy": 0.1, "steady": 1, "medium": 1, "patient medium": 1}  # milliseconds
LADDER = (
    ("easy", "random"),
    ("steady", "easy"),
    ("medium", "steady"),
    ("medium", "easy"),
    ("easy", "medium"),
)
PLAYERS: dict[str, Player] = {
    **players(GAME),
    "greedy": yardsticks.greedy,
    "medium of before": yardsticks.hasty,
}


class Line(NamedTuple):
    """One row of the table: what was measured, and its 95 % interval."""

    what: str
    sample: str
    measured: str
    low: str
    high: str

    def __str__(self) -> str:
        """The row of a Markdown table."""
        return f"| {self.what} | {self.sample} | {self.measured} | {self.low} to {self.high} |"


def seating(one: str, others: str, seat: int) -> list[str]:
    """The names by seat: the candidate at this seat against three of the others."""
    return [one if other == seat else others for other in range(SEATS)]


def match_ended(events: Sequence[Event]) -> bool:
    """Whether a match has just ended."""
    return any(isinstance(event, MatchOver) for event in events)


def life_edges(one: str, others: str, matches: int) -> list[float]:
    """In each match, how many lives fewer the candidate loses than the mean of the other three."""
    edges = []
    for number in range(matches):
        seat = number % SEATS
        names = seating(one, others, seat)
        events = play(GAME, PLAYERS, names, f"edge {one} {others} {number}", match_ended)
        over = next(event for event in events if isinstance(event, MatchOver))
        lost = [before - after for before, after in zip(over.before, over.after, strict=True)]
        edges.append((sum(lost) - lost[seat]) / (SEATS - 1) - lost[seat])
    return edges


class Edge(NamedTuple):
    """The mean life edge and its row of the table."""

    mean: float
    line: Line


def edge_of(one: str, others: str, matches: int) -> Edge:
    """Measure the life edge of the candidate against three others."""
    edges = life_edges(one, others, matches)
    edge, half = fmean(edges), Z * stdev(edges) / sqrt(len(edges))
    signed = [f"{value:+.2f}" for value in (edge, edge - half, edge + half)]
    return Edge(edge, Line(f"life edge of {one} v three {others}", f"{matches:,} matches", *signed))


def win_rate(one: str, others: str, games: int = 600) -> Line:
    """How often the candidate wins a whole game against three others, with Wilson's interval."""
    wins = 0
    for number in range(games):
        seat = number % SEATS
        names = seating(one, others, seat)
        events = play(GAME, PLAYERS, names, f"game {one} {others} {number}")
        over = next(event for event in events if isinstance(event, GameOver))
        wins += over.places[seat] == 1
    low, high = wilson(wins, games)
    return Line(
        f"games won by {one} v three {others}",
        f"{games:,} games",
        f"{100 * wins / games:.1f} %",
        f"{100 * low:.1f}",
        f"{100 * high:.1f} %",
    )


def main() -> int:
    """Measure, print, write if asked to; 1 if a gate is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    arguments = parser.parse_args()
    edge, before = (edge_of("medium", "greedy", 1500), edge_of("medium", "medium of before", 3000))
    lines = [
        edge.line,
        before.line,
        win_rate("medium", "medium of before", 1000),
        *[win_rate(*pair) for pair in LADDER],
        *[win_rate(f"patient {level}", level) for level in GAME.levels],
    ]
    goals = [
        Goal(edge.line.what, edge.mean, LIFE_EDGE, at_least=True),
        Goal(before.line.what, before.mean, LOSS, at_least=True),
    ]
    report = "\n".join(
        [
            "| what | sample | measured | 95 % interval |",
            "|---|---|---|---|",
            *map(str, lines),
            "",
            "The candidate sits in each seat in turn, one against three. The life edge is the mean",
            "loss of the other three less the candidate's own loss, in single matches from ten",
            "lives each. *greedy* only looks at its own score, *medium of before* is medium as it",
            "was when only easy stood below it (`bench/yardsticks.py`), *random* plays any legal",
            "action; *patient* ones wait for large products. A fair share of games is 25 %.",
            "",
            *time_table(BUDGETS),
            "",
            *goal_table(goals),
        ]
    )
    print(report)
    if arguments.write:
        write("strength", "Strength of the AI players", report)
    return 0 if all(goal.met for goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
