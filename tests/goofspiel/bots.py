"""AI players of Goofspiel: from what a seat may see to a bid."""

from games.engine.contract import Dice
from tests.goofspiel.rules.observation import Observation


def random_legal(observation: Observation, dice: Dice) -> int:
    """Any card."""
    return observation.legal[dice.randrange(len(observation.legal))]


def match_prize(observation: Observation, dice: Dice) -> int:
    """The card nearest to the prize."""
    return min(observation.legal, key=lambda card: (abs(card - observation.prize), card))
