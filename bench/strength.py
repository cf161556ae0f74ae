"""Measures the strength of the AI players of Density Deck in games with fixed seeds.

Run `python -m bench.strength`; `--write` puts the table into bench/README.md. It exits 1 when a
gate is not met.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from bench import rollouts, yardsticks
from bench.contest import Player, Z, ai_players, play_game, time_table, wilson_interval
from bench.report import Goal, goal_table, write_section
from games.density_deck.bots import medium, network, steady
from games.density_deck.game_type import GAME
from games.density_deck.rules.state import GameOver, MatchOver
from games.engine.contract import Event

SEATS = 4
LIFE_EDGE = 0.50
LOSS = -0.05
MASTER_EDGE = 0.28
MASTER_WINS, HARD_WINS = 45, (30, 44)  # percent of the games against three medium
BUDGETS = {  # milliseconds
    "easy": 0.1,
    "steady": 1,
    "medium": 1,
    "patient medium": 1,
    "hard": 2,
    "master": 2,
}
LADDER = (
    ("easy", "random"),
    ("steady", "easy"),
    ("medium", "steady"),
    ("medium", "easy"),
    ("easy", "medium"),
)
SLOW_LADDER = (("master", "hard"), ("hard", "master"), ("medium", "hard"), ("medium", "master"))
ROLLOUTS = "Monte-Carlo"
SOME = 300  # games with several networks
BARE: dict[str, Player] = {  # the players without the rule of bots/loops.py
    "bare steady": steady.choose,
    "bare medium": medium.choose,
    "bare hard": partial(network.choose_action, noise=network.HARD_NOISE),
    "bare master": network.choose_action,
}
PLAYERS: dict[str, Player] = {
    **ai_players(GAME),
    **BARE,
    "greedy": yardsticks.choose_greedily,
    "old medium": yardsticks.choose_hastily,
    ROLLOUTS: rollouts.choose_action,
}


class Line(NamedTuple):
    """One row of the table: a measured value and its 95 % interval."""

    what: str
    sample: str
    measured: str
    low: str
    high: str

    def __str__(self) -> str:
        """Return a row of the Markdown table."""
        return f"| {self.what} | {self.sample} | {self.measured} | {self.low} to {self.high} |"


def seat_names(one: str, others: str, seat: int, seats: int = SEATS) -> list[str]:
    """Return the names by seat: the candidate at this seat, others elsewhere."""
    return [one if other == seat else others for other in range(seats)]


def match_ended(events: Sequence[Event]) -> bool:
    """Return whether these events end a match."""
    return any(isinstance(event, MatchOver) for event in events)


class Outcome(NamedTuple):
    """A match: the mean lives lost by the three others minus the candidate's, and who won it."""

    edge: float
    won: bool


def match_outcomes(one: str, others: str, matches: int) -> list[Outcome]:
    """Play matches of the candidate against three others, in each seat in turn."""
    outcomes = []
    for number in range(matches):
        seat = number % SEATS
        names = seat_names(one, others, seat)
        events = play_game(GAME, PLAYERS, names, f"edge {one} {others} {number}", match_ended)
        over = next(event for event in events if isinstance(event, MatchOver))
        losses = [before - after for before, after in zip(over.before, over.after, strict=True)]
        edge = (sum(losses) - losses[seat]) / (SEATS - 1) - losses[seat]
        outcomes.append(Outcome(edge, seat in over.winners))
    return outcomes


class Edge(NamedTuple):
    """The mean life edge and its row of the table."""

    mean: float
    spread: float  # the standard deviation of a match
    line: Line


def edge_of(one: str, others: str, matches: int) -> Edge:
    """Measure the life edge of the candidate against three others."""
    return summarize_edges(one, others, match_outcomes(one, others, matches))


def summarize_edges(one: str, others: str, outcomes: Sequence[Outcome]) -> Edge:
    """Return the mean life edge of these matches."""
    edges = [outcome.edge for outcome in outcomes]
    edge, spread = fmean(edges), stdev(edges)
    half = Z * spread / sqrt(len(edges))
    signed = [f"{value:+.2f}" for value in (edge, edge - half, edge + half)]
    line = Line(f"life edge of {one} v three {others}", f"{len(edges):,} matches", *signed)
    return Edge(edge, spread, line)


class Rate(NamedTuple):
    """The share of games won, in percent, and its row of the table."""

    percent: float
    line: Line


def win_rate(one: str, others: str, games: int = 600, seats: int = SEATS) -> Rate:
    """Measure how often the candidate wins a whole game against the others."""
    wins = 0
    for number in range(games):
        seat = number % seats
        names = seat_names(one, others, seat, seats)
        events = play_game(GAME, PLAYERS, names, f"game {one} {others} {number}")
        over = next(event for event in events if isinstance(event, GameOver))
        wins += over.places[seat] == 1
    low, high = wilson_interval(wins, games)
    line = Line(
        f"games won by {one} v {'three' if seats == SEATS else 'one'} {others}",
        f"{games:,} games",
        f"{100 * wins / games:.1f} %",
        f"{100 * low:.1f}",
        f"{100 * high:.1f} %",
    )
    return Rate(100 * wins / games, line)


def spread_table() -> list[str]:
    """Return the life edge of each level against three medium players, as Markdown."""
    lines = [
        "| level | life edge v three medium | standard deviation of a match |",
        "|---|---:|---:|",
    ]
    for level in GAME.levels:
        edge = edge_of(level, "medium", 600)
        lines.append(f"| {level} | {edge.mean:+.2f} | {edge.spread:.2f} |")
    return lines


def main() -> int:
    """Measure and print; return 1 if a gate is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    arguments = parser.parse_args()
    edge, before = edge_of("medium", "greedy", 1500), edge_of("medium", "old medium", 3000)
    over_medium = edge_of("master", "medium", 1500)
    hard, master = win_rate("hard", "medium"), win_rate("master", "medium")
    lines = [
        edge.line,
        before.line,
        edge_of("master", "greedy", 1500).line,
        over_medium.line,
        win_rate("medium", "old medium", 1000).line,
        hard.line,
        master.line,
        *[win_rate(*pair).line for pair in LADDER],
        *[win_rate(*pair, SOME).line for pair in SLOW_LADDER],
        *[
            win_rate(f"patient {slug}", slug).line
            for slug, level in GAME.ai_levels.items()
            if level.builder
        ],
    ]
    goals = [
        Goal(edge.line.what, edge.mean, LIFE_EDGE, at_least=True),
        Goal(before.line.what, before.mean, LOSS, at_least=True),
        Goal(over_medium.line.what, over_medium.mean, MASTER_EDGE, at_least=True),
        Goal(f"{master.line.what}, %", master.percent, MASTER_WINS, at_least=True),
        Goal(f"{hard.line.what}, %", hard.percent, HARD_WINS[0], at_least=True),
        Goal(f"{hard.line.what}, %", hard.percent, HARD_WINS[1]),
    ]
    report = "\n".join(
        [
            "| what | sample | measured | 95 % interval |",
            "|---|---|---|---|",
            *map(str, lines),
            "",
            "The candidate sits in each seat in turn, one against three. The life edge is the mean",
            "loss of the other three less the candidate's own loss, in single matches from ten",
            "lives each. *greedy* only looks at its own score; *old medium* is an earlier medium",
            "player (`bench/yardsticks.py`). *random* plays any legal action; *patient* players",
            "wait for large products. A fair share of games is 25 %.",
            "",
            *spread_table(),
            "",
            *time_table(BUDGETS),
            "",
            *goal_table(goals),
        ]
    )
    print(report)
    if arguments.write:
        write_section("strength", "Strength of the AI players", report)
    return 0 if all(goal.met for goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
