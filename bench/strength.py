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

from bench.contest import Player, Z, play, time_table, wilson
from bench.report import Goal, goal_table, write
from games.density_deck.bots import easy
from games.density_deck.game_type import GAME
from games.density_deck.rules.state import GameOver, MatchOver
from games.engine.contract import Event

SLUG = "density-deck"
SEATS = 4
LIFE_EDGE = 0.50
BUDGETS = {"easy": 0.1, "medium": 1}  # milliseconds
PLAYERS: dict[str, Player] = {
    "random": GAME.bots["random"],
    "easy": GAME.bots["easy"],
    "medium": GAME.bots["medium"],
    "greedy": easy.greedy,  # easy without its slips
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
        events = play(SLUG, PLAYERS, names, f"edge {one} {others} {number}", match_ended)
        over = next(event for event in events if isinstance(event, MatchOver))
        lost = [before - after for before, after in zip(over.before, over.after, strict=True)]
        edges.append((sum(lost) - lost[seat]) / (SEATS - 1) - lost[seat])
    return edges


def win_rate(one: str, others: str, games: int = 600) -> Line:
    """How often the candidate wins a whole game against three others, with Wilson's interval."""
    wins = 0
    for number in range(games):
        seat = number % SEATS
        names = seating(one, others, seat)
        events = play(SLUG, PLAYERS, names, f"game {one} {others} {number}")
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
    edges = life_edges("medium", "greedy", matches=1500)
    edge, half = fmean(edges), Z * stdev(edges) / sqrt(len(edges))
    signed = [f"{value:+.2f}" for value in (edge, edge - half, edge + half)]
    lines = [
        Line("life edge of medium v three greedy", f"{len(edges):,} matches", *signed),
        win_rate("easy", "random"),
        win_rate("easy", "medium"),
        win_rate("medium", "easy"),
    ]
    goals = [Goal("life edge of medium v three greedy", edge, LIFE_EDGE, at_least=True)]
    report = "\n".join(
        [
            "| what | sample | measured | 95 % interval |",
            "|---|---|---|---|",
            *map(str, lines),
            "",
            "The candidate sits in each seat in turn, one against three. The life edge is the mean",
            "loss of the other three less the candidate's own loss, in single matches from ten",
            "lives each. *greedy* is the easy player without its slips; *random* plays any legal",
            "action. A fair share of games is 25 %.",
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
