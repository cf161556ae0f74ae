"""Scores: the rulebook's vectors, its rules one by one, and the fast number against the norm."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.density_deck.rules.cards import DECK, FACES, SUIT_CODES, Card
from games.density_deck.rules.scoring import SCORERS, WEIGHTS, explain, key
from games.engine.contract import Json

SUITS = {code: suit for suit, code in SUIT_CODES.items()} | {"C": "common"}
VARIANTS = list(SCORERS)

# DD-15: hand / amplification / others' tops, and the score in the order of VARIANTS.
EXAMPLE_CENTER = "C5 Bl3 Ye5"
VECTORS = {
    "A": ("Re5 Re3 C2", EXAMPLE_CENTER, "Re4 Ye3 Si4", (45, 45, 45, 45)),
    "B": ("Ye4 C1 C3", EXAMPLE_CENTER, "Ye3 Si4 C6", (68, 68, 68, 68)),
    "C": ("Bl10 Tu3 C7", EXAMPLE_CENTER, "Si4 C6 Re4", (35, 32, 35, 32)),
    "D": ("Bl5 Wh6 Wh6", EXAMPLE_CENTER, "C6 Re4 Ye3", (13, 13, 13, 13)),
    "E": ("Re3 C1 C2", "Bk6", "Bk6", (-30, -30, 39, 36)),
    "F": ("C1 C2 C3", "Bk6", "Bk6", (42, 42, 42, 42)),
    "G": ("C4 C5 C6", "", "C10", (25, 25, 25, 25)),
    "H": ("Wh6 Tu3 C1", "", "", (7, 4, 7, 4)),
    "I": ("Si4 Si4 Re10", "Re5", "", (34, 34, 34, 34)),
    "J": ("Bk6 C10 C10", "C9 C9 C8", "Bk6 Bk6 C8", (270, 270, 270, 270)),
    "K": ("Pu3 Tu3 Bl3", "Bk6 Bk6 Bk6", "Wh6 Wh6 Wh6", (-429, -435, 0, -9)),
    "L": ("Re10 Bl10 Go10", "Bk6 Bk6 Bk6", "Wh6 Wh6 Wh6", (-422, -442, 0, -30)),
    "M": ("Re10 C1 C2", "Bl10", "", (3, 3, 13, 3)),
}


def cards(codes: str) -> list[Card]:
    """Cards of any color and level, also those that the deck lacks."""
    split = [(code.rstrip("0123456789"), code) for code in codes.split()]
    return [Card(SUITS[suit], int(code[len(suit) :])) for suit, code in split]


def score(
    hand: str, center: str = "", tops: str = "", edition: str = "current", lone: str = "ignored"
) -> Json:
    """The explained score; the tops lie on the piles of the seats 1, 2 and 3."""
    return explain(cards(hand), cards(center), list(enumerate(cards(tops), 1)), edition, lone)


@pytest.mark.parametrize("variant", VARIANTS, ids=" ".join)
@pytest.mark.parametrize("name", VECTORS)
def test_every_vector_of_the_rulebook_has_its_score(name: str, variant: tuple[str, str]) -> None:
    hand, center, tops, scores = VECTORS[name]
    assert score(hand, center, tops, *variant)["score"] == scores[VARIANTS.index(variant)]


@pytest.mark.parametrize("variant", VARIANTS, ids=" ".join)
@pytest.mark.parametrize("name", [name for name in VECTORS if name not in "ABCD"])
def test_the_fast_number_knows_every_vector_of_cards_that_exist(
    name: str, variant: tuple[str, str]
) -> None:
    hand, center, tops, scores = VECTORS[name]
    keys = [key(FACES.index(card) for card in cards(part)) for part in (hand, center, tops)]
    assert SCORERS[variant](keys[0], keys[1] + keys[2]) == scores[VARIANTS.index(variant)]


def test_dd_10_1_hand_center_and_discards_count_in_this_order() -> None:
    base = score("Ye4 C1 C3", EXAMPLE_CENTER, "Ye3 Si4 C6")["base"]
    assert [(card["power"], card["from"]) for card in base["cards"]] == [
        (4, "hand"),
        (5, "center"),
        (3, 1),
    ]


def test_dd_10_2_a_single_card_counts_its_own_level() -> None:
    assert score("Ye4")["score"] == 4


def test_dd_10_3_the_base_is_the_largest_product_of_a_color_in_the_hand() -> None:
    found = score("Re3 Ye3 C1", "Ye5", "Bk6 Bk6")
    assert (found["base"]["suit"], found["base"]["total"]) == ("yellow", 15)


def test_dd_10_3_a_hand_of_commons_takes_the_largest_color_on_the_table() -> None:
    found = score("C1 C2 C3", "Ye5", "Bk6 Bk6")
    assert (found["base"]["suit"], found["score"]) == ("black", 36 - 5 + 6)


def test_dd_10_4_of_equal_products_the_base_with_the_higher_final_score_is_taken() -> None:
    found = score("Re10 C1", "Bl10", edition="classic")
    assert (found["base"]["suit"], found["score"]) == ("blue", 11)
    assert [(card["suit"], card["power"]) for card in found["alone"]] == [("red", 10)]


def test_dd_10_4_after_that_deck_order_decides() -> None:
    found = score("Pu10 Re10 Bl10")
    assert found["base"]["suit"] == "red"


def test_dd_10_5_without_any_color_there_is_no_base_and_its_total_is_0() -> None:
    found = score("C4 C5 C6", "", "C10")
    assert found["base"] is None
    assert found["score"] == 25


def test_dd_10_6_every_other_color_is_subtracted_by_its_product() -> None:
    found = score("Re5 Re3 C2", EXAMPLE_CENTER, "Re4 Ye3 Si4")
    totals = [(group["suit"], group["total"]) for group in found["others"]]
    assert totals == [("yellow", 15), ("blue", 3), ("silver", 4)]


def test_dd_10_7_a_lone_hand_card_stands_alone_under_ignored() -> None:
    found = score("Wh6 Tu3 C1")
    assert [(card["suit"], card["power"]) for card in found["alone"]] == [("turquoise", 3)]
    assert found["others"] == []


def test_dd_10_7_a_lone_card_of_the_table_is_subtracted() -> None:
    found = score("Wh6 C1", "Tu3")
    assert (found["alone"], found["score"]) == ([], 6 - 3 + 1)


def test_dd_10_7_a_hand_color_that_the_table_matches_is_subtracted() -> None:
    found = score("Wh6 Tu3 C1", "Tu3 Wh6")
    assert (found["alone"], found["score"]) == ([], 36 - 9 + 1)


def test_dd_10_7_two_hand_cards_of_a_color_are_subtracted() -> None:
    assert score("Re5 Re10 Si4 Si4")["score"] == 50 - 16


def test_dd_10_7_a_lone_base_is_still_the_base() -> None:
    found = score("Bl10 C1", "Ye5")
    assert (found["base"]["total"], found["alone"], found["score"]) == (10, [], 6)


def test_dd_10_7_subtracted_drops_the_exception() -> None:
    found = score("Wh6 Tu3 C1", lone="subtracted")
    assert (found["alone"], [group["suit"] for group in found["others"]]) == ([], ["turquoise"])


def test_dd_10_8_commons_add_up_wherever_they_lie() -> None:
    assert score("C1 C2 C3", "C4", "C5")["common"]["total"] == 15


def test_dd_10_9_a_score_may_be_negative() -> None:
    assert score("Re3 C1 C2", "Bk6", "Bk6")["score"] == -30


def test_dd_11_classic_takes_the_base_from_the_table_too() -> None:
    found = score("Re3 C1 C2", "Bk6", "Bk6", edition="classic")
    assert (found["base"]["suit"], found["score"]) == ("black", 39)


def test_the_payload_has_the_four_steps() -> None:
    assert score("Bl10 Tu3 C7", EXAMPLE_CENTER, "Si4") == {
        "base": {
            "suit": "blue",
            "cards": [
                {"suit": "blue", "power": 10, "from": "hand"},
                {"suit": "blue", "power": 3, "from": "center"},
            ],
            "total": 30,
        },
        "others": [
            {
                "suit": "yellow",
                "cards": [{"suit": "yellow", "power": 5, "from": "center"}],
                "total": 5,
            },
            {"suit": "silver", "cards": [{"suit": "silver", "power": 4, "from": 1}], "total": 4},
        ],
        "alone": [{"suit": "turquoise", "power": 3, "from": "hand"}],
        "common": {
            "cards": [
                {"suit": "common", "power": 7, "from": "hand"},
                {"suit": "common", "power": 5, "from": "center"},
            ],
            "total": 12,
        },
        "score": 30 - 9 + 12,
    }


def test_the_payload_of_a_hand_without_colors_has_no_base() -> None:
    assert score("C1")["base"] is None


def test_keys_of_two_groups_can_be_added() -> None:
    assert key((1, 2)) + key((12,)) == key((1, 2, 12))
    assert WEIGHTS[12] == key((12,))


def _agree(dealt: list[int], center: int, tops: int) -> None:
    hand = dealt[: len(dealt) - center - tops]
    middle = dealt[len(hand) : len(hand) + center]
    others = dealt[len(hand) + center :]
    for variant, fast in SCORERS.items():
        explained = explain(
            [FACES[face] for face in hand],
            [FACES[face] for face in middle],
            [(seat, FACES[face]) for seat, face in enumerate(others)],
            *variant,
        )
        assert fast(key(hand), key(middle) + key(others)) == explained["score"], (variant, dealt)


@given(
    shuffled=st.permutations(DECK), size=st.integers(3, 4), center=st.integers(0, 3),
    tops=st.integers(0, 3),
)  # fmt: skip
def test_the_fast_number_is_the_explained_score(
    shuffled: list[int], size: int, center: int, tops: int
) -> None:
    _agree(shuffled[: size + center + tops], center, tops)


def test_the_fast_number_is_the_explained_score_in_many_random_positions() -> None:
    dice = random.Random(2026)
    few = [[face for face in DECK if FACES[face].suit in dice.sample([*SUITS.values()], 5)]
           for _ in range(40)]  # fmt: skip
    for number in range(12_000):
        deck = few[number % 40] if number % 2 else DECK
        center, tops = dice.randint(0, 3), dice.randint(0, 3)
        size = min(len(deck), dice.randint(3, 4) + center + tops)
        _agree(dice.sample(deck, size), center, tops)
