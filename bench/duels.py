"""Measures the strength of the AI players of RPS Extreme in games with fixed seeds.

Run `python -m bench.duels`; `--write` puts the table into bench/README.md. It exits 1 when a gate
is not met.
"""

import argparse
import sys
from collections.abc import Sequence
from typing import NamedTuple

from bench import contest
from bench.report import Goal, goal_table, write_section
from games.rps_extreme.game_type import GAME
from games.rps_extreme.rules.events import GameOver

GAMES = 1_000
# candidate, opponent, and the share of games that it must win
GATES = (("medium", "easy", 0.65), ("hard", "medium", 0.60))
BUDGETS = {"easy": 0.1, "medium": 1, "hard": 5}  # milliseconds per move
PLAYERS: dict[str, contest.Player] = {level: GAME.bots[level] for level in BUDGETS}


class Duel(NamedTuple):
    """The result of a series: how many games the first player won."""

    one: str
    other: str
    games: int
    wins: int

    @property
    def share(self) -> float:
        """The share of games that the first player won."""
        return self.wins / self.games

    def __str__(self) -> str:
        """Return a row of a Markdown table."""
        low, high = contest.wilson_interval(self.wins, self.games)
        return (
            f"| {self.one} v {self.other} | {self.games:,} games "
            f"| {100 * self.share:.1f} % | {100 * low:.1f} to {100 * high:.1f} % |"
        )


def won_by(names: Sequence[str], seed: str) -> int:
    """Play a game between players of these levels and return the winning seat."""
    events = contest.play_game(GAME, PLAYERS, names, seed)
    return next(event.places.index(1) for event in events if isinstance(event, GameOver))


def play_duels(one: str, other: str, games: int = GAMES) -> Duel:
    """Play a series in which both players alternate between the seats."""
    wins = 0
    for number in range(games):
        names = (one, other) if number % 2 == 0 else (other, one)
        wins += won_by(names, f"duel {one} {other} {number}") == number % 2
    return Duel(one, other, games, wins)


def main() -> int:
    """Measure and print; return 1 if a gate is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    arguments = parser.parse_args()
    duels = [play_duels(one, other) for one, other, _ in GATES]
    goals = [
        Goal(f"share of games that {duel.one} wins v {duel.other}", duel.share, gate, at_least=True)
        for duel, (*_, gate) in zip(duels, GATES, strict=True)
    ]
    report = "\n".join(
        [
            "Games with fixed seeds; the players alternate between the seats.",
            "",
            "| games won by | sample | measured | 95 % interval |",
            "|---|---|---|---|",
            *map(str, duels),
            "",
            *contest.time_table(BUDGETS),
            "",
            *goal_table(goals),
        ]
    )
    print(report)
    if arguments.write:
        write_section("duels", "Strength of the AI players of RPS Extreme", report)
    return 0 if all(goal.met for goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
