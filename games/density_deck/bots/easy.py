"""The easy player: makes the typical mistakes of beginners on purpose, and no others.

- It judges by its own three cards alone. It ignores the Center and the discards of others, and
  never considers other hands.
- It likes big numbers: it adds up all its cards, even those of a color that gains nothing.
- It clings to the color that it collects and never discards a card of it.
- It calls a fight as soon as its cards look good, whatever the stake.
- It surrenders too late: only with a score below 0.
- In many turns it overlooks the discards of others.
"""

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from games.density_deck.bots.options import (
    draw_options,
    own_scores,
    takeable_seats,
    top_weights,
    weight_below,
)
from games.density_deck.rules.cards import COMMON, FACES
from games.density_deck.rules.game import remove_card
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.scoring import SCORERS, faces_key
from games.density_deck.rules.state import DRAW, FIGHT, PRICES, SURRENDER, TAKE
from games.engine.contract import Dice

FALLS_AFTER, FALLS_BY = 4, 8  # after this round, the score it fights at falls by 8 per round
STAYS_AT = 0
TAKES_FOR = 3  # a discard is taken only if it improves the hand by more than this


class Habits(NamedTuple):
    """How one of these players errs."""

    overlooks: float  # share of draws and discards in which it overlooks the others' discards
    fights_at: int  # by score, or by the worth of its own cards if it is blind
    blind: bool  # ignores the cards on the table when it values its own


EASY = Habits(overlooks=0.5, fights_at=45, blind=True)
# It waits for a large product; if it were blind, too, it would never win.
PATIENT = Habits(overlooks=0.7, fights_at=75, blind=False)


def choose_action(observation: Observation, dice: Dice) -> int:
    """Return the action of the easy player."""
    return _choose(observation, dice, EASY)


def choose_patiently(observation: Observation, dice: Dice) -> int:
    """Return the action of an easy player that waits for large products."""
    return _choose(observation, dice, PATIENT)


def _choose(observation: Observation, dice: Dice, habits: Habits) -> int:
    overlooks = dice.random() < habits.overlooks
    if not observation.drawing:
        return _discard(observation, habits, overlooks)
    hand = observation.hand
    now = _worth(observation, hand, top_weights(observation), habits)
    mark = habits.fights_at - FALLS_BY * max(0, observation.round - FALLS_AFTER)
    if FIGHT in observation.legal and now >= mark:
        return FIGHT
    options = draw_options(observation)
    return options[0] if overlooks and DRAW in options else _draw(observation, options, habits)


def _draw(observation: Observation, options: tuple[int, ...], habits: Habits) -> int:
    """Return the discard that improves the hand most, if it does so enough, otherwise the pile.

    The comparison assumes that the taken card is kept. Otherwise two players could take and
    discard the same harmful card forever.
    """
    tops = top_weights(observation)
    worths = {}
    for seat in takeable_seats(observation):
        new_tops = list(tops)
        new_tops[seat] = weight_below(observation, seat)
        four = (*observation.hand, observation.discards[seat][-1])
        worths[TAKE + seat] = max(
            [
                _worth(observation, remove_card(four, card), new_tops, habits)
                for card in observation.hand
            ]
        )
    best = max(worths, key=worths.__getitem__, default=DRAW)
    enough = _worth(observation, observation.hand, tops, habits) + TAKES_FOR
    return best if best in worths and (DRAW not in options or worths[best] > enough) else options[0]


def _discard(observation: Observation, habits: Habits, overlooks: bool) -> int:
    """Keep the best three cards and the color that it collects; surrender below 0.

    It does not surrender its last life, which a fight may save, nor against a single rival, who
    would win at once.
    """
    survives = PRICES[observation.round] < observation.lives[observation.turn]
    if survives and sum(observation.standing) > 2 and max(own_scores(observation)) < STAYS_AT:
        return SURRENDER
    hand = observation.hand
    tops = [0] * len(observation.lives) if overlooks else top_weights(observation)
    color, _ = _best_color(hand)
    return max(
        [card for card in hand if FACES[card].suit != color] or hand,
        key=lambda card: _worth(observation, remove_card(hand, card), tops, habits),
    )


def _worth(
    observation: Observation, cards: Sequence[int], tops: Sequence[int], habits: Habits
) -> int:
    """Return the score of these cards, or the worth they seem to have to a blind player."""
    if habits.blind:
        color, product = _best_color(cards)
        others = [FACES[card].power for card in cards if FACES[card].suit != color]
        return product + sum(others)
    table = faces_key(observation.center) + sum(tops) - tops[observation.turn]
    return SCORERS[observation.ruleset.edition, observation.ruleset.lone](faces_key(cards), table)


def _best_color(cards: Sequence[int]) -> tuple[str, int]:
    """Return the color with the largest product in these cards, and the product; or "" and 0."""
    powers: dict[str, list[int]] = {}
    for card in cards:
        suit, power = FACES[card]
        if suit != COMMON:
            powers.setdefault(suit, []).append(power)
    products = {suit: prod(factors) for suit, factors in powers.items()}
    best = max(products, key=products.__getitem__, default="")
    return best, products.get(best, 0)
