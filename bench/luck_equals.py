"""Measures how the luck ledger judges the decisions of equal players, in every kind of game.

Run `python -m bench.luck_equals`; `--write` puts the table into bench/README.md. It exits 1 when
the goal is not met.
"""

import argparse
import sys
from collections.abc import Mapping
from itertools import product
from statistics import fmean

from bench.luck import play_decided_game
from bench.report import Goal, goal_table, write_section
from games.density_deck.bots import aivat
from games.density_deck.bots.prospects import LAST
from games.density_deck.game_type import GAME
from games.density_deck.rules.game import HAND
from games.density_deck.rules.state import State

EQUALS = ("beginner", *GAME.levels)
LIVES, EQUAL_GAMES = (1, 5, 10, 20), 6
# by seats standing and round: what the former rule took off with three and with four cards in hand
FORMER_PARS = {
    (2, 1): (0.0105, 0.0111),
    (2, 2): (0.0059, 0.0055),
    (2, 3): (0.0077, 0.0102),
    (2, 4): (0.0006, -0.008),
    (3, 1): (0.0027, 0.0112),
    (3, 2): (0.0009, 0.0137),
    (3, 3): (0.0089, 0.0063),
    (3, 4): (0.0097, 0.0079),
    (4, 1): (0.0024, 0.0071),
    (4, 2): (-0.0006, 0.0105),
    (4, 3): (0.0105, 0.0096),
    (4, 4): (0.0236, 0.0092),
}


def measure_equals() -> dict[tuple[str, int, int], dict[str, tuple[float, float]]]:
    """Play tables of equal players in every edition, with all numbers of seats and some of lives.

    For each table, return by player the means of two figures over all seats: of the own decisions,
    as they were measured before they were compared with the others', and of the decisions now.
    """
    return {
        (edition, seats, lives): {
            name: mean_decisions(name, edition, seats, lives) for name in EQUALS
        }
        for edition, seats, lives in product(
            GAME.rules.edition_changes, GAME.rules.seat_counts, LIVES
        )
    }


def mean_decisions(name: str, edition: str, seats: int, lives: int) -> tuple[float, float]:
    """Return the mean of the own decisions by the former rule, and of the decisions now."""
    before, now = [], []
    for number in range(EQUAL_GAMES):
        first, moves = play_decided_game([name] * seats, f"equal {number}", lives, edition)
        own = [
            change.decided[change.seat] - former_par(change.before, change.seat)
            for change in aivat.changes_by_move(first, moves)
        ]
        before.append(sum(own) / seats)
        now.append(fmean([ledger.decisions for ledger in aivat.attribute_luck(first, moves)]))
    return fmean(before), fmean(now)


def former_par(state: State, seat: int) -> float:
    """Return what the former rule took off each own decision."""
    pars = FORMER_PARS[len(state.standing), min(LAST, state.round)]
    return pars[len(state.hands[seat]) - HAND]


def write_equals(
    equals: Mapping[tuple[str, int, int], Mapping[str, tuple[float, float]]],
) -> list[str]:
    """Return the table of equal players as Markdown."""
    lines = [
        f"Tables of equal players, {EQUAL_GAMES} games each, in percent of a win. By the former",
        "rule, the average of Medium players was taken off each own decision. The last column is",
        "how far the mean of the decisions is from zero now, for any of these players.",
        "",
        f"| edition | seats | lives | {' | '.join(EQUALS)} | now, at most |",
        f"|---|---:|---:|{'---:|' * (len(EQUALS) + 1)}",
    ]
    for (edition, seats, lives), by_player in equals.items():
        cells = " | ".join(f"{100 * before:.0f}" for before, _ in by_player.values())
        furthest = max(abs(now) for _, now in by_player.values())
        lines.append(f"| {edition} | {seats} | {lives} | {cells} | {100 * furthest:.0f} |")
    return lines


def main() -> int:
    """Measure and print; return 1 if the goal is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    arguments = parser.parse_args()
    equals = measure_equals()
    means = [now for by_player in equals.values() for _, now in by_player.values()]
    goals = [Goal("decisions of equal players, mean", max(map(abs, means)), 0.03)]
    written = "\n".join([*write_equals(equals), "", *goal_table(goals)])
    print(written)
    if arguments.write:
        write_section("luck_equals", "Decisions of equal players", written)
    return 0 if all(goal.met for goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
