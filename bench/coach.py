"""Measures how accurate the coach is: the chances it gives to choices against the results.

Run `python -m bench.coach`; `--write` puts the tables into bench/README.md. AI players play whole
games. For a share of their decisions, the coach rates the choice from what the seat knew. It exits
1 when a goal is not met. The second part measures how long reviews of whole games take.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import fmean
from typing import Any, NamedTuple, Protocol, TypeVar

from bench import contest
from bench.coach_time import time_of_reviews
from bench.report import Goal, goal_table, write_section
from games.density_deck.bots.life_equity import seat_equities
from games.density_deck.game_type import GAME as DENSITY_DECK
from games.engine.contract import Refused, Seed
from games.game_type import GameType
from games.rps_extreme.bots.worth import win_chance
from games.rps_extreme.game_type import GAME as RPS_EXTREME

# the players by seat, and the number of games
TABLES = (
    (DENSITY_DECK, ("master",) * 4, 160),
    (DENSITY_DECK, ("medium",) * 4, 120),
    (DENSITY_DECK, ("master", "medium", "medium", "medium"), 160),
    (DENSITY_DECK, ("medium", "easy", "steady", "medium"), 100),
    (RPS_EXTREME, ("hard", "hard"), 300),
    (RPS_EXTREME, ("medium", "medium"), 300),
    (RPS_EXTREME, ("hard", "medium"), 300),
)
SHARE = 0.06  # of all decisions
EDGES = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.8, 1.01)
# the permitted difference between mean chance and share of games won, among equal players
NEAR, PROCESSES = 0.03, 2


class Seen(NamedTuple):
    """A decision: its game, the player's level, the estimated chances, and the result.

    `plain` is the chance from the lives or points alone.
    """

    game: int
    level: str
    chosen: float
    best: float
    plain: float
    won: bool


class Mean(NamedTuple):
    """A mean over decisions with half of its 95 % interval; a game's decisions count as one."""

    value: float
    half: float

    def __str__(self) -> str:
        """Return the text in percent or percentage points."""
        return f"{100 * self.value:+.1f} ± {100 * self.half:.1f}"


def plain_chance(game: GameType, observation: Any, seat: int) -> float:
    """Return the chance of a seat from the lives or the points alone."""
    if game is DENSITY_DECK:
        return seat_equities(observation.lives)[seat]
    one = win_chance(observation.table.scores, (0.0, 0.0), observation.ruleset.target)
    return one if seat == 0 else 1 - one


def play_game(game: GameType, levels: Sequence[str], number: int) -> list[Seen]:
    """Play a game and return the decisions that the coach rated."""
    rules, reviewer, dice = game.rules, game.reviewer, Random(f"coach {levels} {number}")
    assert reviewer is not None
    seats = [levels[(seat + number) % len(levels)] for seat in range(len(levels))]
    seed = Seed(dice.randbytes(32), dice.randbytes(16 * len(seats)))
    state, _ = rules.start(rules.ruleset("current", seats=len(seats)), seed)
    decisions: list[tuple[int, float, float, float]] = []
    while waiting_seats := rules.asked(state):
        seat = waiting_seats[0]
        observation = rules.observe(state, seat)
        action = game.bots[seats[seat]](observation, dice)
        if dice.random() < SHARE:
            choices = reviewer.weigh(observation, dice, reviewer.samples, seats)
            chosen = next(chance for choice, chance, _ in choices if choice == action)
            plain = plain_chance(game, observation, seat)
            decisions.append((seat, chosen, choices[0][1], plain))
        moved = rules.act(state, seat, action)
        assert not isinstance(moved, Refused), moved
        state, _ = moved
    places = rules.places(state) or ()
    return [
        Seen(number, seats[seat], chosen, best, plain, places[seat] == 1)
        for seat, chosen, best, plain in decisions
    ]


# ---------------------------------------------------------------------------- the tables
class OfGame(Protocol):
    """A measurement of one game."""

    @property
    def game(self) -> int:
        """The number of the game."""


Measured = TypeVar("Measured", bound=OfGame)


def mean_of(decisions: Sequence[Measured], value: Callable[[Measured], float]) -> Mean:
    """Return the mean of a value and its interval, from the sums per game."""
    middle = fmean(map(value, decisions))
    sums: dict[int, float] = {}
    for decision in decisions:
        sums[decision.game] = sums.get(decision.game, 0.0) + value(decision) - middle
    spread = sqrt(sum(total * total for total in sums.values())) / len(decisions)
    return Mean(middle, contest.Z * spread)


def brier_score(decisions: Sequence[Seen], value: Callable[[Seen], float]) -> float:
    """Return the mean squared error of a chance."""
    return fmean([(value(decision) - decision.won) ** 2 for decision in decisions])


def excess_of_choice(decision: Seen) -> float:
    """Return the coach's chance for a choice minus the result of the game."""
    return decision.chosen - decision.won


def table_row(game: GameType, levels: Sequence[str], level: str, decisions: Sequence[Seen]) -> str:
    """Return the table row of one level at one table of players."""
    of_level = [decision for decision in decisions if decision.level == level]
    gain = mean_of(
        of_level,
        lambda decision: (
            (decision.plain - decision.won) ** 2 - (decision.chosen - decision.won) ** 2
        ),
    )
    return (
        f"| {game.short}: {level} of {', '.join(levels)} | {len(of_level):,} "
        f"| {100 * fmean(decision.chosen for decision in of_level):.1f} "
        f"| {100 * fmean(decision.won for decision in of_level):.1f} "
        f"| {mean_of(of_level, excess_of_choice)} "
        f"| {brier_score(of_level, lambda decision: decision.chosen):.4f} "
        f"| {brier_score(of_level, lambda decision: decision.plain):.4f} "
        f"| {gain.value:+.4f} ± {gain.half:.4f} |"
    )


def bucket_rows(decisions: Sequence[Seen]) -> Iterator[str]:
    """Yield a row for each range of chances."""
    for least, most in pairwise(EDGES):
        bucket = [decision for decision in decisions if least <= decision.chosen < most]
        if len(bucket) > 20:
            won = mean_of(bucket, lambda decision: float(decision.won))
            yield (
                f"| {100 * least:.0f} to {min(100, 100 * most):.0f} % | {len(bucket):,} "
                f"| {100 * fmean(decision.chosen for decision in bucket):.1f} "
                f"| {100 * won.value:.1f} ± {100 * won.half:.1f} |"
            )


def main() -> int:
    """Measure and print; return 1 if a goal is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the tables into bench/README.md")
    parser.add_argument("--part", type=float, default=1.0, help="of the games")
    arguments = parser.parse_args()
    rows, even, goals = [], dict[str, list[Seen]](), list[Goal]()
    with ProcessPoolExecutor(PROCESSES) as processes:
        for game, levels, games in TABLES:
            numbers = range(int(games * arguments.part))
            played = processes.map(partial(_numbered, game.slug, levels), numbers, chunksize=5)
            seen = [decision for decisions in played for decision in decisions]
            rows += [table_row(game, levels, level, seen) for level in dict.fromkeys(levels)]
            if len(set(levels)) == 1:
                even.setdefault(game.short, []).extend(seen)
    for name, seen in even.items():
        off = abs(mean_of(seen, excess_of_choice).value)
        goals.append(Goal(f"{name}: off among equal players", off, NEAR))
        better = brier_score(seen, lambda each: each.chosen) / brier_score(
            seen, lambda each: each.plain
        )
        goals.append(Goal(f"{name}: Brier score, times that of the plain lead", better, 1.0))
    timed, more = time_of_reviews()
    report = "\n".join(
        [
            "Chances in percent with 95 % intervals; the decisions of one game count as one.",
            "",
            "| who chose, at which table | n | chance | won | too high | Brier | by lead | gain |",
            "|---|---:|---:|---:|---:|---:|---:|---:|",
            *rows,
            *[
                text
                for name, seen in even.items()
                for text in (
                    "",
                    f"| {name}, equal players: chance | decisions | mean | games won |",
                    "|---|---:|---:|---:|",
                    *bucket_rows(seen),
                )
            ],
            "",
            *timed,
            "",
            *goal_table(goals + more),
        ]
    )
    print(report)
    if arguments.write:
        write_section("coach", "The coach", report)
    return 0 if all(goal.met for goal in goals + more) else 1


def _numbered(slug: str, levels: Sequence[str], number: int) -> list[Seen]:
    game = next(each for each in (DENSITY_DECK, RPS_EXTREME) if each.slug == slug)
    return play_game(game, levels, number)


if __name__ == "__main__":
    sys.exit(main())
