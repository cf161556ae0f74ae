"""Measures how the rule for new players affects honest newcomers and those who meet them.

Players of known skill play. One in four, the regulars, stay forever; the others are replaced by
newcomers. The control gives new players full weight.
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
TURNOVER = 60  # games after which a player is replaced, on average
AFTER = (5, 10, 20, 40)  # games of a newcomer
GAMES = 12_000  # per season
SEEDS = range(1, 9)
WEAKER = {"as strong as regulars": 0.0, "weaker by half a deviation": 0.5}
SURE = 1.96  # standard errors on either side of a mean, for a 95 % interval
MOST = 3.0  # points by which the rule may move any mean, at the end of the interval
PROMISED = ("drift of the regulars", "newcomers above their skill after 20 games")


class Season(NamedTuple):
    """Errors in public points: the drift of the regulars' mean, and two errors by games played.

    `lead` is the mean distance of newcomers from regulars of the same skill, `off` the mean
    absolute distance.
    """

    drift: float
    lead: dict[int, float]
    off: dict[int, float]


class Interval(NamedTuple):
    """A mean with half of its 95 % interval."""

    mean: float
    half: float

    def __str__(self) -> str:
        """Return the text for the tables."""
        return f"{self.mean:+.1f} ± {self.half:.1f}"


def play_season(seed: int, weaker: float, *, damps: bool) -> Season:
    """Play a season in which newcomers are weaker by `weaker` standard deviations of skill."""
    dice, noise = Random(seed), LUCKS["some"]
    scale, warm_up, means = fitted_noise(noise), GAMES // 5, []
    points_by_games: dict[int, list[tuple[float, float]]] = {after: [] for after in AFTER}
    people = [Account(strength=dice.gauss(0, 1)) for _ in range(PEOPLE)]
    for number in range(GAMES + warm_up):
        seats = dice.sample(range(PEOPLE), 4)
        table = [people[seat] for seat in seats]
        scores = [dice.gauss(one.strength, noise) for one in table]
        rate_one_game(table, places_of(scores), scale, damps=damps)
        for seat, one in zip(seats, table, strict=True):
            if number > warm_up and seat >= REGULARS and one.games in points_by_games:
                points_by_games[one.games].append((one.strength, public_rating(one.skill, scale)))
            if seat >= REGULARS and dice.random() < 1 / TURNOVER:
                people[seat] = Account(strength=dice.gauss(-weaker, 1))
        if number >= warm_up and number % 50 == 0:
            means.append(fmean(public_rating(one.skill, scale) for one in people[:REGULARS]))
    tenth = len(means) // 10
    slope, level = _line(
        [(one.strength, public_rating(one.skill, scale)) for one in people[:REGULARS]]
    )
    errors = {
        after: [points - level - slope * strength for strength, points in seen]
        for after, seen in points_by_games.items()
    }
    return Season(
        fmean(means[-tenth:]) - fmean(means[:tenth]),
        {after: fmean(distances) for after, distances in errors.items()},
        {after: fmean(map(abs, distances)) for after, distances in errors.items()},
    )


def _line(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return slope and level of the best-fitting line."""
    x, y = (fmean(column) for column in zip(*pairs, strict=True))
    slope = sum((a - x) * (b - y) for a, b in pairs) / sum((a - x) ** 2 for a, _ in pairs)
    return slope, y - slope * x


def mean_interval(values: Sequence[float]) -> Interval:
    """Return the mean of independent values with its interval."""
    return Interval(fmean(values), SURE * stdev(values) / sqrt(len(values)))


def measure_honest() -> tuple[list[str], list[Goal]]:
    """Return the effect of the rule on honest players as Markdown, and the goals."""
    lines = [
        f"{len(SEEDS)} seasons of {GAMES:,} games between {PEOPLE} people. The others",
        f"leave after {TURNOVER} games on average. Public points with 95 % intervals; under both",
        "rules the same people meet with the same dice.",
        "",
        "| newcomers are | | new ones hardly count | everybody counts whole | difference |",
        "|---|---|---:|---:|---:|",
    ]
    goals = []
    for name, weaker in WEAKER.items():
        ours = [play_season(seed, weaker, damps=True) for seed in SEEDS]
        control = [play_season(seed, weaker, damps=False) for seed in SEEDS]
        for what, read in _questions().items():
            here, there = [read(one) for one in ours], [read(one) for one in control]
            less = mean_interval([a - b for a, b in zip(here, there, strict=True)])
            lines.append(
                f"| {name} | {what} | {mean_interval(here)} | {mean_interval(there)} | {less} |"
            )
            if what in PROMISED:
                most = abs(less.mean) + less.half
                goals.append(Goal(f"points by which the rule moves: {what}, {name}", most, MOST))
    return lines, goals


def _questions() -> dict[str, partial[float]]:
    questions = {"drift of the regulars": partial(_of, "drift", 0)}
    for after in AFTER:
        questions[f"newcomers above their skill after {after} games"] = partial(_of, "lead", after)
    for after in AFTER[1:3]:
        questions[f"how far off each is after {after} games"] = partial(_of, "off", after)
    return questions


def _of(field: str, after: int, season: Season) -> float:
    value = getattr(season, field)
    return float(value[after] if isinstance(value, dict) else value)
