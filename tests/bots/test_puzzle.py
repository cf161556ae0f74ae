"""Mined puzzles have one solution that is best by far, also when the choices are played."""

from random import Random

import pytest

from bench.puzzles import read_puzzles
from games.density_deck.bots import puzzle, solvers
from games.density_deck.bots.puzzle_positions import are_near, describe_position, read_position
from games.density_deck.bots.questions import find_theme
from games.density_deck.bots.unseen import deal_unseen
from games.density_deck.rules.observation import Observation, observe
from games.density_deck.rules.state import Ruleset
from games.engine.contract import Json
from tests.bots.observations import make_observation


@pytest.fixture(scope="module")
def shipped_puzzle() -> Json:
    """A puzzle that takes little time: the surrender of a last life."""
    return next(each for each in read_puzzles() if each["kind"] == "surrender")


@pytest.fixture
def observed_puzzle(shipped_puzzle: Json) -> Observation:
    return read_position(shipped_puzzle["position"], Random(1))


def test_a_puzzle_has_one_best_choice(shipped_puzzle: Json) -> None:
    worth = [chance for _, chance in shipped_puzzle["worth"]]
    least = puzzle.least_gap(shipped_puzzle["question"])
    assert worth == sorted(worth, reverse=True)
    assert worth[0] - worth[1] >= least - 0.001
    assert puzzle.CERTAIN * least <= shipped_puzzle["gap"] <= worth[0] - worth[1] + 0.001
    assert puzzle.EASIEST <= shipped_puzzle["rating"] <= puzzle.HARDEST


def test_the_same_dice_find_the_same_whatever_the_seat_cannot_see(
    observed_puzzle: Observation,
) -> None:
    other = observe(deal_unseen(observed_puzzle, Random(4)), observed_puzzle.turn)
    assert puzzle.find_puzzle(other, Random(1), Random) == puzzle.find_puzzle(
        observed_puzzle, Random(1), Random
    )


def test_a_choice_that_is_not_borne_out_when_it_is_played_is_none(
    shipped_puzzle: Json, observed_puzzle: Observation
) -> None:
    choices = [choice for choice, _ in shipped_puzzle["worth"]]
    assert not puzzle.is_borne_out(
        shipped_puzzle["question"], observed_puzzle, Random(5), Random, choices[::-1]
    )


def test_a_kind_of_answer_that_is_not_wanted_makes_no_puzzle(shipped_puzzle: Json) -> None:
    kind = shipped_puzzle["theme"], shipped_puzzle["kind"]
    question, position = shipped_puzzle["question"], shipped_puzzle["position"]
    assert puzzle.check_puzzle(question, position, Random(1), Random, {kind}) is None


def test_other_rules_have_no_puzzles(observed_puzzle: Observation) -> None:
    assert (
        puzzle.find_puzzle(
            observed_puzzle._replace(ruleset=Ruleset(edition="classic")), Random(1), Random
        )
        is None
    )
    assert puzzle.find_puzzle(observed_puzzle._replace(viewer=None), Random(1), Random) is None


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
    position = describe_position(moved)
    assert [seat["lives"] for seat in position["seats"]] == [3, 4, 1, 2]
    assert [seat["status"] for seat in position["seats"]][2] == "surrendered"
    assert [len(seat["discards"]) for seat in position["seats"]] == [1, 2, 0, 0]
    assert position["dealer"] == 3
    assert (position["hand"], position["drawn"]) == (["Ye4", "Ye3", "Co8"], None)
    assert (position["stake"], position["price"]) == (3, 2)


@pytest.mark.parametrize(
    ("hand", "center", "near"),
    [
        ("Ye4 Ye3 Co8", "Ye5 Bl3", True),
        ("Co8 Ye3 Ye4", "Bl3 Ye5", True),
        ("Ye4 Ye3 Co9", "Ye5 Bl3", True),  # one card differs
        ("Ye4 Ye3 Co8", "Ye5 Pu3", True),  # a color that is as good
        ("Ye4 Ye3 Co9", "Ye5 Bl5", False),  # two cards differ
        ("Ye4 Ye3 Co8", "Ye5", False),
        ("Ye4 Tu3 Co8", "Re5 Bl3", False),  # three colors that do not multiply
    ],
)
def test_positions_are_near_up_to_colors_and_one_card(hand: str, center: str, near: bool) -> None:
    one = make_observation("Ye4 Ye3 Co8", center="Ye5 Bl3")
    other = make_observation(hand, center=center)
    positions = [describe_position(each) for each in (one, other)]
    assert are_near(*positions) is are_near(*positions[::-1]) is near


def test_a_theme_follows_from_the_position() -> None:
    drawn = make_observation("Ye4 Ye3 Co8 Wh6", round_number=2)
    assert find_theme("discard", drawn) == "feeding"
    assert find_theme("fold", drawn) == ""
    for lives, theme in ((2, "lastlife"), (3, "lastlife"), (4, "")):
        assert find_theme("fold", drawn._replace(lives=(lives, 10, 10, 10))) == theme
    for number, theme in ((2, "timing"), (3, "timing"), (4, "outs"), (9, "outs")):
        view = make_observation("Ye4 Ye3 Co8", round_number=number)
        assert find_theme("fight", view) == theme
        known = make_observation(
            "Ye4 Ye3 Co8", known=("", "Re3", "", ""), round_number=number, standing=2
        )
        assert find_theme("fight", known) == "rivals"
    gone = make_observation("Ye4 Ye3 Co8", known=("", "", "", "Re3"), standing=3)
    assert find_theme("fight", gone) == "timing"


def test_the_own_score_alone_decides_for_who_looks_at_nothing_else() -> None:
    high = make_observation("Ye4 Ye5 Ye3", round_number=3)
    low = make_observation("Co1 Co2 Wh6", round_number=3)
    assert solvers.answer_by_own_score("fight", high, Random(1)) == "fight"
    assert solvers.answer_by_own_score("fight", low, Random(1)) == "on"
    four = make_observation("Co1 Co2 Ye3 Bk6", tops=("", "Wh6", "", ""), round_number=3)
    assert solvers.answer_by_own_score("fold", four, Random(1)) == "surrender"
    assert solvers.answer_by_own_score("discard", four, Random(1)) == "Ye3"
