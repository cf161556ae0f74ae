"""The fifty cards of Density Deck and their short codes (DD-1.1)."""

from typing import NamedTuple


class Card(NamedTuple):
    """The face of a card: a suit in lower case and a power level."""

    suit: str
    power: int


COMMON = "common"
SUIT_CODES = {
    COMMON: "Co",
    "yellow": "Ye",
    "turquoise": "Tu",
    "red": "Re",
    "blue": "Bl",
    "purple": "Pu",
    "silver": "Si",
    "gold": "Go",
    "aquamarine": "Aq",
    "white": "Wh",
    "black": "Bk",
}
SUITS = tuple(SUIT_CODES)

_POWERS = {
    COMMON: (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10),
    "yellow": (3, 4, 5),
    "turquoise": (3, 3, 10),
    "red": (3, 5, 10),
    "blue": (3, 5, 10),
    "purple": (3, 5, 10),
    "silver": (4, 4, 4),
    "gold": (4, 4, 10),
    "aquamarine": (5, 5, 5),
    "white": (6, 6, 6),
    "black": (6, 6, 6),
}

_ALL_CARDS = tuple(Card(suit, power) for suit, powers in _POWERS.items() for power in powers)

# A face is an index into FACES. Identical cards share one face, so code that works with faces
# cannot tell them apart, and no message can reveal which of them a player holds.
FACES: tuple[Card, ...] = tuple(dict.fromkeys(_ALL_CARDS))
CODES: tuple[str, ...] = tuple(f"{SUIT_CODES[suit]}{power}" for suit, power in FACES)
FACE: dict[str, int] = {code: face for face, code in enumerate(CODES)}
DECK: tuple[int, ...] = tuple(FACES.index(card) for card in _ALL_CARDS)
