"""The random player: any legal action, each as likely as the others."""

from games.bots.density_deck.options import draws
from games.bots.dice import Dice
from games.engine.density_deck.sight import Sight
from games.engine.density_deck.state import PASS


def choose(sight: Sight, dice: Dice) -> int:
    """One of the legal actions; a pass only where nothing can be drawn."""
    options = sight.legal
    if PASS in options and draws(sight) != (PASS,):
        options = tuple(action for action in options if action != PASS)
    return options[dice.randrange(len(options))]
