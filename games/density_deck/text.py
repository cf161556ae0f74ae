"""Names of cards, suits and editions, in the reader's language."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.density_deck.rules.cards import COMMON, SUIT_CODES
from games.game_type import DrawnCards, Edition, Face

SUITS = {
    COMMON: _("Common"),
    "yellow": _("Yellow"),
    "turquoise": _("Turquoise"),
    "red": _("Red"),
    "blue": _("Blue"),
    "purple": _("Purple"),
    "silver": _("Silver"),
    "gold": _("Gold"),
    "aquamarine": _("Aquamarine"),
    "white": _("White"),
    "black": _("Black"),
}
# printed on a card beside the glyph: two letters of the name, different for every suit
LETTERS = {
    COMMON: _("Co"),
    "yellow": _("Ye"),
    "turquoise": _("Tu"),
    "red": _("Re"),
    "blue": _("Bl"),
    "purple": _("Pu"),
    "silver": _("Si"),
    "gold": _("Go"),
    "aquamarine": _("Aq"),
    "white": _("Wh"),
    "black": _("Bk"),
}
EDITIONS = {
    "current": Edition(_("Standard"), _("Standard scoring"), _("The rules on this page.")),
    "classic": Edition(
        _("Classic"),
        _("Classic scoring"),
        _("Your base may also come from the table, see section 11."),
    ),
    "to the letter": Edition(
        _("To the letter"),
        _("Scored to the letter"),
        _("Like Standard, but a single card in your hand is subtracted, too."),
    ),
}
_BY_CODE = {code: suit for suit, code in SUIT_CODES.items()}


def suit_name(suit: str) -> str:
    """Return the name of a suit."""
    return str(SUITS[suit])


def read_card(card: str | Mapping[str, Any]) -> dict[str, Any]:
    """Return suit, letters, power and name of a card given as "Ye4" or {"suit", "power"}."""
    if isinstance(card, str):
        suit, power = _BY_CODE[card[:2]], int(card[2:])
    else:
        suit, power = card["suit"], card["power"]
    return {
        "suit": suit,
        "letters": str(LETTERS[suit]),
        "power": power,
        "name": f"{suit_name(suit)} {power}",
    }


def card_name(code: str) -> str:
    """Return the name of a card given by its code: "Yellow 4" for "Ye4"."""
    return f"{suit_name(_BY_CODE[code[:2]])} {code[2:]}"


def card_face(code: str) -> Face:
    """Return a card as pictures draw it."""
    card = read_card(code)
    suit = card["suit"]
    return Face(suit, suit, card["letters"], suit_name(suit), card["power"])


DRAWN_CARDS = DrawnCards(
    card_face,
    ("Aq5", "Go10", "Re10", "Bl10", "Pu5", "Tu10", "Si4"),
    _("Four players, fifty cards, ten lives each. Play in your browser."),
    "density/suits.svg",
)


def count_lives(lives: int) -> tuple[int, str]:
    """Return a number of lives, and the word that follows it."""
    return lives, ngettext("life", "lives", lives)


def join_factors(powers: list[int]) -> str:
    """Return powers as a product: 5 × 5 × 3."""
    return " × ".join(map(str, powers))
