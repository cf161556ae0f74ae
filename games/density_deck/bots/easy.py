"""The easy player: goes by its own three cards, is slow to fight, and slips as beginners do."""

from collections.abc import Sequence
from typing import NamedTuple

from games.density_deck.bots.options import draws, own_scores, sources, top_weights, weight_below
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.scoring import SCORERS, WEIGHTS, key
from games.density_deck.rules.state import DRAW, FIGHT, PRICES, SURRENDER, TAKE
from games.engine.dice import Dice

FALLS_AFTER, FALLS_BY = 4, 8  # from the round after this one on it fights at so much less a round
STAYS_AT = 0
TAKES_FOR = 3  # a discard must make the hand better by more, or the pile is tried


class Habits(NamedTuple):
    """How one of these players errs."""

    slips: float  # so many of its draws and of its discards are made at random
    fights_at: int  # the score
    blind: bool  # to what lies on the table: it draws and discards by its own cards alone


EASY = Habits(slips=0.4, fights_at=50, blind=True)
# it waits for a large product; with as many errors as the others it would never win
PATIENT = Habits(slips=0.25, fights_at=75, blind=False)


def choose(observation: Observation, dice: Dice) -> int:
    """Return the action of the easy player."""
    return _choose(observation, dice, EASY)


def patient(observation: Observation, dice: Dice) -> int:
    """Return the action of an easy player that waits for large products."""
    return _choose(observation, dice, PATIENT)


def _choose(observation: Observation, dice: Dice, habits: Habits) -> int:
    slips = dice.random() < habits.slips
    if not observation.drawing:
        return _discard(observation, dice, habits, slips)
    mark = habits.fights_at - FALLS_BY * max(0, observation.round - FALLS_AFTER)
    if FIGHT in observation.legal and own_scores(observation)[0] >= mark:
        return FIGHT
    options = draws(observation)
    if slips:
        return options[dice.randrange(len(options))]
    return _draw(observation, options, habits)


def _draw(observation: Observation, options: tuple[int, ...], habits: Habits) -> int:
    """Return the discard that makes the hand better by most, if by enough, else the pile.

    A card is taken to be kept: two players that took harmful cards away and laid them down again
    would push one to and fro.
    """
    hand, tops = key(observation.hand), top_weights(observation)
    worths = {}
    for seat in sources(observation):
        left = list(tops)
        left[seat] = weight_below(observation, seat)
        worths[TAKE + seat] = max(
            [
                _worth(observation, hand + tops[seat] - WEIGHTS[card], left, habits)
                for card in observation.hand
            ]
        )
    best = max(worths, key=worths.__getitem__, default=DRAW)
    enough = _worth(observation, hand, tops, habits) + TAKES_FOR
    return best if best in worths and (DRAW not in options or worths[best] > enough) else options[0]


def _discard(observation: Observation, dice: Dice, habits: Habits, slips: bool) -> int:
    """Keep the best three; surrender below 0, unless that makes another the winner at once.

    Nor does it give its last life away: in a fight it may keep it.
    """
    alive = PRICES[observation.round] < observation.lives[observation.turn]
    if alive and sum(observation.standing) > 2 and max(own_scores(observation)) < STAYS_AT:
        return SURRENDER
    if slips:
        return observation.hand[dice.randrange(len(observation.hand))]
    four, tops = key(observation.hand), top_weights(observation)
    return max(
        observation.hand,
        key=lambda card: _worth(observation, four - WEIGHTS[card], tops, habits),
    )


def _worth(observation: Observation, hand: int, tops: Sequence[int], habits: Habits) -> int:
    """Return what these cards would score, to a player that may be blind to those of the table."""
    table = 0 if habits.blind else key(observation.center) + sum(tops) - tops[observation.turn]
    return SCORERS[observation.ruleset.edition, observation.ruleset.lone](hand, table)
