"""Mined puzzles have one solution that is best by far, also in played-out matches."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from games.density_deck.bots import puzzle
from games.density_deck.bots.unseen import deal_unseen
from games.density_deck.rules.observation import Observation, observe
from games.density_deck.rules.state import Ruleset
from games.engine.contract import Json
from tests.bots.games_seen import play_moments
from tests.bots.observations import make_observation


def sample_observations(count: int, seed: int = 3) -> Iterator[Observation]:
    """Yield the observations of the seats to act at the start of a game."""
    for state, _ in islice(play_moments(Ruleset(lives=4), "steady", seed), count):
        yield observe(state, state.waiting[0])


@pytest.fixture(scope="module")
def found() -> Iterator[tuple[Observation, Json]]:
    """The first puzzle of a game, and the observation it comes from."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(puzzle, "PLAYED", 50)
        yield next(
            (v, each)
            for v in sample_observations(20)
            if (each := puzzle.find_puzzle(v, Random(1))) is not None
        )


def test_a_puzzle_has_one_best_choice(found: tuple[Observation, Json]) -> None:
    _, each = found
    worth = [chance for _, chance in each["worth"]]
    assert worth == sorted(worth, reverse=True)
    assert worth[0] - worth[1] >= puzzle.GAP - 0.001
    assert puzzle.LEAST <= each["gap"] <= worth[0] - worth[1] + 0.001
    stays = each["question"] == "fold" and each["top"] <= puzzle.DOUBTFUL
    assert puzzle.EASIEST - stays < each["rating"] <= puzzle.HARDEST


def test_the_same_dice_find_the_same_whatever_the_seat_cannot_see(
    found: tuple[Observation, Json],
) -> None:
    view, each = found
    other = deal_unseen(view, Random(4))
    assert puzzle.find_puzzle(observe(other, view.turn), Random(1)) == each


def test_a_choice_that_matches_played_out_do_not_bear_out_is_none(
    found: tuple[Observation, Json],
) -> None:
    view, each = found
    choices = [choice for choice, _ in each["worth"]]
    assert not puzzle.is_borne_out(each["question"], view, Random(5), choices[::-1])


def test_other_rules_have_no_puzzles(found: tuple[Observation, Json]) -> None:
    view, _ = found
    assert puzzle.find_puzzle(view._replace(ruleset=Ruleset(edition="classic")), Random(1)) is None
    assert puzzle.find_puzzle(view._replace(viewer=None), Random(1)) is None


def test_a_position_names_seats_by_their_place_from_the_one_to_act() -> None:
    view = make_observation("Ye4 Ye3 Co8", center="Ye5 Bl3", round_number=3)
    moved = view._replace(
        turn=2,
        viewer=2,
        dealer=1,
        lives=(1, 2, 3, 4),
        discards=((), (), (5,), (7, 9)),
        surrendered=(1, 0, 0, 0),
        standing=(False, True, True, True),
        out=(False, False, False, False),
    )
    position = puzzle.describe_position(moved)
    assert [seat["lives"] for seat in position["seats"]] == [3, 4, 1, 2]
    assert [seat["status"] for seat in position["seats"]][2] == "surrendered"
    assert [len(seat["discards"]) for seat in position["seats"]] == [1, 2, 0, 0]
    assert position["dealer"] == 3
    assert (position["hand"], position["drawn"]) == (["Ye4", "Ye3", "Co8"], None)
    assert (position["stake"], position["price"]) == (3, 2)
