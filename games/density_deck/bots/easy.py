"""The easy player: makes the mistakes of beginners, on purpose, and no others.

- It goes by its own three cards alone. It counts neither gains nor losses by the Center and the
  discards of others, and it never asks what others may hold.
- Big numbers please it: each of its cards seems to add its number, also one of a color that brings
  nothing.
- It clings to the color that it collects, and lays no card of that down.
- It fights as soon as its cards look good, whatever is at stake for it.
- It surrenders too late: a hand below 0, never another one.
- In many turns it overlooks what others have laid down.
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

FALLS_AFTER, FALLS_BY = 4, 8  # from the round after this one on it fights at so much less a round
STAYS_AT = 0
TAKES_FOR = 3  # a discard must make the hand better by more, or the pile is tried


class Habits(NamedTuple):
    """How one of these players errs."""

    overlooks: float  # what others have laid down, in so many of its draws and of its discards
    fights_at: int  # the score, or what its own cards seem to be worth
    blind: bool  # to what the table does to its cards


EASY = Habits(overlooks=0.5, fights_at=45, blind=True)
# it waits for a large product; as blind as the others it would never win
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
    """Return the discard that makes the hand better by most, if by enough, else the pile.

    A card is taken to be kept: two players that took harmful cards away and laid them down again
    would push one to and fro.
    """
    tops = top_weights(observation)
    worths = {}
    for seat in takeable_seats(observation):
        left = list(tops)
        left[seat] = weight_below(observation, seat)
        four = (*observation.hand, observation.discards[seat][-1])
        worths[TAKE + seat] = max(
            [
                _worth(observation, remove_card(four, card), left, habits)
                for card in observation.hand
            ]
        )
    best = max(worths, key=worths.__getitem__, default=DRAW)
    enough = _worth(observation, observation.hand, tops, habits) + TAKES_FOR
    return best if best in worths and (DRAW not in options or worths[best] > enough) else options[0]


def _discard(observation: Observation, habits: Habits, overlooks: bool) -> int:
    """Keep the best three with the color that it collects; surrender below 0.

    But not where that makes another the winner at once, nor with its last life: in a fight it may
    keep it.
    """
    alive = PRICES[observation.round] < observation.lives[observation.turn]
    if alive and sum(observation.standing) > 2 and max(own_scores(observation)) < STAYS_AT:
        return SURRENDER
    hand = observation.hand
    tops = [0] * len(observation.lives) if overlooks else top_weights(observation)
    collects, _ = _collection(hand)
    return max(
        [card for card in hand if FACES[card].suit != collects] or hand,
        key=lambda card: _worth(observation, remove_card(hand, card), tops, habits),
    )


def _worth(
    observation: Observation, cards: Sequence[int], tops: Sequence[int], habits: Habits
) -> int:
    """Return what these cards would score, or what a player that is blind to the table believes."""
    if habits.blind:
        collects, product = _collection(cards)
        others = [FACES[card].power for card in cards if FACES[card].suit != collects]
        return product + sum(others)
    table = faces_key(observation.center) + sum(tops) - tops[observation.turn]
    return SCORERS[observation.ruleset.edition, observation.ruleset.lone](faces_key(cards), table)


def _collection(cards: Sequence[int]) -> tuple[str, int]:
    """Return the color whose product in these cards is the largest, and that; "" and 0 without."""
    powers: dict[str, list[int]] = {}
    for card in cards:
        suit, power = FACES[card]
        if suit != COMMON:
            powers.setdefault(suit, []).append(power)
    products = {suit: prod(held) for suit, held in powers.items()}
    best = max(products, key=products.__getitem__, default="")
    return best, products.get(best, 0)
