"""The steady player: greedy for its own score like a beginner, but it considers other hands."""

from functools import partial

from games.density_deck.bots import medium
from games.density_deck.bots.medium import Outlook, Style
from games.density_deck.bots.options import (
    best_after_taking,
    discard_options,
    draw_options,
    own_scores,
    takeable_seats,
)
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import DRAW, TAKE
from games.engine.contract import Dice

SAMPLES = 8
TAKES_FOR = 3  # a discard is taken only if it raises the score by more than this


def imagine_hands(observation: Observation, dice: Dice) -> Outlook:
    """Return a few samples of the hidden hands; it does not remember which discards others took."""
    without_known = observation._replace(known=((),) * len(observation.known))
    return medium.imagine_hands(without_known, dice, SAMPLES)


def _draw(outlook: Outlook) -> int:
    """Return the discard that raises the score most, if it does so enough, otherwise the pile."""
    observation = outlook.observation
    options, now = draw_options(observation), own_scores(observation)[0]
    after = {
        TAKE + seat: best_after_taking(observation, seat) for seat in takeable_seats(observation)
    }
    best = max(after, key=after.__getitem__, default=DRAW)
    worth_it = best in after and (DRAW not in options or after[best] > now + TAKES_FOR)
    return best if worth_it else options[0]


def _discard(outlook: Outlook, _prospects: object) -> int:
    """Return the discard that leaves the highest score."""
    observation = outlook.observation
    scores = dict(zip(observation.hand, own_scores(observation), strict=True))
    return max(discard_options(observation), key=scores.__getitem__)


STEADY = Style(imagine_hands, _draw, _discard, stays=0.3, slips=0.25)
choose = partial(medium.play_style, style=STEADY)
