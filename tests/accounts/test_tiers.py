"""Tiers by rating, titles by games won."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.ratings.tiers import (
    FEW,
    badge_of_rung,
    find_rung,
    ladder_lines,
    progress_to_next,
    title_for_wins,
)

LADDER = ladder_lines([])
RATINGS = st.floats(900, 2200)


def test_a_large_house_draws_its_lines_at_percentiles() -> None:
    ratings = [float(number) for number in range(1000, 2000)]
    Random(1).shuffle(ratings)
    ladder = ladder_lines(ratings)
    assert [ladder[index] for index in range(2, 20, 3)] == [1200, 1500, 1750, 1900, 1970, 1995]


@given(st.randoms(use_true_random=False), st.integers(0, 600))
def test_lines_rise_however_near_the_ratings_are(dice: Random, apart: int) -> None:
    ladder = ladder_lines([1500.0 + dice.randint(-apart, apart) for _ in range(FEW)])
    assert len(ladder) == 20
    assert all(low < high for low, high in pairwise(ladder))


def test_a_rung_is_lost_twenty_five_points_below_its_line() -> None:
    before = find_rung(1660, LADDER)
    assert find_rung(1635, LADDER, before) == before
    assert find_rung(1634, LADDER, before) == before - 1


def test_the_first_two_tiers_are_never_lost_but_their_steps_are() -> None:
    for before in range(3):
        assert badge_of_rung(find_rung(0, LADDER, before))["name"] == "Pumice III"
    for before in range(3, 21):
        assert badge_of_rung(find_rung(0, LADDER, before))["name"] == "Chalk III"
    chalk = find_rung(1490, LADDER)
    assert badge_of_rung(chalk)["name"] == "Chalk I"
    assert [
        badge_of_rung(find_rung(points, LADDER, chalk))["name"] for points in (1450, 1430, 1390)
    ] == [
        "Chalk I",
        "Chalk II",
        "Chalk III",
    ]


@given(RATINGS, RATINGS, st.integers(0, 20))
def test_a_better_rating_is_never_a_lower_rung(one: float, other: float, before: int) -> None:
    low, high = sorted((one, other))
    assert find_rung(low, LADDER, before) <= find_rung(high, LADDER, before)
    assert (
        find_rung(high, LADDER)
        <= find_rung(high, LADDER, before)
        <= max(before, find_rung(high, LADDER))
    )


def test_progress_runs_from_line_to_line() -> None:
    hematite = find_rung(1660, LADDER)
    step = LADDER[1] - LADDER[0]
    for rating, at, missing, percent in (
        (1660, hematite, 26, 0),
        (1673, hematite, 13, 50),
        (1640, hematite, 46, 0),
        (900, 0, LADDER[0] - 900, 0),
        (LADDER[0] - step / 2, 0, round(step / 2), 50),
        # the rung is outdated because the ladder was drawn again
        (2500, 3, 0, 100),
    ):
        found = progress_to_next(rating, at, LADDER)
        assert (found["missing"], found["percent"]) == (missing, percent)
        assert found["next"] == badge_of_rung(at + 1)["name"]
    assert progress_to_next(2500, 20, LADDER) == {"missing": None, "percent": 100, "next": None}


@pytest.mark.parametrize(
    ("wins", "name"),
    [
        (0, None),
        (1, "Collector I"),
        (2, "Collector I"),
        (3, "Collector II"),
        (8, "Prospector I"),
        (39, "Prospector VI"),
        (40, "Surveyor I"),
        (9999, "Curator VI"),
    ],
)
def test_a_career_has_titles_by_wins(wins: int, name: str | None) -> None:
    held = title_for_wins(wins)
    assert (held.name if held else None) == name
