"""Measures whether shown points keep their meaning while the noise of a game is fitted every day.

Run `python -m bench.drift`; `--write` puts the table into bench/README.md. It exits 1 when a goal
is not met. Players of known skill join the queue, the planner seats them by rating, and each game's
order of finish is drawn from their skills. Tables by rating make the fitted noise wander, because
ratings far apart hardly ever meet.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from math import exp
from random import Random
from statistics import fmean, pstdev, stdev
from typing import NamedTuple

from accounts.ratings.rating import (
    NEW_GAMES,
    POINTS,
    START_NOISE,
    Pair,
    Skill,
    pair_players,
    predict_win,
    rate_game,
    refit_noise,
)
from bench.halls import own_policy
from bench.report import Goal, goal_table, write_section
from bench.seasons import surplus_loss
from matchmaking.pairing import Ticket

SPREADS = (4.0, 8.3, 12.0)  # standard deviations of the skills; the prior has 8.3
SEEDS = (1, 2, 3)
PEOPLE, GAMES, PER_MINUTE = 200, 6_000, 10
NIGHT, PAIRS = 150, 20_000  # games between two fits, pairs that a fit uses
SETTLED = 1_500  # games after which first ratings have formed
TICK, PAUSE = 5.0, (600.0, 1_500.0)  # seconds of a tick, and from a seat to the next wait

COLUMNS = (
    "spread of skill",
    "in points",
    "fitted noise",
    "points of the same skill, before",
    "now",
    "spread of points, before",
    "now",
    "log-loss, both",
    "with a fixed noise",
    "fixed minus fitted",
)


class Night(NamedTuple):
    """The fitted noise after some games, and the standard deviation of all mu."""

    games: int
    noise: float
    spread: float


class Season(NamedTuple):
    """All nights of a season, and the mean excess log-loss of all pairs."""

    nights: list[Night]
    loss: float

    @property
    def noises(self) -> list[float]:
        """The fitted noises, from the start on."""
        return [START_NOISE, *(night.noise for night in self.nights)]

    def points_spread(self, scale: float | None = None) -> tuple[float, float]:
        """Return the spread of shown points once they settled, and at the end."""
        settled = [night for night in self.nights if night.games >= SETTLED]
        first, last = [
            POINTS * night.spread / (scale or night.noise) for night in (settled[0], settled[-1])
        ]
        return first, last


# ------------------------------------------------------------------------------- the season
def simulate_season(spread: float, seed: int, *, fitting: bool) -> Season:
    """Simulate a season, with the noise fitted every night or held at its start."""
    dice, order_dice = Random(seed), Random(f"{seed} orders")
    skills = [dice.gauss(0, spread) for _ in range(PEOPLE)]
    ratings, games = [Skill()] * PEOPLE, [0] * PEOPLE
    noise, pairs, losses, nights = START_NOISE, list[Pair](), list[float](), list[Night]()
    for number, seats in enumerate(seat_players(ratings, dice), start=1):
        before = [ratings[seat] for seat in seats]
        losses += [
            surplus_loss(
                1 / (1 + exp((skills[seats[other]] - skills[seats[one]]) / START_NOISE)),
                predict_win(before[one], before[other], noise),
            )
            for one in range(len(seats))
            for other in range(one)
        ]
        places = draw_places([exp(skills[seat] / START_NOISE) for seat in seats], order_dice)
        pairs += pair_players(before, places)
        new = [index for index, seat in enumerate(seats) if games[seat] < NEW_GAMES]
        for seat, after in zip(seats, rate_game(before, places, noise, new=new), strict=True):
            ratings[seat] = after
            games[seat] += 1
        if number % NIGHT == 0:
            noise = refit_noise(noise, pairs[-PAIRS:]) if fitting else noise
            nights.append(Night(number, noise, pstdev(mu for mu, _ in ratings)))
        if number == GAMES:
            break
    return Season(nights, fmean(losses))


def seat_players(ratings: Sequence[Skill], dice: Random) -> Iterator[list[int]]:
    """Yield the tables of the planner without end, by the current ratings."""
    policy, now, coming, number = own_policy(), 0.0, 0.0, 0
    free, back_at = list(range(PEOPLE)), dict[int, float]()
    hall, players = dict[int, Ticket](), dict[int, int]()
    while True:
        now += TICK
        for player in [player for player, at in back_at.items() if at <= now]:
            del back_at[player]
            free.append(player)
        while coming <= now:
            coming += dice.expovariate(PER_MINUTE / 60)
            if free:
                players[number] = free.pop(dice.randrange(len(free)))
                hall[number] = Ticket(number, ratings[players[number]].mu, now)
                number += 1
        for table in policy(list(hall.values()), now):
            seats = [players.pop(ticket.player) for ticket in table]
            for ticket in table:
                del hall[ticket.player]
            back_at |= {seat: now + dice.uniform(*PAUSE) for seat in seats}
            yield seats


def draw_places(weights: Sequence[float], dice: Random) -> list[int]:
    """Return the places of a game: each goes to one of those still running, by their weights."""
    running, places = list(range(len(weights))), [0] * len(weights)
    for place in range(len(weights)):
        taker = dice.choices(running, [weights[seat] for seat in running])[0]
        running.remove(taker)
        places[taker] = place
    return places


# ----------------------------------------------------------------------------------- report
def write_report() -> tuple[list[str], list[Goal]]:
    """Simulate all seasons; return the table as Markdown, and the goals.

    By the former rule points followed the fitted noise. Now it only predicts games, and points keep
    the scale of the start.
    """
    lines = [
        f"{len(SEEDS)} seasons of {GAMES:,} games between {PEOPLE} people, seated by rating. The",
        f"noise is fitted after every {NIGHT} games; in truth it is {START_NOISE:g} throughout.",
        "Log-loss in thousandths beyond that with the true chances. Both rules rate alike, and",
        "differ in the points that they show. Spread: standard deviation of the points of all",
        f"people, after {SETTLED:,} games and at the end.",
        "",
        f"| {' | '.join(COLUMNS)} |",
        f"|{'---:|' * len(COLUMNS)}",
    ]
    goals = []
    for spread in SPREADS:
        fitted = [simulate_season(spread, seed, fitting=True) for seed in SEEDS]
        fixed = [simulate_season(spread, seed, fitting=False).loss for seed in SEEDS]
        noises = [noise for season in fitted for noise in season.noises]
        scales = [START_NOISE / noise - 1 for noise in noises]
        losses = [season.loss for season in fitted]
        more = [1000 * (other - own) for own, other in zip(losses, fixed, strict=True)]
        before = [fmean(ends) for ends in zip(*(s.points_spread() for s in fitted), strict=True)]
        now = [
            fmean(ends)
            for ends in zip(*(s.points_spread(START_NOISE) for s in fitted), strict=True)
        ]
        lines.append(
            f"| {spread:g} | {POINTS * spread / START_NOISE:.0f} "
            f"| {min(noises):.1f} to {max(noises):.1f} "
            f"| {100 * min(scales):+.0f} to {100 * max(scales):+.0f} % | 0 % "
            f"| {before[0]:.0f} to {before[1]:.0f} | {now[0]:.0f} to {now[1]:.0f} "
            f"| {1000 * fmean(losses):.1f} | {1000 * fmean(fixed):.1f} "
            f"| {fmean(more):+.1f} ± {stdev(more) / len(more) ** 0.5:.1f} |"
        )
        goals.append(
            Goal(
                f"drift of the spread of points, skills spread by {spread:g}",
                abs(now[1] / now[0] - 1),
                0.10,
            )
        )
    return lines, goals


def main() -> int:
    """Measure and print; return 1 if a goal is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    arguments = parser.parse_args()
    lines, goals = write_report()
    report = "\n".join([*lines, "", *goal_table(goals)])
    print(report)
    if arguments.write:
        write_section("drift", "The scale of shown points", report)
    return 0 if all(goal.met for goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
