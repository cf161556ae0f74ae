"""The random player: any legal action, each as likely as the others."""

from games.density_deck.bots.options import draw_options
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import PASS
from games.engine.contract import Dice


def choose_action(observation: Observation, dice: Dice) -> int:
    """Return one of the legal actions; a pass only where nothing can be drawn."""
    options = observation.legal
    if PASS in options and draw_options(observation) != (PASS,):
        options = tuple(action for action in options if action != PASS)
    return options[dice.randrange(len(options))]
