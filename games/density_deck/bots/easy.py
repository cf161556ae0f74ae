"""The easy player: greedy on its own score, with a slip three times in ten."""

from games.density_deck.bots.options import best_after_taking, draws, sources, top_weights
from games.density_deck.rules.observation import Sight
from games.density_deck.rules.scoring import SCORERS, WEIGHTS, key
from games.density_deck.rules.state import DRAW, FIGHT, SURRENDER, TAKE
from games.engine.dice import Dice

SLIPS = 0.3  # of the draws and of the discards are made at random
FIGHTS_AT = 40
STAYS_AT = 0
TAKES_FOR = 3  # a discard must raise the score by more, or the pile is tried


def choose(sight: Sight, dice: Dice) -> int:
    """The action of the easy player."""
    return _choose(sight, dice, slips=dice.random() < SLIPS)


def greedy(sight: Sight, dice: Dice) -> int:
    """The action of the easy player without slips: the yardstick of the strength table."""
    return _choose(sight, dice, slips=False)


def _choose(sight: Sight, dice: Dice, slips: bool) -> int:
    score = SCORERS[sight.ruleset.edition, sight.ruleset.lone]
    tops = top_weights(sight)
    table = key(sight.center) + sum(tops) - tops[sight.turn]
    hand = key(sight.hand)
    if sight.drawing:
        return _draw(sight, score(hand, table), dice, slips)
    return _discard(sight, [score(hand - WEIGHTS[card], table) for card in sight.hand], dice, slips)


def _draw(sight: Sight, now: int, dice: Dice, slips: bool) -> int:
    """Fight at 40 or more, else take the discard that helps most, if it helps, else the pile."""
    if now >= FIGHTS_AT and FIGHT in sight.legal:
        return FIGHT
    options = draws(sight)
    if slips:
        return options[dice.randrange(len(options))]
    scores = {TAKE + seat: best_after_taking(sight, seat) for seat in sources(sight)}
    best = max(scores, key=scores.__getitem__, default=DRAW)
    worth_it = best in scores and (DRAW not in options or scores[best] > now + TAKES_FOR)
    return best if worth_it else options[0]


def _discard(sight: Sight, scores: list[int], dice: Dice, slips: bool) -> int:
    """Keep the best three; surrender below 0, unless that makes another the winner at once.

    The scores are those after discarding each card of the hand.
    """
    if max(scores) < STAYS_AT and sum(sight.standing) > 2:
        return SURRENDER
    if slips:
        return sight.hand[dice.randrange(len(sight.hand))]
    return sight.hand[scores.index(max(scores))]
