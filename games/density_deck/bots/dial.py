"""A player of any strength: one for every 50 points between the weakest and the strongest.

The weak ones err in kind, as the easy player does: below it they lay down and draw at random now
and then, above it they weigh what others hold in some of their decisions, as the steady player
does. The strong ones misjudge what moves may change, the less the stronger they are. How strong
they are was measured: python -m bench.luck_scale.
"""

from collections.abc import Callable, Mapping
from functools import partial

from games.density_deck.bots import easy, medium, network, steady
from games.density_deck.bots.options import draw_options
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import FIGHT, SURRENDER
from games.engine.contract import Dice

# by public rating points: so many draws and discards of an easy player are made at random,
SLIPS = {1100: 0.75, 1150: 0.37}
# so many decisions of an easy player are those of a steady one,
CARE = {1200: 0.0, 1250: 0.37, 1300: 0.7}
# and so noisy is the network (bots/network.py)
NOISE = {1350: 0.65, 1400: 0.48, 1450: 0.35, 1500: 0.26, 1550: 0.18, 1600: 0.1, 1650: 0.03}


def choose_with_slips(observation: Observation, dice: Dice, share: float) -> int:
    """Return the action of an easy player of whose draws and discards so many are random."""
    action = easy.choose_action(observation, dice)
    if action in (FIGHT, SURRENDER) or dice.random() >= share:
        return action
    return medium.choose_any(
        draw_options(observation) if observation.drawing else observation.hand, dice
    )


def choose_with_care(observation: Observation, dice: Dice, share: float) -> int:
    """Return the action of a player that is steady in so many decisions, and easy in the others."""
    choose = steady.choose if dice.random() < share else easy.choose_action
    return choose(observation, dice)


DIAL: Mapping[int, Callable[[Observation, Dice], int]] = {
    **{points: partial(choose_with_slips, share=share) for points, share in SLIPS.items()},
    **{points: partial(choose_with_care, share=share) for points, share in CARE.items()},
    **{points: partial(network.choose_action, noise=noise) for points, noise in NOISE.items()},
}
