"""The easy player: any legal action, each as likely as the others."""

from games.bots.dice import Dice
from games.engine.rps_extreme.sight import Sight


def choose(sight: Sight, dice: Dice) -> int:
    """One of the legal actions."""
    return sight.legal[dice.randrange(len(sight.legal))]
