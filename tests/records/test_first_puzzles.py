"""The initial puzzles of every site: many, varied, balanced, and still right for the coach."""

from itertools import groupby
from operator import itemgetter
from pathlib import Path
from random import Random

import pytest

from bench.first_puzzles import write_puzzles
from bench.puzzles import (
    count_near,
    count_repeated,
    is_settled_again,
    is_solved_by_own_score,
    largest_share,
    read_puzzles,
    solved_by_medium,
)
from games.analysis import puzzles
from games.density_deck.bots.puzzle import AT_ONCE
from games.density_deck.bots.puzzle_positions import describe_position, read_position
from games.density_deck.bots.questions import THEMES, find_kind, find_theme
from games.models import Puzzle
from tests.records.puzzle_rows import SLUG

PUZZLES = read_puzzles()


@pytest.mark.django_db(transaction=True)
def test_a_new_site_has_its_puzzles_and_they_come_once() -> None:
    puzzles.load_starters()
    assert Puzzle.objects.count() == len(PUZZLES) >= 300
    assert sum(puzzles.count_themes(SLUG).values()) == len(PUZZLES)
    puzzles.load_starters()
    assert Puzzle.objects.count() == len(PUZZLES)


def test_every_theme_has_puzzles_and_no_answer_is_a_good_guess() -> None:
    themes = [puzzle["theme"] for puzzle in PUZZLES]
    assert {*themes} == {*THEMES}
    assert min(themes.count(theme) for theme in THEMES) >= 40
    assert largest_share(PUZZLES) <= puzzles.MOST_OF_KIND


def test_a_look_at_the_own_score_is_no_use_as_a_strategy() -> None:
    found = [puzzle for puzzle in PUZZLES if is_solved_by_own_score(puzzle)]
    assert len(found) <= len(PUZZLES) / 2
    # and what it finds, counting cards finds less often than what is obvious
    assert sum(map(solved_by_medium, found)) / len(found) < AT_ONCE


def test_no_two_puzzles_are_nearly_the_same_or_from_one_match_and_theme() -> None:
    assert count_near(PUZZLES) == 0
    assert count_repeated(PUZZLES) == 0


def test_a_puzzle_says_what_its_position_is() -> None:
    for puzzle in PUZZLES:
        position, question = puzzle["position"], puzzle["question"]
        observation = read_position(position, Random(1))
        assert describe_position(observation) == position
        assert find_theme(question, observation) == puzzle["theme"]
        assert find_kind(question, puzzle["worth"][0][0], position["scores"]) == puzzle["kind"]


def test_first_ratings_spread_from_easy_to_hard() -> None:
    ratings = sorted(puzzle["rating"] for puzzle in PUZZLES)
    assert 900 <= ratings[0] <= 1100
    assert 2000 <= ratings[-1] <= 2200
    assert ratings[len(ratings) * 3 // 4] - ratings[len(ratings) // 4] >= 250


def test_the_coach_finds_the_answers_again() -> None:
    for _theme, puzzles_of in groupby(PUZZLES, itemgetter("theme")):
        sample = Random(1).sample([*puzzles_of], 4)
        assert sum(map(is_settled_again, sample)) >= 3


def test_equal_arguments_find_equal_puzzles(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    written = []
    for name in ("one", "other"):
        place = tmp_path / name
        monkeypatch.setattr(puzzles, "starters_file", lambda _slug, place=place: place)
        write_puzzles(
            {"game": SLUG, "games": 1, "seed": 36, "each": 45, "lives": "10", "note": "a version"}
        )
        written.append(place.read_text(encoding="ascii"))
    assert written[0] == written[1]
    assert '"version":"a version"' in written[0]
