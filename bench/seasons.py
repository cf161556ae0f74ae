"""Simulates seasons in which players of known skill play, leave and are replaced.

A player's performance is skill (standard normal) plus normally distributed chance of a given size,
the `noise`. The order of performances is the order of the game. TrueSkill assumes the same world.
"""

from collections.abc import Callable
from functools import cache
from math import log, log1p
from random import Random
from statistics import NormalDist, fmean
from typing import Literal, NamedTuple

from accounts.ratings.rating import (
    START_NOISE,
    Pair,
    Skill,
    pair_players,
    public_rating,
    rate_game,
    refit_noise,
)

SEATS, PEOPLE = 4, 200
LUCKS = {"little": 0.7, "some": 2.0, "much": 4.0}  # chance, in standard deviations of skill
STAND_IN = -0.3  # skill of the AI that takes over
LEAVES = 0.10  # approximate share of games in which a leaver leaves
NORMAL = NormalDist()
Rule = Literal["stand-in", "stand-in, may gain", "always last", "not rated"]
Quits = Literal["never", "at random", "when behind"]


class Played(NamedTuple):
    """One game: its players and their places."""

    seats: list[int]
    places: list[int]


def places_of(scores: list[float]) -> list[int]:
    """Return places, counted from 0, by scores."""
    return [sum(other > score for other in scores) for score in scores]


def simulate_season(noise: float, games: int, seed: int) -> tuple[list[float], list[Played]]:
    """Return the true skills of all players, and games between random fours of them."""
    dice = Random(seed)
    skills = [dice.gauss(0, 1) for _ in range(PEOPLE)]
    games_played = []
    for _ in range(games):
        seats = dice.sample(range(PEOPLE), SEATS)
        games_played.append(
            Played(seats, places_of([dice.gauss(skills[seat], noise) for seat in seats]))
        )
    return skills, games_played


def surplus_loss(truth: float, foretold: float) -> float:
    """Return how much the log-loss exceeds that of the true chance (Kullback and Leibler)."""
    foretold = min(1 - 1e-12, max(1e-12, foretold))
    return truth * log(truth / foretold) + (1 - truth) * (log1p(-truth) - log1p(-foretold))


def mean_surplus(
    noise: float,
    skills: list[float],
    played: list[Played],
    foretell: Callable[[int, int], float],
    learn: Callable[[Played], None],
) -> float:
    """Return the mean surplus over all pairs, each predicted before the game is learned from."""
    surpluses = []
    for game in played:
        for index, one in enumerate(game.seats):
            for other in game.seats[index + 1 :]:
                truth = NORMAL.cdf((skills[one] - skills[other]) / (noise * 2**0.5))
                surpluses.append(surplus_loss(truth, foretell(one, other)))
        learn(game)
    return fmean(surpluses)


# ----------------------------------------------------------------------- leavers and churn
def cost_of_leaving(noise: float, quits: Quits, rule: Rule, games: int, seed: int) -> float:
    """Return the mean public rating of leavers minus that of equally strong others.

    A game has two halves. At half-time a leaver leaves, at random or from the last two places, and
    an AI player plays the second half.
    """
    dice, scale = Random(seed), fitted_noise(noise)
    skills = [dice.gauss(0, 1) for _ in range(PEOPLE // 2)] * 2  # the second half: leavers
    ratings = [Skill()] * PEOPLE
    late: list[float] = []
    for number in range(games):
        seats = dice.sample(range(PEOPLE), SEATS)
        chance = noise / 2**0.5
        half = [skills[seat] / 2 + dice.gauss(0, chance) for seat in seats]
        behind = places_of(half)
        leavers = set()
        for index, seat in enumerate(seats):
            leaves = dice.random()
            if seat >= PEOPLE // 2 and _leaves(quits, behind[index], leaves):
                leavers.add(index)
        scores = [
            half[index]
            + (STAND_IN if index in leavers else skills[seat]) / 2
            + dice.gauss(0, chance)
            for index, seat in enumerate(seats)
        ]
        before = [ratings[seat] for seat in seats]
        for seat, after in zip(seats, _after(before, scores, leavers, rule, scale), strict=True):
            ratings[seat] = after
        if number > games // 2 and number % 200 == 0:
            late.append(_lead(ratings, scale))
    return fmean(late)


def rating_churn(noise: float, games: int, seed: int, weak_first: bool) -> float:
    """Return the change of the mean public rating of those who stay, over a long time.

    One in four stays forever. The others are replaced by a newcomer after one in sixty of their
    games, the weak twice as often if `weak_first`. Newcomers are as strong as the average.
    """
    dice, scale = Random(seed), fitted_noise(noise)
    skills = [dice.gauss(0, 1) for _ in range(PEOPLE)]
    ratings = [Skill()] * PEOPLE
    stay = PEOPLE // 4
    settled = games // 5
    start: list[float] = []
    end: list[float] = []
    for number in range(games + settled):
        seats = dice.sample(range(PEOPLE), SEATS)
        places = places_of([dice.gauss(skills[seat], noise) for seat in seats])
        rated = rate_game([ratings[seat] for seat in seats], places, scale)
        for seat, after in zip(seats, rated, strict=True):
            ratings[seat] = after
            factor = 2 if weak_first and skills[seat] < 0 else 1
            if seat >= stay and dice.random() < factor / 60:
                skills[seat], ratings[seat] = dice.gauss(0, 1), Skill()
        if number % 50 == 0:
            mean = fmean(public_rating(skill, scale) for skill in ratings[:stay])
            if settled * 0.8 <= number < settled * 1.2:
                start.append(mean)
            if number >= settled + games - settled * 0.4:
                end.append(mean)
    return fmean(end) - fmean(start)


@cache
def fitted_noise(noise: float) -> float:
    """Return the scale that nightly refits arrive at in this world."""
    scale, ratings = START_NOISE, [Skill()] * PEOPLE
    pairs: list[Pair] = []
    _, played = simulate_season(noise, 6_000, 99)
    for number, game in enumerate(played, start=1):
        before = [ratings[seat] for seat in game.seats]
        pairs += pair_players(before, game.places)
        for seat, after in zip(game.seats, rate_game(before, game.places, scale), strict=True):
            ratings[seat] = after
        if number % 150 == 0:
            scale = refit_noise(scale, pairs[-20_000:])
    return scale


def _leaves(quits: Quits, place: int, dice: float) -> bool:
    if quits == "when behind":
        return place >= SEATS // 2 and dice < 2 * LEAVES
    return quits == "at random" and dice < LEAVES


def _after(
    before: list[Skill], scores: list[float], leavers: set[int], rule: Rule, scale: float
) -> list[Skill]:
    if rule == "always last":
        scores = [score - 1000 * (index in leavers) for index, score in enumerate(scores)]
    after = rate_game(before, places_of(scores), scale, left=leavers if rule == "stand-in" else ())
    if rule == "not rated":
        after = [before[i] if i in leavers else skill for i, skill in enumerate(after)]
    return after


def _lead(ratings: list[Skill], scale: float) -> float:
    half = len(ratings) // 2
    means = [
        fmean(public_rating(skill, scale) for skill in some)
        for some in (ratings[:half], ratings[half:])
    ]
    return means[1] - means[0]
