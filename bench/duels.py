"""How strong the AI players of RPS Extreme are: whole games of two with fixed seeds.

Run `python -m bench.duels`; `--write` puts the table into bench/README.md. It exits 1 when a gate
is not met.
"""

import argparse
import sys
from collections.abc import Sequence
from hashlib import sha256
from math import sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean, quantiles
from time import perf_counter
from typing import NamedTuple

from games.bots.catalog import choose
from games.engine.catalog import RULES
from games.engine.contract import Refused, Seed

SLUG = "rps-extreme"
GAMES = 1_000
# candidate, opponent, and the share of games that it must win
GATES = (("medium", "easy", 0.65), ("hard", "medium", 0.60))
BUDGETS = {"easy": 0.1, "medium": 1, "hard": 5}  # milliseconds
README = Path(__file__).parent / "README.md"
BEGIN, END = "<!-- duels: begin -->", "<!-- duels: end -->"
Z = NormalDist().inv_cdf(0.975)

# Seconds that each player has spent on each of its moves.
SPENT: dict[str, list[float]] = {level: [] for level in BUDGETS}


class Duel(NamedTuple):
    """What was measured: who won how many games of how many, and the gate."""

    one: str
    other: str
    games: int
    wins: int
    gate: float

    @property
    def met(self) -> bool:
        """Whether the share of games won reaches the gate."""
        return self.wins >= self.gate * self.games

    def to_markdown(self) -> str:
        """The row of a Markdown table, with Wilson's interval of 95 %."""
        rate, scale = self.wins / self.games, 1 + Z**2 / self.games
        middle = (rate + Z**2 / (2 * self.games)) / scale
        half = Z * sqrt(rate * (1 - rate) / self.games + (Z / (2 * self.games)) ** 2) / scale
        low, high = 100 * (middle - half), 100 * (middle + half)
        return (
            f"| {self.one} v {self.other} | {self.games:,} games | {100 * rate:.1f} % "
            f"| {low:.1f} to {high:.1f} % | ≥ {100 * self.gate:.0f} % |"
        )


def play(levels: Sequence[str], seed: str) -> int:
    """The seat that wins a game between players of these levels."""
    rules, dice = RULES[SLUG], Random(seed)
    chance = Seed(sha256(seed.encode()).digest(), dice.randbytes(16 * len(levels)))
    state, _ = rules.start(rules.ruleset("current"), chance)
    while asked := rules.asked(state):
        seat = asked[0]
        sight = rules.look(state, seat)
        began = perf_counter()
        action = choose(SLUG, levels[seat], sight, dice)
        SPENT[levels[seat]].append(perf_counter() - began)
        moved = rules.act(state, seat, action)
        if isinstance(moved, Refused):
            raise ValueError(f"{levels[seat]} chose {action}, refused as {moved.code}")
        state, _ = moved
    return (rules.places(state) or ()).index(1)


def duel(one: str, other: str, gate: float, games: int = GAMES) -> Duel:
    """How many games the first wins against the second; each begins in either seat in turn."""
    wins = 0
    for number in range(games):
        levels = (one, other) if number % 2 == 0 else (other, one)
        wins += play(levels, f"duel {one} {other} {number}") == number % 2
    return Duel(one, other, games, wins, gate)


def report(duels: Sequence[Duel]) -> str:
    """The section of bench/README.md."""
    table = "\n".join(each.to_markdown() for each in duels)
    times = "\n".join(
        f"| {level} | {BUDGETS[level]} ms | {1000 * fmean(spent):.3f} ms "
        f"| {1000 * quantiles(spent, n=100)[94]:.3f} ms |"
        for level, spent in SPENT.items()
        if spent
    )
    return f"""{BEGIN}
## Strength of the AI players of RPS Extreme

`python -m bench.duels` plays this table again, with fixed seeds; it exits 1 when a gate is not met.

| games won by | sample | measured | 95 % interval | gate |
|---|---|---|---|---|
{table}

| player | budget a move | mean | 95th percentile |
|---|---|---|---|
{times}
{END}"""


def write(section: str) -> None:
    """Put the section into bench/README.md in place of the one before; the rest stays."""
    text = README.read_text(encoding="utf-8") if README.exists() else "# What is measured\n"
    before, begin, rest = text.partition(BEGIN)
    after = rest.partition(END)[2] if begin else "\n"
    README.write_text(f"{before.rstrip()}\n\n{section}{after}", encoding="utf-8")


def main() -> int:
    """Measure, print, write if asked to; 1 if a gate is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    began = perf_counter()
    arguments = parser.parse_args()
    duels = [duel(one, other, gate) for one, other, gate in GATES]
    section = report(duels)
    print(section.removeprefix(BEGIN).removesuffix(END).strip())
    print(f"\n{perf_counter() - began:.0f} seconds")
    if arguments.write:
        write(section)
    missed = [each for each in duels if not each.met]
    for each in missed:
        print(f"The gate of {each.one} v {each.other} is not met.", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
