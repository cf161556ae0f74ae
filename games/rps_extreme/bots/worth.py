"""The worth of the cards of RPS Extreme to their holder, in points, and the worth of a lead."""

from math import exp, sqrt

from games.rps_extreme.rules.cards import (
    BLACK,
    BLUE,
    DECK,
    DIAMOND,
    GOLDEN,
    GREEN,
    NONE,
    ONYX,
    PURPLE,
    RAINBOW,
    RED,
    RUBY,
    SILVER,
    SPARKLY,
    family_of,
)
from games.rps_extreme.rules.state import Cards, Pair

# Fitted to 500 results of games between hard players that picked half of their cards at random, and
# rounded: in such games a card is worth less than half a point.
_OF_FAMILY = {
    DIAMOND: 0.25,
    GOLDEN: 0.5,
    ONYX: 0.15,
    SILVER: 0.25,
    RUBY: 0.1,
    RAINBOW: 0.45,
    BLACK: 0.1,
    SPARKLY: 0.3,
    PURPLE: 0.45,
    GREEN: 0.15,
    BLUE: 0.35,
    RED: 0.2,
}
WORTH: tuple[float, ...] = (0.0, *[_OF_FAMILY[family_of(card)] for card in DECK])

# A lead of so many points counts for less while there is a long way to go.
STEEP, EARLY = 0.9, 3.0


def worth_of_cards(cards: Cards) -> float:
    """Return what these cards are worth together."""
    return sum([WORTH[card] for card in cards])


def lowest_card(cards: Cards, besides: int = NONE) -> int:
    """Return the card worth least, another than the one that must stay."""
    return min([card for card in cards if card != besides], key=WORTH.__getitem__)


def win_chance(scores: Pair, cards: tuple[float, float], target: int) -> float:
    """Return how likely seat 0 seems to win with these scores, and inventories of this worth."""
    one, other = scores
    if max(scores) >= target and one != other:
        return 1.0 if one > other else 0.0
    lead = one + cards[0] - other - cards[1]
    left = max(1, target - max(scores))
    return 1 / (1 + exp(-STEEP * lead / sqrt(left + EARLY)))
