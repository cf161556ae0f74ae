"""The easy player: greedy on its own score, with a slip three times in ten."""

from games.density_deck.bots.options import best_after_taking, draws, sources, top_weights
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.scoring import SCORERS, WEIGHTS, key
from games.density_deck.rules.state import DRAW, FIGHT, SURRENDER, TAKE
from games.engine.dice import Dice

SLIPS = 0.3  # of the draws and of the discards are made at random
FIGHTS_AT = 40
STAYS_AT = 0
TAKES_FOR = 3  # a discard must raise the score by more, or the pile is tried


def choose(observation: Observation, dice: Dice) -> int:
    """Return the action of the easy player."""
    return _choose(observation, dice, slips=dice.random() < SLIPS)


def greedy(observation: Observation, dice: Dice) -> int:
    """Return the action of the easy player without slips: the yardstick of the strength table."""
    return _choose(observation, dice, slips=False)


def _choose(observation: Observation, dice: Dice, slips: bool) -> int:
    score = SCORERS[observation.ruleset.edition, observation.ruleset.lone]
    tops = top_weights(observation)
    table = key(observation.center) + sum(tops) - tops[observation.turn]
    hand = key(observation.hand)
    if observation.drawing:
        return _draw(observation, score(hand, table), dice, slips)
    return _discard(
        observation, [score(hand - WEIGHTS[card], table) for card in observation.hand], dice, slips
    )


def _draw(observation: Observation, now: int, dice: Dice, slips: bool) -> int:
    """Fight at 40 or more, else take the discard that helps most, if it helps, else the pile."""
    if now >= FIGHTS_AT and FIGHT in observation.legal:
        return FIGHT
    options = draws(observation)
    if slips:
        return options[dice.randrange(len(options))]
    scores = {TAKE + seat: best_after_taking(observation, seat) for seat in sources(observation)}
    best = max(scores, key=scores.__getitem__, default=DRAW)
    worth_it = best in scores and (DRAW not in options or scores[best] > now + TAKES_FOR)
    return best if worth_it else options[0]


def _discard(observation: Observation, scores: list[int], dice: Dice, slips: bool) -> int:
    """Keep the best three; surrender below 0, unless that makes another the winner at once.

    The scores are those after discarding each card of the hand.
    """
    if max(scores) < STAYS_AT and sum(observation.standing) > 2:
        return SURRENDER
    if slips:
        return observation.hand[dice.randrange(len(observation.hand))]
    return observation.hand[scores.index(max(scores))]
