"""The random player: any legal action, each as likely as the others."""

from games.engine.contract import Dice
from games.rps_extreme.rules.observation import Observation


def choose_action(observation: Observation, dice: Dice) -> int:
    """Return one of the legal actions."""
    return observation.legal[dice.randrange(len(observation.legal))]
