"""The worth of cards to their holder, in points, and the chance to win with a lead."""

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

# Fitted to 500 games between hard players that picked half of their cards at random, and rounded.
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

# Parameters of win_chance: a lead counts less the more points are left to score.
STEEP, EARLY = 0.9, 3.0


def worth_of_cards(cards: Cards) -> float:
    """Return the total worth of these cards."""
    return sum([WORTH[card] for card in cards])


def lowest_card(cards: Cards, besides: int = NONE) -> int:
    """Return the card that is worth least, except `besides`."""
    return min([card for card in cards if card != besides], key=WORTH.__getitem__)


def win_chance(scores: Pair, cards: tuple[float, float], target: int) -> float:
    """Return the estimated chance of seat 0, from the scores and the worth of both inventories."""
    one, other = scores
    if max(scores) >= target and one != other:
        return 1.0 if one > other else 0.0
    lead = one + cards[0] - other - cards[1]
    remaining = max(1, target - max(scores))
    return 1 / (1 + exp(-STEEP * lead / sqrt(remaining + EARLY)))
