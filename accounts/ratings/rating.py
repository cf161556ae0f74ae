"""Skill ratings from the order in which players finish games; pure arithmetic.

A skill is a normal belief (mu, sigma) about one player in one game and mode. A finished game is
one Newton step on the Plackett-Luce likelihood of its order, after Weng and Lin, "A Bayesian
Approximation Method for Online Ranking" (JMLR 12, 2011). `noise` is the performance noise of a game
(TrueSkill's beta): how much one result depends on chance. With two players this is the
Bradley-Terry model.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, permutations, product
from math import exp, log, pi, sqrt
from typing import NamedTuple

PRIOR_MU, PRIOR_SIGMA = 25.0, 25 / 3
TAU = 25 / 300  # drift of a skill from one game to the next
IDLE = 0.10  # drift of a skill in a day without a game
START_NOISE, LEAST_NOISE, MOST_NOISE = 12.5, 4.0, 50.0
STEP = 0.05  # largest change of the logarithm of noise in one refit
TRUST = 25.0  # weight of the current noise against the new pairs
CENTER, POINTS = 1500, 400 / log(10)  # 400 points mean 10 to 1 odds of finishing ahead
PROVISIONAL_GAMES = 10
# A player with fewer rated games than NEW_GAMES is new. So is one with a provisional rating who has
# met fewer than NEW_OPPONENTS different players with that many games.
NEW_GAMES, NEW_OPPONENTS = 5, 7
# weight of a result against a new player: ten games against new accounts gain at most 30 points,
# even for a new account in a game almost without chance
NEW = 1 / 100
BOARD_GAMES, BOARD_DAYS = 20, 30  # fewest games, and most days since the last, on leaderboards
# limits of the estimate before the first rated game: games that count, distance up and down from
# the prior, and least sigma (bench/starts.py)
START_GAMES, START_UP, START_DOWN, START_SIGMA = 3, PRIOR_SIGMA / 8, PRIOR_SIGMA / 2, 6.0
# limit of an AI player's rating, in standard deviations from its measured strength, since players
# could lose to it on purpose (bench/ai_lines.py)
LINE_SPAN = 2.0


class Skill(NamedTuple):
    """The estimated skill of one player in one game and mode."""

    mu: float = PRIOR_MU
    sigma: float = PRIOR_SIGMA


class Pair(NamedTuple):
    """The skills of two players before a game, and the result: 1 if `one` was ahead, 0 or ½."""

    one: Skill
    other: Skill
    actual: float


class Line(NamedTuple):
    """The part of a rating change that is due to one opponent; `new`: it counts little."""

    opponent: int
    expected: float
    actual: float
    points: int
    new: bool = False


class KnownGame(NamedTuple):
    """A finished game against opponents of known skill: the player's place, theirs, its noise."""

    place: int
    skills: Sequence[Skill]
    places: Sequence[int]
    noise: float


def rate_game(
    skills: Sequence[Skill],
    places: Sequence[int],
    noise: float,
    *,
    left: Collection[int] = (),
    new: Collection[int] = (),
) -> list[Skill]:
    """Return the skills after one game, by seat; place 1 is best, equal places are ties.

    Seats in `left` were abandoned: they are rated by the place of the stand-in, and never gain.
    Seats in `new` count for the others with the weight NEW, whether they win or lose.
    """
    return [_rate_seat(skills, places, noise, seat, left, new)[0] for seat in range(len(skills))]


def start_skill(games: Sequence[KnownGame]) -> Skill:
    """Return the skill with which a player starts rated play, from the last START_GAMES games.

    The games come oldest first. mu beyond START_UP and START_DOWN is added to sigma, so that rated
    games move those players faster.
    """
    skill = Skill()
    for game in games[-START_GAMES:]:
        skills, places = [skill, *game.skills], [game.place, *game.places]
        skill = rate_game(skills, places, game.noise)[0]
    mu = max(PRIOR_MU - START_DOWN, min(PRIOR_MU + START_UP, skill.mu))
    doubt = sqrt(skill.sigma * skill.sigma + (skill.mu - mu) ** 2)
    return Skill(mu, max(START_SIGMA, min(PRIOR_SIGMA, doubt)))


def rate_line(
    own: Skill, measured: Skill, others: Sequence[Skill], places: Sequence[int], noise: float
) -> Skill:
    """Return the skill of an AI player after one game, limited by LINE_SPAN; `places[0]` is its."""
    mu, sigma = rate_game([own, *others], places, noise)[0]
    span = LINE_SPAN * measured.sigma
    return Skill(max(measured.mu - span, min(measured.mu + span, mu)), sigma)


def predict_win(one: Skill, other: Skill, noise: float) -> float:
    """Return the chance that one finishes ahead of the other."""
    doubt = one.sigma * one.sigma + other.sigma * other.sigma
    return 1 / (1 + exp((other.mu - one.mu) / sqrt(noise * noise + pi / 8 * doubt)))


def public_rating(skill: Skill, scale: float) -> int:
    """Return the displayed rating: 1500 at the start, 400 points for 10 to 1 odds.

    The odds are those at a performance noise of `scale`.
    """
    return round(_points(skill, scale))


def of_points(points: float, doubt: float, scale: float) -> Skill:
    """Return the skill for a rating and its standard deviation, both in points."""
    return Skill(PRIOR_MU + (points - CENTER) / POINTS * scale, doubt / POINTS * scale)


def is_provisional(games: int) -> bool:
    """Return whether the rating is still provisional, shown with a question mark."""
    return games < PROVISIONAL_GAMES


def is_new(games: int, opponents: int) -> bool:
    """Return whether a player is new and counts little for others.

    `opponents` is the number of different opponents so far who have NEW_GAMES themselves.
    """
    return games < NEW_GAMES or (is_provisional(games) and opponents < NEW_OPPONENTS)


def age_skill(skill: Skill, days: float) -> Skill:
    """Return the skill after days without a game: same mu, sigma grown up to the prior's."""
    grown = sqrt(skill.sigma * skill.sigma + IDLE * IDLE * max(0.0, days))
    return Skill(skill.mu, max(skill.sigma, min(PRIOR_SIGMA, grown)))


def explain_change(
    skills: Sequence[Skill],
    places: Sequence[int],
    noise: float,
    seat: int,
    *,
    scale: float,
    left: Collection[int] = (),
    new: Collection[int] = (),
) -> list[Line]:
    """Return why the rating of a seat changed: a line per opponent, in the order of the seats.

    The points are whole numbers that add up to the change of the public rating. At each place, the
    player who takes it gains from each of those still in the running.
    """
    after, slopes = _rate_seat(skills, places, noise, seat, left, new)
    total = public_rating(after, scale) - public_rating(skills[seat], scale)
    real = _points(after, scale) - _points(skills[seat], scale)
    whole = sum(slopes.values())
    stretch = real / whole if abs(whole) > 1e-9 else 0.0
    points = _rounded([slope * stretch for slope in slopes.values()], total)
    return [
        Line(
            other,
            predict_win(skills[seat], skills[other], noise),
            _actual(places, seat, other),
            share,
            other in new,
        )
        for other, share in zip(slopes, points, strict=True)
    ]


def preview_changes(skills: Sequence[Skill], noise: float, seat: int, *, scale: float) -> list[int]:
    """Return the change of a seat's public rating for each place, best first.

    It is averaged over the orders in which the others may finish, by their probability.
    """
    weights, before = _weights(skills, _spread(skills, noise)), _points(skills[seat], scale)
    changes, chances = [0.0] * len(skills), [0.0] * len(skills)
    for finish in permutations(range(len(skills))):
        after, _ = _rate_seat(
            skills, [finish.index(one) for one in range(len(skills))], noise, seat
        )
        chance, place = _chance(weights, finish), finish.index(seat)
        changes[place] += chance * (_points(after, scale) - before)
        chances[place] += chance
    return [round(change / chance) for change, chance in zip(changes, chances, strict=True)]


def pair_players(skills: Sequence[Skill], places: Sequence[int]) -> Iterator[Pair]:
    """Yield all pairs of players of a game, for refit_noise(), by their skills before it."""
    for one in range(len(skills)):
        for other in range(one + 1, len(skills)):
            yield Pair(skills[one], skills[other], _actual(places, one, other))


def refit_noise(noise: float, played: Iterable[Pair]) -> float:
    """Return a noise that predicts the pairs better: one damped step, at most 5 %, from 4 to 50.

    It follows the gradient of the log-loss in the logarithm of noise; a few pairs hardly change it.
    """
    slope, information = 0.0, TRUST
    for one, other, actual in played:
        doubt = pi / 8 * (one.sigma * one.sigma + other.sigma * other.sigma)
        square = noise * noise + doubt
        ahead = (one.mu - other.mu) / sqrt(square)
        expected = 1 / (1 + exp(-ahead))
        lever = ahead * noise * noise / square
        slope += (expected - actual) * lever
        information += expected * (1 - expected) * lever * lever
    step = max(-STEP, min(STEP, slope / information))
    return max(LEAST_NOISE, min(MOST_NOISE, noise * exp(step)))


def _points(skill: Skill, scale: float) -> float:
    return CENTER + POINTS * (skill.mu - PRIOR_MU) / scale


def _actual(places: Sequence[int], one: int, other: int) -> float:
    return 0.5 if places[one] == places[other] else float(places[one] < places[other])


def _spread(skills: Sequence[Skill], noise: float) -> float:
    variance = sum(sigma * sigma for _, sigma in skills) / len(skills) + TAU * TAU
    return sqrt(noise * noise + pi / 4 * variance)


def _weights(skills: Sequence[Skill], spread: float) -> list[float]:
    mean = sum(mu for mu, _ in skills) / len(skills)
    return [exp((mu - mean) / spread) for mu, _ in skills]


def _rate_seat(
    skills: Sequence[Skill],
    places: Sequence[int],
    noise: float,
    seat: int,
    left: Collection[int] = (),
    new: Collection[int] = (),
) -> tuple[Skill, dict[int, float]]:
    """Return the skill of a seat after a game, and each opponent's part of the slope.

    Slope and bend are the first and second derivative of the log-likelihood, per spread.
    A tie is the mean of the orders that break it.
    """
    spread, (mu, sigma) = _spread(skills, noise), skills[seat]
    slopes, bend = _derivatives(_weights(skills, spread), places, seat, new)
    precision = bend / (spread * spread) + 1 / (sigma * sigma + TAU * TAU)
    step = sum(slopes.values()) / spread / precision
    if seat in left and step > 0:
        step = 0.0
    return Skill(mu + step, 1 / sqrt(precision)), slopes


def _orders(places: Sequence[int]) -> list[list[int]]:
    """Return every order that breaks the ties: at most 24 for four seats."""
    finish = sorted(range(len(places)), key=places.__getitem__)
    tied = [list(permutations(seats)) for _, seats in groupby(finish, places.__getitem__)]
    return [[seat for seats in broken for seat in seats] for broken in product(*tied)]


def _chance(weights: Sequence[float], finish: Sequence[int]) -> float:
    """Return the probability of an order: weights decide each place among those still running."""
    chance, running = 1.0, sum(weights)
    for seat in finish:
        chance *= weights[seat] / running
        running -= weights[seat]
    return chance


def _derivatives(
    weights: Sequence[float], places: Sequence[int], seat: int, new: Collection[int]
) -> tuple[dict[int, float], float]:
    """Return each opponent's part of the slope of a seat, and the bend."""
    slopes = {other: 0.0 for other in range(len(weights)) if other != seat}
    counts = {other: NEW if other in new else 1.0 for other in slopes}
    bend, orders = 0.0, _orders(places)
    for finish in orders:
        running = sum(weights)
        for at, taker in enumerate(finish):
            share = 1 / running / len(orders)
            for other in finish[at:]:
                if other != seat:
                    bend += counts[other] * weights[seat] * weights[other] * share / running
            if taker == seat:
                for behind in finish[at + 1 :]:
                    slopes[behind] += counts[behind] * weights[behind] * share
                break
            slopes[taker] -= counts[taker] * weights[seat] * share
            running -= weights[taker]
    return slopes, bend


def _rounded(values: list[float], total: int) -> list[int]:
    """Return the integers closest to the values that add up to the total."""
    whole = [round(value) for value in values]
    while (missing := total - sum(whole)) != 0:
        toward = 1 if missing > 0 else -1
        index = max(
            range(len(values)),
            key=lambda one: ((values[one] - whole[one]) * toward, values[one] * toward),
        )
        whole[index] += toward
    return whole
