"""The random player: chooses among the legal actions, each equally likely."""

from games.engine.contract import Dice
from games.rps_extreme.rules.observation import Observation


def choose_action(observation: Observation, dice: Dice) -> int:
    """Return a random legal action."""
    return observation.legal[dice.randrange(len(observation.legal))]
