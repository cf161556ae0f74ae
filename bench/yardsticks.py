"""Players that never change, so that figures of different years can be compared.

They are the easy and the medium player from before the steady level existed. Gates are set against
the greedy one.
"""

from games.density_deck.bots import medium
from games.density_deck.bots.options import (
    best_after_taking,
    draw_options,
    own_scores,
    takeable_seats,
)
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import DRAW, FIGHT, PASS, PRICES, SURRENDER, TAKE
from games.engine.contract import Dice

# of the greedy and the slipping player
SLIPS = 0.3  # share of random draws and discards
FIGHTS_AT = 40
STAYS_AT = 0
TAKES_FOR = 3  # a discard is taken only if it raises the score by more than this
# of the hasty player
CALLS_AT = {2: 0.69, 3: 0.62, 4: 0.57}
HOPES_AT, HOPES_LATER_AT = {1: 1.1, 2: 1.4}, 0.8


def choose_greedily(observation: Observation, dice: Dice) -> int:
    """Return the action of the slipping player without slips."""
    return _own(observation, dice, slips=False)


def choose_with_slips(observation: Observation, dice: Dice) -> int:
    """Return the action of the former easy player: greedy for its own score, with slips."""
    return _own(observation, dice, slips=dice.random() < SLIPS)


def choose_hastily(observation: Observation, dice: Dice) -> int:
    """Return the action of the former medium player: quick to fight and to surrender."""
    outlook = medium.imagine_hands(observation, dice, medium.SAMPLES)
    standing = len(outlook.rivals) + 1
    if observation.drawing:
        if FIGHT in observation.legal and medium.fight_prospect(outlook) >= CALLS_AT[standing]:
            return FIGHT
        prospects = medium.draw_prospects(outlook)
        return max(prospects, key=prospects.__getitem__, default=PASS)
    prospects = medium.discard_prospects(outlook)
    best = max(prospects, key=prospects.__getitem__)
    last = PRICES[observation.round] >= observation.lives[observation.turn]
    hopes_at = 0.0 if last else HOPES_AT.get(observation.round, HOPES_LATER_AT) / standing
    return SURRENDER if prospects[best][0] < hopes_at else best


def _own(observation: Observation, dice: Dice, *, slips: bool) -> int:
    """Fight at 40 or more; otherwise take the best discard if it helps enough, or draw.

    Keep the best three cards. Surrender below 0, but not to a single rival.
    """
    scores = own_scores(observation)
    if not observation.drawing:
        if max(scores) < STAYS_AT and sum(observation.standing) > 2:
            return SURRENDER
        if slips:
            return observation.hand[dice.randrange(len(observation.hand))]
        return observation.hand[scores.index(max(scores))]
    if scores[0] >= FIGHTS_AT and FIGHT in observation.legal:
        return FIGHT
    options = draw_options(observation)
    if slips:
        return options[dice.randrange(len(options))]
    after = {
        TAKE + seat: best_after_taking(observation, seat) for seat in takeable_seats(observation)
    }
    best = max(after, key=after.__getitem__, default=DRAW)
    worth_it = best in after and (DRAW not in options or after[best] > scores[0] + TAKES_FOR)
    return best if worth_it else options[0]
