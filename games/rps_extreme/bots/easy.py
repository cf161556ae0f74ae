"""The easy player: any legal action, each as likely as the others."""

from games.engine.dice import Dice
from games.rps_extreme.rules.observation import Sight


def choose(sight: Sight, dice: Dice) -> int:
    """One of the legal actions."""
    return sight.legal[dice.randrange(len(sight.legal))]
