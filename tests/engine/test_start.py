"""Setting up a match (DD-3) and the ruleset it is played by (DD-12)."""

import pytest

from games.density_deck.game_type import RULES as DENSITY_DECK
from games.density_deck.rules import game as rules
from games.density_deck.rules import state
from games.density_deck.rules.cards import CODES, DECK, FACES
from games.density_deck.rules.state import Dealt, Ruleset
from games.engine import deal
from tests.engine.positions import SEED, lapse_to, move, only, play, stacked


def test_dd_1_1_the_deck_has_fifty_cards_of_thirty_faces() -> None:
    assert len(DECK) == 50
    assert len(FACES) == len(set(FACES)) == 30
    assert sum(FACES[face].suit == "common" for face in DECK) == 20
    assert CODES[DECK[0]] == "Co1"


@pytest.mark.parametrize(("seats", "pile"), [(4, 35), (3, 38), (2, 41)])
def test_dd_3_3_three_cards_each_then_three_in_the_center_the_rest_is_the_pile(
    seats: int, pile: int
) -> None:
    first, _ = rules.start(Ruleset(seats=seats), SEED)
    assert [len(seat.hand) for seat in first.seats] == [3] * seats
    assert len(DECK) - first.top == pile
    assert rules.face_up(first) == ()


def test_dd_3_3_cards_are_dealt_one_at_a_time_starting_left_of_the_dealer() -> None:
    first, _ = rules.start(Ruleset(), SEED)
    dealer = first.deal.dealer
    for card in range(12):
        seat = (dealer + 1 + card) % 4
        assert first.seats[seat].hand[card // 4] == first.deal.deck[card]
    assert rules.center(first.deal) == first.deal.deck[12:15]


def test_dd_3_1_the_deal_passes_clockwise() -> None:
    over, events = move(lapse_to(stacked("", "", "", "", dealer=1), to_round=2), "fight")
    assert over.deal.dealer == 2
    assert rules.asked(over) == (3,)
    assert only(events, Dealt).order == (3, 0, 1, 2)


def test_dd_3_1_the_deal_passes_over_eliminated_seats() -> None:
    begun = stacked("", "", "", "", dealer=0, lives=(5, 5, 1, 5))
    over = play(begun, "draw", begun_discard(begun), "surrender", "surrender", "surrender")
    assert [seat.lives for seat in over.seats] == [4, 5, 0, 4]
    assert over.deal.dealer == 1
    over = play(over, "surrender", "surrender")
    assert over.deal.dealer == 3


def begun_discard(begun: state.State) -> str:
    """The code of the first card of the seat to act."""
    return CODES[begun.seats[rules.asked(begun)[0]].hand[0]]


def test_dd_3_2_every_match_has_all_fifty_cards_shuffled_anew() -> None:
    first, _ = rules.start(Ruleset(), SEED)
    second = play(first, "surrender", "surrender", "surrender")
    assert sorted(second.deal.deck) == sorted(DECK)
    assert second.deal.deck == deal.deck(SEED, 2, DECK) != first.deal.deck
    assert second.deal.match == 2


def test_an_eliminated_seat_is_dealt_nothing_and_has_no_pile() -> None:
    begun = stacked("", "", "", "", lives=(5, 0, 5, 5))
    assert begun.seats[1].hand == ()
    assert 1 not in begun.deal.order
    assert len(DECK) - begun.top == 38


# ------------------------------------------------------------------------------ rulesets
def test_the_defaults_are_those_of_the_rulebook() -> None:
    assert DENSITY_DECK.ruleset_to_json(DENSITY_DECK.ruleset("current")) == {
        "edition": "current",
        "lone": "ignored",
        "allow_pass": False,
        "round_cap": 10,
        "lives": 10,
        "seats": 4,
        "version": 1,
    }


def test_the_named_editions_change_what_their_name_says() -> None:
    assert DENSITY_DECK.ruleset("classic") == Ruleset(edition="classic")
    assert DENSITY_DECK.ruleset("to the letter") == Ruleset(lone="subtracted")
    assert DENSITY_DECK.ruleset("classic", seats=2) == Ruleset(edition="classic", seats=2)


@pytest.mark.parametrize(
    "wrong",
    [
        {"edition": "newest"},
        {"lone": True},
        {"allow_pass": 1},
        {"round_cap": 3},
        {"round_cap": 31},
        {"lives": 0},
        {"lives": 21},
        {"lives": True},
        {"seats": 1},
        {"seats": 5},
        {"seats": 4.0},
        {"version": 2},
        {"colour": "red"},
    ],
    ids=str,
)
def test_a_field_or_value_that_the_rulebook_does_not_list_is_an_error(
    wrong: dict[str, object],
) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        DENSITY_DECK.ruleset_from_json(wrong)
