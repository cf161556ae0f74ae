"""The steady player: greedy on its own score, as beginners are, but it weighs what others hold."""

from functools import partial

from games.density_deck.bots import medium
from games.density_deck.bots.medium import Outlook, Style
from games.density_deck.bots.options import (
    best_after_taking,
    draw_options,
    own_scores,
    takeable_seats,
)
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import DRAW, TAKE
from games.engine.contract import Dice

SAMPLES = 8
TAKES_FOR = 3  # a discard must raise the score by more, or the pile is tried


def imagine_hands(observation: Observation, dice: Dice) -> Outlook:
    """Return a few samples of the hands it cannot see; what others took it does not remember."""
    unremembered = observation._replace(known=((),) * len(observation.known))
    return medium.imagine_hands(unremembered, dice, SAMPLES)


def _draw(outlook: Outlook) -> int:
    """Return the discard that helps most, if it helps enough, else the pile."""
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
    scores = own_scores(outlook.observation)
    return outlook.observation.hand[scores.index(max(scores))]


STEADY = Style(imagine_hands, _draw, _discard, stays=0.3, slips=0.25)
choose = partial(medium.play_style, style=STEADY)
