"""AI players of finely graded strength: one for every 50 points.

Those weaker than the easy player are easy players that sometimes draw and discard at random. Those
just above it play like the steady player, which considers other hands, in some of their decisions.
The strong ones use the network with noise on its values: less noise, more strength. Their ratings
were measured with `python -m bench.luck_scale`.
"""

from collections.abc import Callable, Mapping
from functools import partial

from games.density_deck.bots import easy, medium, network, steady
from games.density_deck.bots.loops import without_loops
from games.density_deck.bots.options import draw_options
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import FIGHT, SURRENDER
from games.engine.contract import Dice

# All three tables are by public rating points.
# The share of an easy player's draws and discards that are random.
SLIPS = {1100: 0.75, 1150: 0.37}
# The share of decisions that are a steady player's instead of an easy one's.
CARE = {1200: 0.0, 1250: 0.37, 1300: 0.7}
# The noise of the network (bots/network.py).
NOISE = {1350: 0.65, 1400: 0.48, 1450: 0.35, 1500: 0.26, 1550: 0.18, 1600: 0.1, 1650: 0.03}


def choose_with_slips(observation: Observation, dice: Dice, share: float) -> int:
    """Return the action of an easy player with this share of random draws and discards."""
    action = easy.choose_action(observation, dice)
    if action in (FIGHT, SURRENDER) or dice.random() >= share:
        return action
    return medium.choose_any(
        draw_options(observation) if observation.drawing else observation.hand, dice
    )


def choose_with_care(observation: Observation, dice: Dice, share: float) -> int:
    """Return a steady player's action in this share of decisions, an easy player's in the rest."""
    choose = steady.choose if dice.random() < share else easy.choose_action
    return choose(observation, dice)


DIAL: Mapping[int, Callable[[Observation, Dice], int]] = {
    **{points: partial(choose_with_slips, share=share) for points, share in SLIPS.items()},
    **{points: partial(choose_with_care, share=share) for points, share in CARE.items()},
    **{
        points: without_loops(partial(network.choose_action, noise=noise))
        for points, noise in NOISE.items()
    },
}
