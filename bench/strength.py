"""How strong the AI players of Density Deck are: a benchmark of under a minute with fixed seeds.

Run `python -m bench.strength`; `--write` puts the table into bench/README.md. It exits 1 when a
gate is not met.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from math import sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean, quantiles, stdev
from time import perf_counter
from typing import NamedTuple

from games.bots.catalog import RANDOM, choose
from games.bots.density_deck import easy
from games.bots.dice import Dice
from games.engine.catalog import RULES
from games.engine.contract import Refused, Seed, Sight
from games.engine.density_deck.state import GameOver, MatchOver

RULES_OF = RULES["density-deck"]
SEATS = 4
README = Path(__file__).parent / "README.md"
BEGIN, END = "<!-- strength: begin -->", "<!-- strength: end -->"
BUDGETS = {"easy": 0.1, "medium": 1}  # milliseconds
Z = NormalDist().inv_cdf(0.975)

Player = Callable[[Sight, Dice], int]


def _level(level: str) -> Player:
    return lambda sight, dice: choose("density-deck", level, sight, dice)


PLAYERS: dict[str, Player] = {
    "random": _level(RANDOM),
    "easy": _level("easy"),
    "medium": _level("medium"),
    "greedy": easy.greedy,  # easy without its slips
}


class Line(NamedTuple):
    """One row of the table: what was measured, its 95 % interval, and its gate if it has one."""

    what: str
    sample: str
    measured: float
    low: float
    high: float
    gate: float | None = None

    @property
    def met(self) -> bool:
        """Whether the measured number reaches the gate."""
        return self.gate is None or self.measured >= self.gate

    def to_markdown(self) -> str:
        """The row as a line of a Markdown table; rates have no gate and are written in percent."""
        if self.gate is None:
            rate, low, high = 100 * self.measured, 100 * self.low, 100 * self.high
            return f"| {self.what} | {self.sample} | {rate:.1f} % | {low:.1f} to {high:.1f} % | |"
        numbers = f"{self.measured:+.2f} | {self.low:+.2f} to {self.high:+.2f} | ≥ {self.gate:+.2f}"
        return f"| {self.what} | {self.sample} | {numbers} |"


# Seconds that each player has spent on each of its moves.
SPENT: dict[str, list[float]] = {name: [] for name in PLAYERS}


# ---------------------------------------------------------------------------- one contest
def play(names: Sequence[str], seed: str, *, whole: bool) -> tuple[object, ...]:
    """The events of a match between these players by seat, or of a whole game."""
    dice = Random(seed)
    chance = sha256(seed.encode()).digest()
    state, events = RULES_OF.start(
        RULES_OF.ruleset("current"), Seed(chance, dice.randbytes(16 * len(names)))
    )
    while asked := RULES_OF.asked(state):
        seat = asked[0]
        sight = RULES_OF.look(state, seat)
        began = perf_counter()
        action = PLAYERS[names[seat]](sight, dice)
        SPENT[names[seat]].append(perf_counter() - began)
        moved = RULES_OF.act(state, seat, action)
        if isinstance(moved, Refused):
            raise ValueError(f"{names[seat]} chose {action}, refused as {moved.code}")
        state, events = moved
        if not whole and any(isinstance(event, MatchOver) for event in events):
            break
    return events


def seating(one: str, others: str, seat: int) -> list[str]:
    """The names by seat: the candidate at this seat against three of the others."""
    return [one if other == seat else others for other in range(SEATS)]


def life_edge(one: str, others: str, matches: int, gate: float) -> Line:
    """How many lives fewer the candidate loses in a match than the mean of the other three."""
    edges = []
    for number in range(matches):
        seat = number % SEATS
        events = play(seating(one, others, seat), f"edge {one} {others} {number}", whole=False)
        over = next(event for event in events if isinstance(event, MatchOver))
        lost = [before - after for before, after in zip(over.before, over.after, strict=True)]
        edges.append((sum(lost) - lost[seat]) / (SEATS - 1) - lost[seat])
    mean, half = fmean(edges), Z * stdev(edges) / sqrt(matches)
    what = f"life edge of {one} v three {others}"
    return Line(what, f"{matches:,} matches", mean, mean - half, mean + half, gate)


def win_rate(one: str, others: str, games: int) -> Line:
    """How often the candidate wins a whole game against three others, with Wilson's interval."""
    wins = 0
    for number in range(games):
        seat = number % SEATS
        events = play(seating(one, others, seat), f"game {one} {others} {number}", whole=True)
        over = next(event for event in events if isinstance(event, GameOver))
        wins += over.places[seat] == 1
    rate, scale = wins / games, 1 + Z**2 / games
    middle = (rate + Z**2 / (2 * games)) / scale
    half = Z * sqrt(rate * (1 - rate) / games + (Z / (2 * games)) ** 2) / scale
    what = f"games won by {one} v three {others}"
    return Line(what, f"{games:,} games", rate, middle - half, middle + half)


# --------------------------------------------------------------------------------- report
def measure() -> list[Line]:
    """The whole table, in its order."""
    return [
        life_edge("medium", "greedy", matches=1500, gate=0.50),
        win_rate("easy", "random", games=600),
        win_rate("easy", "medium", games=600),
        win_rate("medium", "easy", games=600),
    ]


def report(lines: Sequence[Line]) -> str:
    """The section of bench/README.md."""
    table = "\n".join(line.to_markdown() for line in lines)
    times = "\n".join(
        f"| {name} | {BUDGETS[name]} ms | {1000 * fmean(spent):.3f} ms "
        f"| {1000 * quantiles(spent, n=100)[94]:.3f} ms |"
        for name, spent in SPENT.items()
        if name in BUDGETS
    )
    return f"""{BEGIN}
## Strength of the AI players

`python -m bench.strength` plays this table again, with fixed seeds, in under a minute; it exits 1
when a gate is not met.

| what | sample | measured | 95 % interval | gate |
|---|---|---|---|---|
{table}

The candidate sits in each seat in turn, one against three. The life edge is the mean loss of the
other three less the candidate's own loss, in single matches from ten lives each. *greedy* is the
easy player without its slips; *random* plays any legal action. A fair share of games is 25 %.

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
    lines = measure()
    section = report(lines)
    print(section.removeprefix(BEGIN).removesuffix(END).strip())
    print(f"\n{perf_counter() - began:.0f} seconds")
    if arguments.write:
        write(section)
    missed = [line.what for line in lines if not line.met]
    for what in missed:
        print(f"The gate of the {what} is not met.", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
