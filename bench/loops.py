"""Measures how often AI players of Density Deck lay a card back that they just took.

Run `python -m bench.loops`; `--write` puts the tables into bench/README.md. Each level is compared
with the same player without the rule of bots/loops.py. It exits 1 when a goal is not met.
"""

import argparse
import sys
from collections import Counter

from bench.contest import game_moments
from bench.report import Goal, goal_table, write_section
from bench.strength import BARE, PLAYERS, SEATS, win_rate
from games.density_deck.bots.loops import FEW, LATE
from games.density_deck.game_type import GAME
from games.density_deck.rules.state import Discarded, Drew

GAMES, DUELS = 60, 600
STRONG = ("medium", "hard", "master")
LEVELS = tuple(name.removeprefix("bare ") for name in BARE)
NO_WORSE = 47  # percent of the duels


def count_draws(name: str, games: int) -> Counter[tuple[bool, bool]]:
    """Count the draws of games between equal players: whether late, and whether laid back."""
    counts: Counter[tuple[bool, bool]] = Counter()
    for number in range(games):
        drew, late, before = None, False, None
        for state, events in game_moments(GAME, PLAYERS, [name] * SEATS, f"loops {number}"):
            for event in events:
                if isinstance(event, Drew) and before is not None:
                    drew, late = event, before.round >= LATE and len(before.standing) == FEW
                    counts[late, False] += 1
                elif isinstance(event, Discarded) and drew is not None and drew.source is not None:
                    back = drew.card == event.card
                    counts[late, False] -= back
                    counts[late, True] += back
            before = state
    return counts


def share_back(counts: Counter[tuple[bool, bool]], *lates: bool) -> float:
    """Return the percentage of these draws that were laid straight back."""
    back = sum(counts[late, True] for late in lates)
    return 100 * back / max(1, back + sum(counts[late, False] for late in lates))


def measure_shares() -> tuple[list[str], list[Goal]]:
    """Return the table of the draws that each player lays straight back, and its goals."""
    lines = ["| player | late draws | laid straight back | of all draws |", "|---|---:|---:|---:|"]
    goals = []
    for level in LEVELS:
        for name in (f"bare {level}", level):
            counts = count_draws(name, GAMES)
            late, everywhere = share_back(counts, True), share_back(counts, True, False)
            draws = counts[True, True] + counts[True, False]
            lines.append(f"| {name} | {draws} | {late:.1f} % | {everywhere:.1f} % |")
        goals.append(Goal(f"late draws of {level} laid straight back, %", late, 0))
    return lines, goals


def main() -> int:
    """Measure and print; return 1 if a goal is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the tables into bench/README.md")
    arguments = parser.parse_args()
    shares, goals = measure_shares()
    lines = []
    for level in STRONG:
        rate = win_rate(level, f"bare {level}", DUELS, 2)
        lines.append(str(rate.line))
        goals.append(Goal(f"{rate.line.what}, %", rate.percent, NO_WORSE, at_least=True))
    report = "\n".join(
        [
            f"{GAMES} games between four equal players. Late is round {LATE} or later with two",
            "seats standing. *bare* players lack the rule.",
            "",
            *shares,
            "",
            "| what | sample | measured | 95 % interval |",
            "|---|---|---|---|",
            *lines,
            "",
            *goal_table(goals),
        ]
    )
    print(report)
    if arguments.write:
        write_section("loops", "Cards that are taken and laid back", report)
    return 0 if all(goal.met for goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
