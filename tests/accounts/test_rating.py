"""How a game changes the ratings of its players."""

from itertools import permutations
from math import exp, log, pi, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.ratings.rating import (
    LEAST_NOISE,
    MOST_NOISE,
    PRIOR_SIGMA,
    START_NOISE,
    TAU,
    Pair,
    Skill,
    age_skill,
    explain_change,
    predict_win,
    preview_changes,
    public_rating,
    rate_game,
    refit_noise,
)

SKILLS = st.builds(Skill, st.floats(-20, 70), st.floats(0.5, PRIOR_SIGMA))
NOISE = st.floats(LEAST_NOISE, MOST_NOISE)


@st.composite
def draw_games(draw: st.DrawFn) -> tuple[list[Skill], list[int]]:
    """Draw two to four players and their places; a tie repeats the better place."""
    skills = draw(st.lists(SKILLS, min_size=2, max_size=4))
    marks = draw(st.lists(st.integers(1, 4), min_size=len(skills), max_size=len(skills)))
    return skills, [1 + sum(other < mark for other in marks) for mark in marks]


def log_likelihood(strengths: list[float], places: list[int]) -> list[float]:
    """Return the Plackett-Luce log-likelihood over all orders that break the ties."""
    found = []
    for order in permutations(range(len(strengths))):
        if [places[seat] for seat in order] != sorted(places):
            continue
        chance = 0.0
        for taken, seat in enumerate(order):
            chance += strengths[seat] - log(sum(exp(strengths[one]) for one in order[taken:]))
        found.append(chance)
    return found


def mean_of(values: list[float]) -> float:
    return sum(values) / len(values)


@given(draw_games(), NOISE)
def test_a_game_is_one_newton_step_on_the_likelihood_of_its_order(
    game: tuple[list[Skill], list[int]], noise: float
) -> None:
    skills, places = game
    variances = [sigma**2 + TAU**2 for _, sigma in skills]
    scale = sqrt(noise**2 + pi / 4 * mean_of(variances))
    center = mean_of([mu for mu, _ in skills])
    strengths = [(mu - center) / scale for mu, _ in skills]
    for seat, after in enumerate(rate_game(skills, places, noise)):
        moved = []
        for shift in (-1e-4, 0, 1e-4):
            strengths[seat] += shift
            moved.append(mean_of(log_likelihood(strengths, places)))
            strengths[seat] -= shift
        slope = (moved[2] - moved[0]) / 2e-4 / scale
        bend = (2 * moved[1] - moved[0] - moved[2]) / 1e-8 / scale**2
        precision = bend + 1 / variances[seat]
        assert after.sigma == pytest.approx(1 / sqrt(precision), rel=1e-4)
        assert after.mu == pytest.approx(skills[seat].mu + slope / precision, abs=1e-3)


@given(draw_games(), NOISE, st.integers(0, 1))
def test_a_leaver_never_gains_and_the_others_do_not_feel_it(
    game: tuple[list[Skill], list[int]], noise: float, leaver: int
) -> None:
    skills, places = game
    stayed, left = rate_game(skills, places, noise), rate_game(skills, places, noise, left=[leaver])
    assert left[leaver].mu == min(stayed[leaver].mu, skills[leaver].mu)
    assert left[leaver].sigma == stayed[leaver].sigma
    for seat in range(len(skills)):
        if seat != leaver:
            assert left[seat] == stayed[seat]


@given(
    st.lists(SKILLS, min_size=2, max_size=4), NOISE, st.sets(st.integers(0, 3)), st.integers(0, 1)
)
def test_nobody_is_moved_on_average_however_few_count(
    skills: list[Skill], noise: float, new: set[int], seat: int
) -> None:
    slope = 0.0
    scale = sqrt(noise**2 + pi / 4 * mean_of([sigma**2 + TAU**2 for _, sigma in skills]))
    strengths = [(mu - mean_of([mu for mu, _ in skills])) / scale for mu, _ in skills]
    for order in permutations(range(len(skills))):
        places = [order.index(one) for one in range(len(skills))]
        (chance,) = log_likelihood(strengths, places)
        after = rate_game(skills, places, noise, new=new)[seat]
        # step times precision is the slope of the likelihood
        slope += exp(chance) * (after.mu - skills[seat].mu) / after.sigma**2
    assert slope == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("noise", [LEAST_NOISE, 8.0, START_NOISE, MOST_NOISE])
@pytest.mark.parametrize("chairs", [1, 3])
@pytest.mark.parametrize("farmer", [Skill(), Skill(19, 4), Skill(31, 2)])
def test_ten_wins_over_new_accounts_bring_thirty_points_at_most(
    farmer: Skill, chairs: int, noise: float
) -> None:
    start, lines = public_rating(farmer, noise), 0
    for _ in range(10):
        skills, places = [farmer, *[Skill()] * chairs], list(range(chairs + 1))
        new = range(1, chairs + 1)
        why = explain_change(skills, places, noise, 0, scale=noise, new=new)
        lines += sum(line.points for line in why)
        farmer = rate_game(skills, places, noise, new=new)[0]
    assert 0 <= lines == public_rating(farmer, noise) - start <= 30


def test_four_hundred_points_are_ten_to_one() -> None:
    noise = 17.0
    one = Skill(25 + noise * log(10), 0.0)
    assert public_rating(Skill(), noise) == 1500
    assert public_rating(one, noise) == 1900
    assert predict_win(one, Skill(25, 0.0), noise) == pytest.approx(10 / 11)


@given(SKILLS, st.floats(0, 20_000))
def test_absence_makes_less_certain_and_never_lowers_a_rating(skill: Skill, days: float) -> None:
    after = age_skill(skill, days)
    assert after.mu == skill.mu
    assert skill.sigma <= after.sigma <= PRIOR_SIGMA
    grown = skill.sigma**2 + days * 0.01
    assert after.sigma**2 == pytest.approx(min(grown, PRIOR_SIGMA**2))


@given(draw_games(), NOISE, NOISE, st.integers(0, 1), st.booleans(), st.sets(st.integers(0, 3)))
def test_the_lines_of_an_explanation_sum_to_the_change(
    game: tuple[list[Skill], list[int]],
    noise: float,
    scale: float,
    seat: int,
    leaves: bool,
    new: set[int],
) -> None:
    skills, places = game
    left = [seat] if leaves else []
    after = rate_game(skills, places, noise, left=left, new=new)[seat]
    change = public_rating(after, scale) - public_rating(skills[seat], scale)
    lines = explain_change(skills, places, noise, seat, scale=scale, left=left, new=new)
    assert [line.new for line in lines] == [line.opponent in new for line in lines]
    assert sum(line.points for line in lines) == change
    assert [line.opponent for line in lines] == [one for one in range(len(skills)) if one != seat]
    for line in lines:
        assert line.expected == predict_win(skills[seat], skills[line.opponent], noise)


@given(draw_games(), NOISE, st.integers(0, 1), st.sets(st.integers(0, 3)))
def test_nobody_costs_points_by_being_beaten(
    game: tuple[list[Skill], list[int]], noise: float, seat: int, new: set[int]
) -> None:
    skills, places = game
    for line in explain_change(skills, places, noise, seat, scale=START_NOISE, new=new):
        if line.actual == 1:
            assert line.points >= 0
        if line.actual == 0:
            assert line.points <= 0


def test_what_a_place_would_bring_against_one_opponent_is_what_it_brings() -> None:
    skills = [Skill(27, 3), Skill(22, 5)]
    for place, brought in enumerate(preview_changes(skills, 20.0, 0, scale=START_NOISE)):
        after = rate_game(skills, [place, 1 - place], 20.0)
        assert brought == pytest.approx(
            public_rating(after[0], START_NOISE) - public_rating(skills[0], START_NOISE), abs=1
        )


def simulate_pairs(noise: float, count: int, dice: Random) -> list[Pair]:
    """Simulate results of known players under a given noise."""
    found = []
    for _ in range(count):
        one, other = Skill(dice.gauss(25, 6), 1.0), Skill(dice.gauss(25, 6), 1.0)
        found.append(Pair(one, other, float(dice.random() < predict_win(one, other, noise))))
    return found


@pytest.mark.parametrize("truth", [6.0, 30.0])
def test_nightly_refits_arrive_at_the_luck_of_the_game(truth: float) -> None:
    dice, noise = Random(1), START_NOISE
    played = simulate_pairs(truth, 3_000, dice)
    for _ in range(40):
        noise = refit_noise(noise, played)
    assert noise == pytest.approx(truth, rel=0.12)
