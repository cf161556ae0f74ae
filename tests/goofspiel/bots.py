"""AI players of Goofspiel."""

from games.engine.contract import Dice
from tests.goofspiel.rules.observation import Observation


def random_legal(observation: Observation, dice: Dice) -> int:
    """Bid any card."""
    return observation.legal[dice.randrange(len(observation.legal))]


def match_prize(observation: Observation, dice: Dice) -> int:
    """Bid the card closest to the prize."""
    return min(observation.legal, key=lambda card: (abs(card - observation.prize), card))
