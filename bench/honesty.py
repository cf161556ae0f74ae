"""Honest newcomers and those who meet them, under the rule for new players; seeded.

People of known skill play; one in four, the regulars, stay for ever, and the others are replaced
by newcomers. The control counts everybody whole, as it was before.
"""

from collections.abc import Sequence
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from accounts.ratings.rating import public_rating
from bench.farms import Account, rate_one_game
from bench.report import Goal
from bench.seasons import LUCKS, PEOPLE, fitted_noise, places_of

REGULARS = PEOPLE // 4
TURNOVER = 60  # games after which somebody is replaced, on average
AFTER = (5, 10, 20, 40)  # games of a newcomer
GAMES = 12_000  # of a season
SEEDS = range(1, 9)
WEAKER = {"as strong as regulars": 0.0, "weaker by half a deviation": 0.5}
SURE = 1.96  # standard errors on either side of a mean: 95 of 100
MOST = 3.0  # points, by which the rule may move anybody's mean, doubt included
PROMISED = ("drift of the regulars", "newcomers above their skill after 20 games")


class Season(NamedTuple):
    """In public points: by how much the mean of the regulars drifts; after so many games of a
    newcomer, how far the mean is from that of regulars of the same skill, and how far off each is.
    """

    drift: float
    lead: dict[int, float]
    off: dict[int, float]


class Interval(NamedTuple):
    """A mean, and half of its 95 % interval."""

    mean: float
    half: float

    def __str__(self) -> str:
        """As the tables say it."""
        return f"{self.mean:+.1f} ± {self.half:.1f}"


def play_season(seed: int, weaker: float, *, damps: bool) -> Season:
    """One season in which newcomers are weaker by so much of the spread of skill."""
    dice, noise = Random(seed), LUCKS["some"]
    scale, settled, means = fitted_noise(noise), GAMES // 5, []
    shown: dict[int, list[tuple[float, float]]] = {after: [] for after in AFTER}
    people = [Account(strength=dice.gauss(0, 1)) for _ in range(PEOPLE)]
    for number in range(GAMES + settled):
        seats = dice.sample(range(PEOPLE), 4)
        table = [people[seat] for seat in seats]
        scores = [dice.gauss(one.strength, noise) for one in table]
        rate_one_game(table, places_of(scores), scale, damps=damps)
        for seat, one in zip(seats, table, strict=True):
            if number > settled and seat >= REGULARS and one.games in shown:
                shown[one.games].append((one.strength, public_rating(one.skill, scale)))
            if seat >= REGULARS and dice.random() < 1 / TURNOVER:
                people[seat] = Account(strength=dice.gauss(-weaker, 1))
        if number >= settled and number % 50 == 0:
            means.append(fmean(public_rating(one.skill, scale) for one in people[:REGULARS]))
    tenth = len(means) // 10
    slope, level = _line(
        [(one.strength, public_rating(one.skill, scale)) for one in people[:REGULARS]]
    )
    errors = {
        after: [points - level - slope * strength for strength, points in seen]
        for after, seen in shown.items()
    }
    return Season(
        fmean(means[-tenth:]) - fmean(means[:tenth]),
        {after: fmean(each) for after, each in errors.items()},
        {after: fmean(map(abs, each)) for after, each in errors.items()},
    )


def _line(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Slope and level of the best straight line."""
    x, y = (fmean(column) for column in zip(*pairs, strict=True))
    slope = sum((a - x) * (b - y) for a, b in pairs) / sum((a - x) ** 2 for a, _ in pairs)
    return slope, y - slope * x


def mean_interval(values: Sequence[float]) -> Interval:
    """The mean of values that are independent of each other."""
    return Interval(fmean(values), SURE * stdev(values) / sqrt(len(values)))


def measure_honest() -> tuple[list[str], list[Goal]]:
    """Return the effect of the rule on honest players as Markdown, and the goals."""
    lines = [
        f"Seasons of {GAMES:,} games of {PEOPLE} people, {len(SEEDS)} of them; one in",
        f"{TURNOVER} games of who is no regular is the last. Public points, 95 % intervals; under",
        "both rules the same people meet by the same dice.",
        "",
        "| newcomers are | | new ones hardly count | everybody counts whole | difference |",
        "|---|---|---:|---:|---:|",
    ]
    goals = []
    for name, weaker in WEAKER.items():
        ours = [play_season(seed, weaker, damps=True) for seed in SEEDS]
        whole = [play_season(seed, weaker, damps=False) for seed in SEEDS]
        for what, read in _questions().items():
            here, there = [read(one) for one in ours], [read(one) for one in whole]
            less = mean_interval([a - b for a, b in zip(here, there, strict=True)])
            lines.append(
                f"| {name} | {what} | {mean_interval(here)} | {mean_interval(there)} | {less} |"
            )
            if what in PROMISED:
                most = abs(less.mean) + less.half
                goals.append(Goal(f"points by which the rule moves: {what}, {name}", most, MOST))
    return lines, goals


def _questions() -> dict[str, partial[float]]:
    asked = {"drift of the regulars": partial(_of, "drift", 0)}
    for after in AFTER:
        asked[f"newcomers above their skill after {after} games"] = partial(_of, "lead", after)
    for after in AFTER[1:3]:
        asked[f"how far off each is after {after} games"] = partial(_of, "off", after)
    return asked


def _of(field: str, after: int, seen: Season) -> float:
    value = getattr(seen, field)
    return float(value[after] if isinstance(value, dict) else value)
