"""The random player: chooses among the legal actions, each equally likely."""

from games.density_deck.bots.options import draw_options
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import PASS
from games.engine.contract import Dice


def choose_action(observation: Observation, dice: Dice) -> int:
    """Return a random legal action; a pass only if nothing can be drawn."""
    options = observation.legal
    if PASS in options and draw_options(observation) != (PASS,):
        options = tuple(action for action in options if action != PASS)
    return options[dice.randrange(len(options))]
