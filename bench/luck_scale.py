"""Fits the scale of the ratings: the share of luck, and the points of the AI players.

Run `python -m bench.luck_scale`; `--write` puts the table into bench/README.md and the results into
bench/luck_scale.json. A test compares the constants in the code with that file. It exits 1 when
they differ.

AI players play whole games with fixed seeds; the level of every seat is random. At other tables,
the players of the dial and the newcomer of `bench/newcomer.py` play against three of the levels.
The points are the strengths that make these orders of finish most likely in the model of the
ratings; medium has 1500. Quick games of the same levels are part of the fit.

In this model only the ratio of skill to luck matters. The ratio of the noise to the prior's
deviation follows from the spread of the players. It is assumed that users spread as the levels do.
With so few levels the interval is wide, and the current noise stays unless it is outside.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from math import exp, log10, sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

from accounts.ratings.rating import CENTER, POINTS, PRIOR_SIGMA, START_NOISE
from bench import contest, newcomer
from bench.contest import Player, Z
from bench.plackett_luce import Finish, Fit, fit_strengths
from bench.report import Goal, goal_table, write_section
from games.density_deck.bots.dial import DIAL
from games.density_deck.game_type import GAME as DENSITY_DECK
from games.game_type import QUICK, USUAL, GameType
from games.rps_extreme.game_type import GAME as RPS_EXTREME

ANCHOR = "medium"
TABLES, QUICK_TABLES, DUELS, BESIDE = 2_400, 1_200, 2_400, 200  # games; the last one is per player
PEOPLE_DOUBT = 60  # points: the strength of people relative to medium is unknown (decision 59)
WHOLE = 5  # points, to which constants are rounded
KEPT = Path(__file__).with_name("luck_scale.json")
NEWCOMER = "newcomer"
GUESTS: dict[str, Player] = {str(points): bot for points, bot in DIAL.items()}

Measured = Mapping[str, Any]


# --------------------------------------------------------------------------------- the games
def play_tables(game: GameType, length: str, count: int) -> Iterator[Finish]:
    """Play games of this length, with a random level at every seat."""
    seats = max(game.rules.seat_counts)
    for number in range(count):
        seed = f"luck {game.slug} {length} {number}"
        dice = Random(seed)
        names = [dice.choice(game.levels) for _ in range(seats)]
        if len(set(names)) > 1:
            yield finish_game(game, dict(game.bots), names, seed, length)


def play_beside_levels(
    game: GameType, others: Mapping[str, Player], count: int
) -> Iterator[Finish]:
    """Play whole games of each of these players against three random levels."""
    for name in others:
        for number in range(count):
            seed = f"luck {game.slug} {name} {number}"
            dice = Random(seed)
            names = [dice.choice(game.levels) for _ in range(3)]
            names.insert(number % 4, name)
            yield finish_game(game, {**game.bots, **others}, names, seed, USUAL)


def finish_game(
    game: GameType, players: Mapping[str, Player], names: Sequence[str], seed: str, length: str
) -> Finish:
    """Play one game and return its order of finish."""
    quick = game.quick.rules if game.quick is not None and length == QUICK else {}
    for state, _ in contest.game_moments(game, players, names, seed, quick):
        last = state
    places = game.rules.places(last)
    assert places is not None
    return Finish(names, places, length)


# ----------------------------------------------------------------------------------- results
def measure_games() -> Measured:
    """Play all games; return the content of luck_scale.json: {slug: figures of that game}."""
    guests = {**GUESTS, NEWCOMER: newcomer.choose_action}
    whole = [*play_tables(DENSITY_DECK, USUAL, TABLES)]
    quick = [*play_tables(DENSITY_DECK, QUICK, QUICK_TABLES)]
    asides = [*play_beside_levels(DENSITY_DECK, guests, BESIDE)]
    duels = [*play_tables(RPS_EXTREME, USUAL, DUELS)]
    return {
        DENSITY_DECK.slug: measure_game(DENSITY_DECK, [*whole, *quick, *asides], whole),
        RPS_EXTREME.slug: measure_game(RPS_EXTREME, duels, duels),
    }


def measure_game(game: GameType, games: Sequence[Finish], pure: Sequence[Finish]) -> Measured:
    """Return points, contradictions, stretch and noise; `pure` are the whole games of levels."""
    fit = fit_strengths(games, ANCHOR)
    points = {name: to_points(fit, name) for name in fit.strengths}
    levels = {level: points[level][0] for level in game.levels}
    return {
        "games": {length: [one.length for one in games].count(length) for length in (USUAL, QUICK)},
        "points": {name: [round(value, 1) for value in points[name]] for name in sorted(points)},
        "contradictions": {
            level: round(level_contradiction(level, levels, pure), 1) for level in game.levels
        },
        "stretch": {
            length: [round(fit.stretches[length], 3), round(fit.stretch_errors[length], 3)]
            for length in fit.stretches
        },
        "noise": [round(value, 2) for value in noise_of_points(list(levels.values()))],
    }


def to_points(fit: Fit, name: str) -> tuple[float, float]:
    """Return the public points of a strength, and their standard error."""
    return CENTER + POINTS * fit.strengths[name], POINTS * fit.strength_errors[name]


def level_contradiction(level: str, points: Mapping[str, float], games: Sequence[Finish]) -> float:
    """Return how far, in points, the results against the other levels are from the model.

    This is the root mean square over the other levels of the error in points that the share of
    games finished ahead implies.
    """
    errors = []
    for other in points:
        shares = [share for game in games for share in _ahead(game, level, other)]
        if other != level and shares:
            share = fmean(shares)
            errors.append(400 * log10(share / (1 - share)) - (points[level] - points[other]))
    return sqrt(fmean([each * each for each in errors]))


def _ahead(game: Finish, one: str, other: str) -> Iterator[float]:
    for seat, name in enumerate(game.names):
        for against, rival in enumerate(game.names):
            if (name, rival) == (one, other):
                mine, theirs = game.places[seat], game.places[against]
                yield 0.5 if mine == theirs else float(mine < theirs)


def noise_of_points(points: Sequence[float]) -> tuple[float, float, float]:
    """Return the noise with which the prior is as wide as the spread of these points.

    The spread is measured around 1500. The result comes with the ends of its 95 % interval: the
    logarithm of a deviation of n numbers has a standard error of 1 / sqrt(2 n).
    """
    spread = sqrt(fmean([(value - CENTER) ** 2 for value in points]))
    noise, factor = PRIOR_SIGMA * POINTS / spread, exp(Z / sqrt(2 * len(points)))
    return noise, noise / factor, noise * factor


# ------------------------------------------------------------------------------- constants
def read_committed() -> Measured:
    """Return the results of the committed run."""
    run: Measured = json.loads(KEPT.read_text(encoding="ascii"))
    return run


def level_ratings(run: Measured, game: GameType) -> dict[str, int]:
    """Return the points of each level that follow from a run."""
    points = run[game.slug]["points"]
    return {level: _whole(points[level][0]) for level in game.levels}


def level_doubts(run: Measured, game: GameType) -> dict[str, int]:
    """Return the doubt of each level, from people's strength, contradictions and chance."""
    of = run[game.slug]
    return {
        level: _whole(
            sqrt(PEOPLE_DOUBT**2 + of["contradictions"][level] ** 2 + of["points"][level][1] ** 2)
        )
        for level in game.levels
    }


def check_goals(run: Measured) -> list[Goal]:
    """Return the goals for the constants in the code."""
    goals = []
    for game in (DENSITY_DECK, RPS_EXTREME):
        _, low, high = run[game.slug]["noise"]
        goals += [
            Goal(f"start value of the noise, {game.short}", START_NOISE, low, at_least=True),
            Goal(f"start value of the noise, {game.short}", START_NOISE, high),
        ]
        for what, following, in_force in (
            ("points", level_ratings(run, game), game.ai_ratings),
            ("doubt", level_doubts(run, game), game.ai_doubts),
        ):
            off = max(abs(following[level] - in_force[level]) for level in game.levels)
            goals.append(Goal(f"{what} of a level in the code, off by, {game.short}", off, 0))
        if game.quick is not None:
            stretch, _ = run[game.slug]["stretch"][QUICK]
            off = abs(game.quick.noise - round(stretch, 1))
            goals.append(Goal(f"noise of a quick game in the code, off by, {game.short}", off, 0))
    points = run[DENSITY_DECK.slug]["points"]
    largest_error = max(abs(points[name][0] - int(name)) / points[name][1] for name in GUESTS)
    goals.append(Goal("players of the dial, standard errors off", largest_error, 3))
    steps = [points[str(more)][0] - points[str(less)][0] for less, more in _steps()]
    goals.append(Goal("two steps up the dial, least gain", min(steps), 0, at_least=True))
    return goals


def _steps() -> list[tuple[int, int]]:
    return list(zip(list(DIAL), list(DIAL)[2:], strict=False))


def _whole(value: float) -> int:
    return WHOLE * round(value / WHOLE)


# ---------------------------------------------------------------------------------- the report
def level_table(run: Measured, game: GameType) -> list[str]:
    """Return the levels of a game as Markdown."""
    of, doubt = run[game.slug], level_doubts(run, game)
    value, low, high = of["noise"]
    lines = [
        f"{game.title}: {of['games'][USUAL]:,} whole games"
        + (f" and {of['games'][QUICK]:,} quick ones." if of["games"][QUICK] else "."),
        "",
        "| level | points | standard error | pairs contradict by | in the code | its doubt |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for level in game.levels:
        points, error = of["points"][level]
        lines.append(
            f"| {level} | {points:.0f} | {error:.0f} | {of['contradictions'][level]:.0f} "
            f"| {game.ai_ratings[level]} | {doubt[level]} |"
        )
    lines += [
        "",
        f"Noise: {value:.1f} ({low:.1f} to {high:.1f}); in force is {START_NOISE:g}.",
    ]
    for stretch, error in of["stretch"].values():
        lines.append(
            f"Quick games: {stretch:.2f} times as much, standard error {error:.2f}; "
            f"in force is {game.quick.noise if game.quick else 1:g}."
        )
    return lines


def dial_table(run: Measured) -> list[str]:
    """Return the players of the dial and the newcomer as Markdown."""
    points = run[DENSITY_DECK.slug]["points"]
    lines = ["| dial | points | standard error |", "|---|---:|---:|"]
    for name in (*GUESTS, NEWCOMER):
        value, error = points[name]
        lines.append(f"| {name} | {value:.0f} | {error:.0f} |")
    return lines


def main() -> int:
    """Measure and print; return 1 if a constant does not follow."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="write bench/README.md and the JSON")
    parser.add_argument("--kept", action="store_true", help="report of the committed run, no games")
    arguments = parser.parse_args()
    run = read_committed() if arguments.kept else measure_games()
    goals = check_goals(run)
    report = "\n".join(
        [
            "The level of every seat is random, with fixed seeds. The points are the likeliest in",
            "the model of the ratings, from the whole order of finish (`bench/luck_scale.py`).",
            "",
            *level_table(run, DENSITY_DECK),
            "",
            *level_table(run, RPS_EXTREME),
            "",
            f"The players of the dial of Density Deck, each in {BESIDE} games among three of the",
            "levels, and the model of a newcomer (`bench/newcomer.py`):",
            "",
            *dial_table(run),
            "",
            *goal_table(goals),
        ]
    )
    print(report)
    if arguments.write:
        KEPT.write_text(json.dumps(run, indent=1) + "\n", encoding="ascii")
        write_section("luck_scale", "The scale of luck", report)
    return 0 if all(goal.met for goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
