"""The steady player: greedy on its own score, as beginners are, but it weighs what others hold."""

from games.density_deck.bots import medium
from games.density_deck.bots.options import best_after_taking, draws, own_scores, sources
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import DRAW, FIGHT, SURRENDER, TAKE
from games.engine.contract import Dice

SAMPLES = 8
SLIPS = 0.25  # of the draws and of the discards are made at random
STAYS = 0.3  # it leaves at so much of the chance at which medium does
TAKES_FOR = 3  # a discard must raise the score by more, or the pile is tried


def choose(observation: Observation, dice: Dice) -> int:
    """Return the action of the steady player."""
    slips = dice.random() < SLIPS
    outlook = imagine(observation, dice)
    if observation.drawing:
        if medium.fights(outlook, medium.fight_prospect(outlook)):
            return FIGHT
        return slip(draws(observation), dice) if slips else _draw(observation)
    if leaves(outlook):
        return SURRENDER
    if slips:
        return slip(observation.hand, dice)
    scores = own_scores(observation)
    return observation.hand[scores.index(max(scores))]


def imagine(observation: Observation, dice: Dice) -> medium.Outlook:
    """Return a few samples of the hands it cannot see; what others took it does not remember."""
    unremembered = observation._replace(known=((),) * len(observation.known))
    return medium.imagine(unremembered, dice, SAMPLES)


def leaves(outlook: medium.Outlook) -> bool:
    """Return whether it surrenders in place of a discard."""
    return medium.leaves(outlook, medium.discard_prospects(outlook), STAYS)


def slip(options: tuple[int, ...], dice: Dice) -> int:
    """Return any of these actions."""
    return options[dice.randrange(len(options))]


def _draw(observation: Observation) -> int:
    """Return the discard that helps most, if it helps enough, else the pile."""
    options, now = draws(observation), own_scores(observation)[0]
    after = {TAKE + seat: best_after_taking(observation, seat) for seat in sources(observation)}
    best = max(after, key=after.__getitem__, default=DRAW)
    worth_it = best in after and (DRAW not in options or after[best] > now + TAKES_FOR)
    return best if worth_it else options[0]
