"""The patient builder: a style of the steady and of the medium player, as strong as they are.

It goes for the largest score, not for the likeliest win, and calls a fight only with a lead: so
large products come about, and some matches last longer.
"""

from games.density_deck.bots import medium, steady
from games.density_deck.bots.medium import Outlook
from games.density_deck.bots.options import draws, top_weights
from games.density_deck.rules.game import without
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import FIGHT, PASS, SURRENDER
from games.engine.contract import Dice

SLIPS = 0.1  # of a steady one, which takes more care with its cards than others
LEAD = 30  # points
WAITS_UNTIL = 4  # the last round in which it asks for the lead


def as_medium(observation: Observation, dice: Dice) -> int:
    """Return the action of a patient medium player: it surrenders as the other one does."""
    outlook = medium.imagine(observation, dice, medium.SAMPLES)
    if observation.drawing:
        return FIGHT if _fights(outlook) else _draw(outlook)
    leaves = medium.leaves(outlook, medium.discard_prospects(outlook))
    return SURRENDER if leaves else _discard(outlook)


def as_steady(observation: Observation, dice: Dice) -> int:
    """Return the action of a patient steady player: it leaves as the others do."""
    slips = dice.random() < SLIPS
    outlook = steady.imagine(observation, dice)
    if observation.drawing:
        if _fights(outlook):
            return FIGHT
        return steady.slip(draws(observation), dice) if slips else _draw(outlook)
    if steady.leaves(outlook):
        return SURRENDER
    return steady.slip(observation.hand, dice) if slips else _discard(outlook)


def _fights(outlook: Outlook) -> bool:
    """Whether it calls a fight, if it may."""
    lead = LEAD if outlook.observation.round <= WAITS_UNTIL else 0
    return medium.fights(outlook, medium.fight_prospect(outlook, lead))


def _draw(outlook: Outlook) -> int:
    """Return the draw with the highest score to come."""
    prospects = medium.draw_prospects(outlook)
    return max(prospects, key=lambda action: prospects[action][1], default=PASS)


def _discard(outlook: Outlook) -> int:
    """Return the discard with the highest mean score after one more card from the pile."""
    hand, tops = outlook.observation.hand, top_weights(outlook.observation)

    def promise(card: int) -> int:
        best_with = medium.scores_with(outlook, without(hand, card), tops)
        return sum([best_with[face] for face in outlook.unseen])

    return max(dict.fromkeys(hand), key=promise)
