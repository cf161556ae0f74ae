"""The numbers on the rules page, taken from the code of the rules."""

from typing import Any

from games.density_deck.rules import game as rules
from games.density_deck.rules.cards import COMMON, DECK, FACES, SUITS
from games.density_deck.rules.state import PRICES, STAKES, Ruleset

SEATS = (2, 3, 4)
FLIPS = rules.CENTER + 1  # the first round in which the whole center is face up


def rule_numbers() -> dict[str, Any]:
    """Return every count, price and size that the rules page mentions."""
    plain = Ruleset()
    commons = sum(FACES[face].suit == COMMON for face in DECK)
    return {
        "lives": plain.lives,
        "seats": plain.seats,
        "last_round": plain.round_cap,
        "cards": len(DECK),
        "commons": commons,
        "common_most": max(FACES[face].power for face in DECK if FACES[face].suit == COMMON),
        "colors": len(SUITS) - 1,
        "colored": len(DECK) - commons,
        "of_a_color": (len(DECK) - commons) // (len(SUITS) - 1),
        "hand": rules.HAND,
        "drawn": rules.HAND + 1,
        "center": rules.CENTER,
        "piles": [
            {"seats": seats, "cards": len(DECK) - rules.HAND * seats - rules.CENTER}
            for seats in reversed(SEATS)
        ],
        "rounds": [_round(number) for number in range(1, FLIPS + 1)],
    }


def _round(number: int) -> dict[str, Any]:
    """Return the face-up cards, stake and price of a round; the last row is for all later ones."""
    return {
        "number": number,
        "last": number == FLIPS,
        "face_up": number - 1,
        "stake": STAKES[number],
        "price": PRICES[number],
    }
