"""How strong a player is, from the order in which players finish games; pure arithmetic.

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
TAU = 25 / 300  # what may change from one game to the next
IDLE = 0.10  # what may change in a day without a game
START_NOISE, LEAST_NOISE, MOST_NOISE = 12.5, 4.0, 50.0
STEP = 0.05  # by which one refit may change the logarithm of noise
TRUST = 25.0  # how much the noise of today resists few pairs
CENTER, POINTS = 1500, 400 / log(10)  # 400 points: 10 to 1 to finish ahead
PROVISIONAL_GAMES = 10
# A player with fewer rated games is new; so is, while the rating is provisional, one who met fewer
# different players that have so many.
NEW_GAMES, NEW_OPPONENTS = 5, 7
# what a result against a new player counts for the other: ten games against new accounts bring at
# most 30 points, even to a new account and where a game has next to no chance
NEW = 1 / 100
BOARD_GAMES, BOARD_DAYS = 20, 30  # the players on the leaderboard, ordered by mu - sigma
# what so many games against known opponents may say before the first rated game: at most so far
# up and down from the prior, and never surer than that (bench/starts.py)
START_GAMES, START_UP, START_DOWN, START_SIGMA = 3, PRIOR_SIGMA / 8, PRIOR_SIGMA / 2, 6.0
# the rating of an AI player keeps within so many deviations of what its level was measured as: so
# far friends of it can push it (bench/ai_lines.py)
LINE_SPAN = 2.0


class Skill(NamedTuple):
    """The estimated skill of one player in one game and mode."""

    mu: float = PRIOR_MU
    sigma: float = PRIOR_SIGMA


class Pair(NamedTuple):
    """Two players as they were before a game, and how it went: 1 one ahead, 0 behind, ½ a tie."""

    one: Skill
    other: Skill
    actual: float


class Line(NamedTuple):
    """Why a rating changed: one opponent, the chance of finishing ahead, the result, the points,
    and whether they are few because the opponent is new.
    """

    opponent: int
    expected: float
    actual: float
    points: int
    new: bool = False


class KnownGame(NamedTuple):
    """A finished game against opponents of known skill: the own place, theirs, and its noise."""

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
    """The skills after one game, seat by seat; better places are smaller, equal ones a true tie.

    Seats in `left` were abandoned: they are rated by the place of the stand-in, and never gain.
    Seats in `new` count for the others with the weight NEW, whether they win or lose.
    """
    return [_rate_seat(skills, places, noise, seat, left, new)[0] for seat in range(len(skills))]


def start_skill(games: Sequence[KnownGame]) -> Skill:
    """Return the skill with which a player enters rated play, by the last START_GAMES of these.

    The games come oldest first. mu beyond START_UP and START_DOWN is added to the doubt, so
    that rated games move those players faster.
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
    """Return the skill of an AI player after one game, within LINE_SPAN; its place comes first."""
    mu, sigma = rate_game([own, *others], places, noise)[0]
    span = LINE_SPAN * measured.sigma
    return Skill(max(measured.mu - span, min(measured.mu + span, mu)), sigma)


def predict_win(one: Skill, other: Skill, noise: float) -> float:
    """Return the chance that one finishes ahead of the other."""
    doubt = one.sigma * one.sigma + other.sigma * other.sigma
    return 1 / (1 + exp((other.mu - one.mu) / sqrt(noise * noise + pi / 8 * doubt)))


def public_rating(skill: Skill, noise: float) -> int:
    """Return the rating that is shown: 1500 at the start, 400 points for 10 to 1."""
    return round(_points(skill, noise))


def of_points(points: float, doubt: float, noise: float) -> Skill:
    """Return the skill that is shown as so many points, with a standard deviation in points."""
    return Skill(PRIOR_MU + (points - CENTER) / POINTS * noise, doubt / POINTS * noise)


def is_provisional(games: int) -> bool:
    """Return whether the rating is still shown with a question mark."""
    return games < PROVISIONAL_GAMES


def is_new(games: int, opponents: int) -> bool:
    """Return whether too little is known of a player to count much for others.

    `opponents` are the different players of those rated games who have NEW_GAMES themselves.
    """
    return games < NEW_GAMES or (is_provisional(games) and opponents < NEW_OPPONENTS)


def age_skill(skill: Skill, days: float) -> Skill:
    """The skill after days without a game: less certain, never beyond the prior, mu untouched."""
    grown = sqrt(skill.sigma * skill.sigma + IDLE * IDLE * max(0.0, days))
    return Skill(skill.mu, max(skill.sigma, min(PRIOR_SIGMA, grown)))


def explain_change(
    skills: Sequence[Skill],
    places: Sequence[int],
    noise: float,
    seat: int,
    *,
    left: Collection[int] = (),
    new: Collection[int] = (),
) -> list[Line]:
    """Return why the rating of a seat changed: a line per opponent, in the order of the seats.

    The points are whole and sum exactly to the change of the public rating: at each place, the
    player who took it gains on those still in the running and costs each of them.
    """
    after, slopes = _rate_seat(skills, places, noise, seat, left, new)
    total = public_rating(after, noise) - public_rating(skills[seat], noise)
    real = _points(after, noise) - _points(skills[seat], noise)
    whole = sum(slopes.values())
    stretch = real / whole if abs(whole) > 1e-9 else 0.0
    points = _rounded([slope * stretch for slope in slopes.values()], total)
    return [
        Line(
            other,
            predict_win(skills[seat], skills[other], noise),
            _actual(places, seat, other),
            given,
            other in new,
        )
        for other, given in zip(slopes, points, strict=True)
    ]


def preview_changes(skills: Sequence[Skill], noise: float, seat: int) -> list[int]:
    """Return what each place, best first, would bring a seat in public points, before the game.

    The others may finish in any order: each order counts as often as it is to be expected.
    """
    weights, before = _weights(skills, _scale(skills, noise)), _points(skills[seat], noise)
    changes, chances = [0.0] * len(skills), [0.0] * len(skills)
    for finish in permutations(range(len(skills))):
        after, _ = _rate_seat(
            skills, [finish.index(one) for one in range(len(skills))], noise, seat
        )
        chance, place = _chance(weights, finish), finish.index(seat)
        changes[place] += chance * (_points(after, noise) - before)
        chances[place] += chance
    return [round(change / chance) for change, chance in zip(changes, chances, strict=True)]


def pair_players(skills: Sequence[Skill], places: Sequence[int]) -> Iterator[Pair]:
    """Yield every two players of a game, for `refit`: the skills are those before it."""
    for one in range(len(skills)):
        for other in range(one + 1, len(skills)):
            yield Pair(skills[one], skills[other], _actual(places, one, other))


def refit_noise(noise: float, played: Iterable[Pair]) -> float:
    """The noise that foretells the pairs better: one damped step, at most 5 %, between 4 and 50.

    It follows the gradient of the log-loss in the logarithm of noise; few pairs hardly move it.
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


def _points(skill: Skill, noise: float) -> float:
    return CENTER + POINTS * (skill.mu - PRIOR_MU) / noise


def _actual(places: Sequence[int], one: int, other: int) -> float:
    return 0.5 if places[one] == places[other] else float(places[one] < places[other])


def _scale(skills: Sequence[Skill], noise: float) -> float:
    variance = sum(sigma * sigma for _, sigma in skills) / len(skills) + TAU * TAU
    return sqrt(noise * noise + pi / 4 * variance)


def _weights(skills: Sequence[Skill], scale: float) -> list[float]:
    mean = sum(mu for mu, _ in skills) / len(skills)
    return [exp((mu - mean) / scale) for mu, _ in skills]


def _rate_seat(
    skills: Sequence[Skill],
    places: Sequence[int],
    noise: float,
    seat: int,
    left: Collection[int] = (),
    new: Collection[int] = (),
) -> tuple[Skill, dict[int, float]]:
    """Return the skill of a seat after a game, and what each opponent adds to the slope of it.

    Slope and bend are the two derivatives of the log-likelihood in units of the scale, a tie being
    the mean of the orders that break it.
    """
    scale, (mu, sigma) = _scale(skills, noise), skills[seat]
    slopes, bend = _derivatives(_weights(skills, scale), places, seat, new)
    precision = bend / (scale * scale) + 1 / (sigma * sigma + TAU * TAU)
    step = sum(slopes.values()) / scale / precision
    if seat in left and step > 0:
        step = 0.0
    return Skill(mu + step, 1 / sqrt(precision)), slopes


def _orders(places: Sequence[int]) -> list[list[int]]:
    """Return every order that breaks the ties: at most 24 with four seats."""
    finish = sorted(range(len(places)), key=places.__getitem__)
    tied = [list(permutations(seats)) for _, seats in groupby(finish, places.__getitem__)]
    return [[seat for seats in broken for seat in seats] for broken in product(*tied)]


def _chance(weights: Sequence[float], finish: Sequence[int]) -> float:
    """How probable an order is: each place is drawn by weight among those still in the running."""
    chance, running = 1.0, sum(weights)
    for seat in finish:
        chance *= weights[seat] / running
        running -= weights[seat]
    return chance


def _derivatives(
    weights: Sequence[float], places: Sequence[int], seat: int, new: Collection[int]
) -> tuple[dict[int, float], float]:
    """Return the slope for a seat, as each opponent's part of it, and the bend."""
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
    """Whole numbers as near to the values as a given sum allows."""
    whole = [round(value) for value in values]
    while (missing := total - sum(whole)) != 0:
        toward = 1 if missing > 0 else -1
        index = max(
            range(len(values)),
            key=lambda one: ((values[one] - whole[one]) * toward, values[one] * toward),
        )
        whole[index] += toward
    return whole
