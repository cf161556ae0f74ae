"""Measures how well and how fast ratings follow skill, against openskill and TrueSkill.

Run `python -m bench.rating`; `--write` puts the tables into bench/README.md. It exits 1 when a
goal is not met. Both packages are needed here only (pyproject's extra `bench`).
"""

import argparse
import sys
from collections.abc import Callable
from platform import python_version
from statistics import NormalDist, fmean, median
from time import process_time
from typing import get_args

import trueskill
from openskill.models import PlackettLuce

from accounts.ratings.rating import (
    PRIOR_SIGMA,
    START_NOISE,
    Pair,
    Skill,
    pair_players,
    predict_win,
    rate_game,
    refit_noise,
)
from bench.farms import farm_goals, farm_tables
from bench.honesty import measure_honest
from bench.report import Goal, goal_table, write_section
from bench.seasons import (
    LUCKS,
    PEOPLE,
    Played,
    Rule,
    cost_of_leaving,
    mean_surplus,
    rating_churn,
    simulate_season,
)

ROUNDS = 15
GAMES = 3_000  # per season: 60 for each player
NIGHT = 150  # games between two refits
SCALES = (4, 5, 6, 7.5, 9, 12.5, 17, 24, 34, 45)
WIDTHS = (0.7, 1.0, 1.4)  # times the noise that is right for TrueSkill's prior
LONG = 350 * PEOPLE // 4  # 350 games for each
SEEDS = (1, 2, 3)
EVENINGS = 12_000  # games in the seasons with leavers
CDF = NormalDist().cdf
NOTE = """\
Under the rule "stand-in" a leaver never gains, so leaving at random costs points. Without that
clause, the stand-in's place is fair to both kinds of leavers; "not rated" rewards leaving when
behind."""


# ----------------------------------------------------------------------------------- speed
def measure_speed() -> dict[str, float]:
    """Return the median microseconds for rating one game of four, measured in turns."""
    start = [(25.0, 6.0), (22.0, 3.0), (31.0, 2.0), (27.0, 8.0)]
    ours = [Skill(*one) for one in start]
    model, world = PlackettLuce(), trueskill.TrueSkill()
    theirs = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in start]
    others = [(world.create_rating(mu, sigma),) for mu, sigma in start]
    places = [2, 1, 4, 3]
    updates: dict[str, tuple[Callable[[], object], int]] = {
        "ours": (lambda: rate_game(ours, places, START_NOISE), 2_000),
        "openskill": (lambda: model.rate(theirs, ranks=[*map(float, places)]), 500),
        "trueskill": (lambda: world.rate(others, ranks=places), 25),
    }
    durations: dict[str, list[float]] = {name: [] for name in updates}
    for _ in range(ROUNDS):
        for name, (update, times) in updates.items():
            start_time = process_time()
            for _ in range(times):
                update()
            durations[name].append((process_time() - start_time) * 1e6 / times)
    return {name: median(values) for name, values in durations.items()}


# ---------------------------------------------------------------------------------- losses
def ours_loss(noise: float, scale: float, fitting: bool) -> float:
    """Return the excess log-loss of a season at one scale, or with nightly refits from it."""
    skills, played = simulate_season(noise, GAMES, 1)
    ratings, now = [Skill()] * PEOPLE, [scale]
    pairs: list[Pair] = []

    def learn(game: Played) -> None:
        before = [ratings[seat] for seat in game.seats]
        for seat, after in zip(game.seats, rate_game(before, game.places, now[0]), strict=True):
            ratings[seat] = after
        if fitting:
            pairs.extend(pair_players(before, game.places))
            if len(pairs) % (6 * NIGHT) == 0:
                now[0] = refit_noise(now[0], pairs[-20_000:])

    def foretell(one: int, other: int) -> float:
        return predict_win(ratings[one], ratings[other], now[0])

    return mean_surplus(noise, skills, played, foretell, learn)


def openskill_loss(noise: float) -> float:
    """Return the same for openskill's Plackett-Luce model with its defaults and predictor."""
    skills, played = simulate_season(noise, GAMES, 1)
    model = PlackettLuce()
    ratings = [[model.rating()] for _ in range(PEOPLE)]

    def learn(game: Played) -> None:
        places = [float(place) for place in game.places]
        after = model.rate([ratings[seat] for seat in game.seats], ranks=places)
        for seat, rating in zip(game.seats, after, strict=True):
            ratings[seat] = rating

    def foretell(one: int, other: int) -> float:
        return float(model.predict_win([ratings[one], ratings[other]])[0])

    return mean_surplus(noise, skills, played, foretell, learn)


def trueskill_loss(noise: float, width: float) -> float:
    """Return the same for TrueSkill, at a multiple of the noise that is right for its prior."""
    skills, played = simulate_season(noise, GAMES, 1)
    beta = noise * PRIOR_SIGMA * width
    world = trueskill.TrueSkill(beta=beta, draw_probability=0)
    ratings = [(world.create_rating(),) for _ in range(PEOPLE)]

    def learn(game: Played) -> None:
        after = world.rate([ratings[seat] for seat in game.seats], ranks=game.places)
        for seat, rating in zip(game.seats, after, strict=True):
            ratings[seat] = rating

    def foretell(one: int, other: int) -> float:
        mine, theirs = ratings[one][0], ratings[other][0]
        doubt = 2 * beta * beta + mine.sigma**2 + theirs.sigma**2
        return CDF((mine.mu - theirs.mu) / doubt**0.5)

    return mean_surplus(noise, skills, played, foretell, learn)


def measure_losses() -> dict[str, dict[str, float]]:
    """Return excess log-losses by luck, for each model."""
    return {
        name: {
            "ours, best scale": min(ours_loss(noise, scale, False) for scale in SCALES),
            "ours, fitting itself": ours_loss(noise, START_NOISE, True),
            "TrueSkill, best scale": min(trueskill_loss(noise, width) for width in WIDTHS),
            "openskill, defaults": openskill_loss(noise),
        }
        for name, noise in LUCKS.items()
    }


# --------------------------------------------------------------------------------- leavers
def measure_leavers() -> dict[str, dict[str, float]]:
    """Return the points by which leavers differ from equals who stay, by the rule for leavers."""
    return {
        quits: {
            rule: fmean(
                cost_of_leaving(LUCKS["some"], quits, rule, EVENINGS, seed) for seed in SEEDS
            )
            for rule in get_args(Rule)
        }
        for quits in ("at random", "when behind")
    }


def measure_drift() -> dict[str, float]:
    """Return the drift of those who stay, over 350 games."""
    return {
        name: fmean(rating_churn(LUCKS["some"], LONG, seed, weak) for seed in SEEDS)
        for name, weak in (("anybody leaves", False), ("the weak leave first", True))
    }


def main() -> int:
    """Measure and print; return 1 if a goal is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the tables into bench/README.md")
    arguments = parser.parse_args()
    times, losses, bias, drift = (
        measure_speed(),
        measure_losses(),
        measure_leavers(),
        measure_drift(),
    )
    goals = [
        Goal("times faster than openskill", times["openskill"] / times["ours"], 3, at_least=True),
        Goal("times faster than trueskill", times["trueskill"] / times["ours"], 40, at_least=True),
    ]
    for noise, by in losses.items():
        best = by["ours, best scale"] / by["TrueSkill, best scale"]
        fit = by["ours, fitting itself"] / by["openskill, defaults"]
        goals.append(Goal(f"excess log-loss, {noise} luck: of TrueSkill's, both tuned", best, 1.10))
        goals.append(
            Goal(f"excess log-loss, {noise} luck: fitting itself, of openskill's", fit, 0.4)
        )
    for quits, by in bias.items():
        goals.append(Goal(f"points between leavers {quits} and equals", abs(by["stand-in"]), 10))
    goals += [Goal(f"points of drift, {name}", abs(by), 10) for name, by in drift.items()]
    newcomers, unbiased = measure_honest()
    goals += farm_goals() + unbiased
    parts = [write_tables(times, losses, bias), farm_tables(), newcomers, goal_table(goals)]
    report = "\n\n".join("\n".join(part) for part in parts)
    print(report)
    if arguments.write:
        write_section("rating", "Ratings", report)
    return 0 if all(goal.met for goal in goals) else 1


def write_tables(
    times: dict[str, float], losses: dict[str, dict[str, float]], bias: dict[str, dict[str, float]]
) -> list[str]:
    """Return the figures as Markdown."""
    lines = [f"Python {python_version()}, one game of four, medians of {ROUNDS} in turns.", ""]
    lines += ["| update | µs | |", "|---|---:|---:|"]
    lines += [f"| {name} | {us:,.1f} | {us / times['ours']:.1f} |" for name, us in times.items()]
    lines += [
        "",
        f"Log-loss beyond that with known true chances, {GAMES:,} games of four out",
    ]
    lines += [f"of {PEOPLE}. Luck is {', '.join(f'{k} {v}' for k, v in LUCKS.items())} standard"]
    lines += ["deviations of skill.", ""]
    lines += [f"| excess log-loss, thousandths | {' | '.join(losses)} |", "|---|---:|---:|---:|"]
    for model in next(iter(losses.values())):
        cells = " | ".join(f"{by[model] * 1000:.2f}" for by in losses.values())
        lines.append(f"| {model} | {cells} |")
    lines += [
        "",
        "Points by which people who leave one game in ten differ from equals who never do.",
    ]
    lines += ["", f"| place of a leaver | {' | '.join(bias)} |", "|---|---:|---:|"]
    for rule in get_args(Rule):
        cells = " | ".join(f"{by[rule]:+.1f}" for by in bias.values())
        lines.append(f"| {rule} | {cells} |")
    return [*lines, "", NOTE]


if __name__ == "__main__":
    sys.exit(main())
