"""Scores: the rulebook's vectors, its single rules, and the fast score against the reference."""

import random

import pytest

from games.density_deck.rules.cards import DECK, FACES, SUIT_CODES, Card
from games.density_deck.rules.messages import Score
from games.density_deck.rules.scoring import SCORERS, explain_score, faces_key

SUITS = {code: suit for suit, code in SUIT_CODES.items()} | {"C": "common"}
VARIANTS = list(SCORERS)

# DD-15: hand / amplification / others' tops, and the scores in the order of VARIANTS
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


def parse_cards(codes: str) -> list[Card]:
    """Return cards of any color and level, even if the deck lacks them."""
    split = [(code.rstrip("0123456789"), code) for code in codes.split()]
    return [Card(SUITS[suit], int(code[len(suit) :])) for suit, code in split]


def score_hand(
    hand: str, center: str = "", tops: str = "", edition: str = "current", lone: str = "ignored"
) -> Score:
    """Return the explained score, with these top discards of seats 1, 2 and 3."""
    return explain_score(
        parse_cards(hand), parse_cards(center), list(enumerate(parse_cards(tops), 1)), edition, lone
    )


@pytest.mark.parametrize("variant", VARIANTS, ids=" ".join)
@pytest.mark.parametrize("name", VECTORS)
def test_every_vector_of_the_rulebook_has_its_score(name: str, variant: tuple[str, str]) -> None:
    hand, center, tops, scores = VECTORS[name]
    wanted = scores[VARIANTS.index(variant)]
    assert score_hand(hand, center, tops, *variant)["score"] == wanted
    parts = [parse_cards(part) for part in (hand, center, tops)]
    # the fast score only knows cards of the deck, and the example has a Red 4
    if all(card in FACES for part in parts for card in part):
        keys = [faces_key(FACES.index(card) for card in part) for part in parts]
        assert SCORERS[variant](keys[0], keys[1] + keys[2]) == wanted


# rule, cards, and the expected part of the explained score
A_HAND = "Re5 Re3 C2"
A_OTHERS = {"yellow": 15, "blue": 3, "silver": 4}
LETTER = ("Wh6 Tu3 C1", "", "", "current", "subtracted")
RULES: list[tuple[str, tuple[str, ...], dict[str, object]]] = [
    ("10.2 a single card", ("Ye4",), {"base": "yellow", "score": 4}),
    ("10.3 a color of the hand", ("Re3 Ye3 C1", "Ye5", "Bk6 Bk6"), {"base": "yellow", "total": 15}),
    ("10.3 commons alone", ("C1 C2 C3", "Ye5", "Bk6 Bk6"), {"base": "black", "score": 36 - 5 + 6}),
    ("10.4 the higher score", ("Re10 C1", "Bl10", "", "classic"), {"base": "blue", "score": 11}),
    ("10.4 then deck order", ("Pu10 Re10 Bl10",), {"base": "red"}),
    ("10.5 no color", ("C4 C5 C6", "", "C10"), {"base": None, "total": 0, "score": 25}),
    ("10.6 other colors", (A_HAND, EXAMPLE_CENTER, "Re4 Ye3 Si4"), {"others": A_OTHERS}),
    ("10.7 a lone card", ("Wh6 Tu3 C1",), {"alone": ["turquoise"], "others": {}}),
    ("10.7 of the table", ("Wh6 C1", "Tu3"), {"alone": [], "score": 6 - 3 + 1}),
    ("10.7 matched there", ("Wh6 Tu3 C1", "Tu3 Wh6"), {"alone": [], "score": 36 - 9 + 1}),
    ("10.7 two of the hand", ("Re5 Re10 Si4 Si4",), {"score": 50 - 16}),
    ("10.7 a lone base", ("Bl10 C1", "Ye5"), {"total": 10, "alone": [], "score": 6}),
    ("10.7 subtracted", LETTER, {"alone": [], "others": {"turquoise": 3}}),
    ("10.8 commons", ("C1 C2 C3", "C4", "C5"), {"common": 15}),
    ("11 classic", ("Re3 C1 C2", "Bk6", "Bk6", "classic"), {"base": "black", "score": 39}),
]


@pytest.mark.parametrize(
    ("given", "wanted"), [each[1:] for each in RULES], ids=[r[0] for r in RULES]
)
def test_the_rules_of_the_score(given: tuple[str, ...], wanted: dict[str, object]) -> None:
    found = score_hand(*given)
    base = found["base"] or {"suit": None, "total": 0}
    facts = {
        "base": base["suit"],
        "total": base["total"],
        "others": {group["suit"]: group["total"] for group in found["others"]},
        "alone": [card["suit"] for card in found["alone"]],
        "common": found["common"]["total"],
        "score": found["score"],
    }
    assert {name: facts[name] for name in wanted} == wanted


def test_the_payload_has_the_four_steps() -> None:
    assert score_hand("Bl10 Tu3 C7", EXAMPLE_CENTER, "Si4") == {
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


def test_the_fast_number_is_the_explained_score_in_many_random_positions() -> None:
    dice = random.Random(2026)
    colors = list(SUITS.values())
    for number in range(4_000):
        suits = dice.sample(colors, 5) if number % 2 else colors
        deck = [face for face in DECK if FACES[face].suit in suits]
        center, tops = dice.randint(0, 3), dice.randint(0, 3)
        size = min(len(deck), dice.randint(3, 4) + center + tops)
        dealt = dice.sample(deck, size)
        middle, others, hand = dealt[:center], dealt[center:][:tops], dealt[center + tops :]
        for variant, fast in SCORERS.items():
            explained = explain_score(
                [FACES[face] for face in hand],
                [FACES[face] for face in middle],
                [(seat, FACES[face]) for seat, face in enumerate(others)],
                *variant,
            )
            assert (
                fast(faces_key(hand), faces_key(middle) + faces_key(others)) == explained["score"]
            ), dealt
