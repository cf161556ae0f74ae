"""Measures whether the luck ledger is unbiased, and how many games it saves.

Run `python -m bench.luck`; `--write` puts the tables into bench/README.md. `--naive` counts wrong
on purpose, as if a card in another hand could still be drawn; the bias must show. It exits 1 when a
gate is not met.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from math import sqrt
from statistics import fmean, stdev, variance
from time import thread_time
from typing import NamedTuple

from bench import contest, newcomer
from bench.contest import Z
from bench.report import Goal, goal_table, write_section
from games.density_deck.bots import aivat
from games.density_deck.bots.aivat import possible_faces as exact
from games.density_deck.game_type import GAME
from games.density_deck.rules.cards import DECK
from games.density_deck.rules.game import HAND, face_up
from games.density_deck.rules.state import Event, State
from games.engine.contract import Attribution, Decided

SEATS = 4
GAMES, SEED = 2_000, "luck"  # games per table
# one of the first level plays against three of the second, in each seat in turn
TABLES = (
    ("master", "medium"),
    ("hard", "medium"),
    ("medium", "medium"),
    ("easy", "steady"),
)
PLAYERS = {**contest.ai_players(GAME), "beginner": newcomer.choose_action}
PARTS = ("deal", "flips", "draws")
# standard errors within which all of sixteen unbiased means lie in 99 of 100 runs
ERRORS = 3.42
MILLISECONDS = 300  # processor time for the ledger of a game

SPENT: list[float] = []


class Table(NamedTuple):
    """The ledgers of one player in many games against three others."""

    one: str
    others: str
    found: list[Attribution]

    @property
    def name(self) -> str:
        """The players at the table."""
        return f"one {self.one}, three {self.others}"

    @property
    def results(self) -> list[float]:
        """The wins."""
        return [sum(ledger) for ledger in self.found]

    @property
    def adjusted(self) -> list[float]:
        """The wins without the luck of the cards."""
        return [sum(ledger) - ledger.chance for ledger in self.found]

    @property
    def ratio(self) -> float:
        """The variance without luck, divided by that of the results."""
        return variance(self.adjusted) / variance(self.results)


def play_decided_game(
    names: Sequence[str], seed: str, lives: int = 10, edition: str = "current"
) -> tuple[State, list[Decided]]:
    """Play a game between players with these names; return its first state and its moves."""
    moments: Iterator[tuple[State, tuple[Event, ...]]]
    moments = contest.game_moments(GAME, PLAYERS, names, seed, {"lives": lives}, edition)
    first, _ = next(moments)
    moves, before = [], first
    for state, events in moments:
        moves.append(Decided(before.waiting[0], state, events))
        before = state
    return first, moves


def measure_luck(one: str, others: str, games: int, seed: str) -> Table:
    """Play games and compute the luck of the first player in each."""
    ledgers = []
    for number in range(games):
        seat_of_player = number % SEATS
        names = [one if seat == seat_of_player else others for seat in range(SEATS)]
        first, moves = play_decided_game(names, f"{seed} {one} {others} {number}")
        began = thread_time()
        ledgers.append(aivat.attribute_luck(first, moves)[seat_of_player])
        SPENT.append(thread_time() - began)
    return Table(one, others, ledgers)


def errors_off(numbers: Sequence[float]) -> float:
    """Return the distance of the mean from zero, in standard errors."""
    return abs(fmean(numbers)) / (stdev(numbers) / sqrt(len(numbers)))


def mean_interval(numbers: Sequence[float]) -> str:
    """Return the mean and half of its 95 % interval, in percentage points of a game won."""
    half = Z * stdev(numbers) / sqrt(len(numbers))
    return f"{100 * fmean(numbers):.2f} ± {100 * half:.2f}"


def games_needed(numbers: Sequence[float], better: float) -> float:
    """Return the number of games after which a 95 % interval shows that the player is better."""
    return (Z * stdev(numbers) / better) ** 2


def naive_cards(after: State, card: int) -> list[tuple[int, int]]:
    """Return the cards that could have been drawn as far as the seat knows (wrong on purpose)."""
    seat = after.waiting[0]
    if len(after.hands[seat]) == HAND:
        return exact(after, card)
    unseen = Counter(DECK)
    unseen.subtract(chain(after.hands[seat], *after.discards, face_up(after)))
    unseen[card] += 1
    return [(face, copies) for face, copies in unseen.items() if copies]


# ------------------------------------------------------------------------------------ report
def write_report(tables: Sequence[Table]) -> tuple[list[str], list[Goal]]:
    """Return the tables as Markdown, and the goals."""
    lines = [
        f"{len(tables[0].found):,} games per table with fixed seeds, in percentage points of a",
        "game won, with 95 % intervals.",
        "",
        "| table | won | won without luck | luck | deal | flips | draws |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for table in tables:
        parts = [[getattr(ledger, part) for ledger in table.found] for part in PARTS]
        whole = [ledger.chance for ledger in table.found]
        cells = [table.results, table.adjusted, whole, *parts]
        lines.append(f"| {table.name} | " + " | ".join(map(mean_interval, cells)) + " |")
    lines += [
        "",
        "| table | variance left | games until 95 % sure | with the ledger |",
        "|---|---:|---:|---:|",
    ]
    for table in tables:
        differs = table.one != table.others
        better = fmean(table.adjusted) - 1 / SEATS
        games = [
            f"{games_needed(values, better):,.1f}" for values in (table.results, table.adjusted)
        ]
        game_cells = " | ".join(games if differs else ["–", "–"])
        lines.append(f"| {table.name} | {100 * table.ratio:.0f} % | {game_cells} |")
    goals = [
        Goal(f"standard errors of {part}, {table.name}", _off(table, part), ERRORS)
        for table in tables
        for part in (*PARTS, "chance")
    ]
    variance_left = fmean([table.ratio for table in tables])
    goals.append(Goal("variance left, mean of the tables", variance_left, 0.9))
    goals.append(
        Goal("milliseconds of the processor for a game", 1000 * fmean(SPENT), MILLISECONDS)
    )
    lines += [
        "",
        f"With the ledger, {100 * variance_left:.0f} games show as much as 100 without it, on",
        f"average over the tables. A ledger takes {1000 * fmean(SPENT):.0f} ms.",
    ]
    return lines, goals


def _off(table: Table, part: str) -> float:
    return errors_off([getattr(ledger, part) for ledger in table.found])


def main() -> int:
    """Measure and print; return 1 if a gate is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the tables into bench/README.md")
    parser.add_argument("--games", type=int, default=GAMES, help="at each table")
    parser.add_argument("--seed", default=SEED, help="another word: other games")
    parser.add_argument("--naive", action="store_true", help="count wrong on purpose")
    arguments = parser.parse_args()
    if arguments.naive:
        aivat.possible_faces = naive_cards
    measured = [measure_luck(*table, arguments.games, arguments.seed) for table in TABLES]
    lines, goals = write_report(measured)
    written = "\n".join([*lines, "", *goal_table(goals)])
    print(written)
    if arguments.write and not arguments.naive:
        write_section("luck", "The luck ledger", written)
    return 0 if all(goal.met for goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
