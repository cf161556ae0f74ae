"""AI players of Goofspiel: from what a seat may see to a bid."""

from games.engine.dice import Dice
from tests.goofspiel.rules.observation import Sight


def random_legal(sight: Sight, dice: Dice) -> int:
    """Any card."""
    return sight.legal[dice.randrange(len(sight.legal))]


def matching(sight: Sight, dice: Dice) -> int:
    """The card nearest to the prize."""
    return min(sight.legal, key=lambda card: (abs(card - sight.prize), card))
