"""The patient builder: a style of the steady and the medium player, equally strong.

It aims for the highest score instead of the most likely win, and calls a fight only with a lead.
So it builds large products, and some matches last longer.
"""

from functools import partial

from games.density_deck.bots import medium, steady
from games.density_deck.bots.medium import Outlook, Style
from games.density_deck.bots.options import discard_options, top_weights
from games.density_deck.rules.game import remove_card
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import PASS

SLIPS = 0.1  # share of random draws and discards of a steady builder, fewer than other steady ones
LEAD = 30  # points
WAITS_UNTIL = 4  # the last round in which it demands this lead


def _lead(observation: Observation) -> int:
    return LEAD if observation.round <= WAITS_UNTIL else 0


def _draw(outlook: Outlook) -> int:
    """Return the draw with the highest expected score."""
    prospects = medium.draw_prospects(outlook)
    return max(prospects, key=lambda action: prospects[action][1], default=PASS)


def _discard(outlook: Outlook, _prospects: object) -> int:
    """Return the discard with the highest mean score after one more card from the pile."""
    hand, tops = outlook.observation.hand, top_weights(outlook.observation)

    def total_score(card: int) -> int:
        best_with = medium.scores_with(outlook, remove_card(hand, card), tops)
        return sum([best_with[face] for face in outlook.unseen])

    return max(discard_options(outlook.observation), key=total_score)


def _patient(style: Style) -> Style:
    return style._replace(draw=_draw, discard=_discard, lead=_lead)


as_medium = partial(medium.play_style, style=_patient(medium.MEDIUM))
as_steady = partial(medium.play_style, style=_patient(steady.STEADY)._replace(slips=SLIPS))
