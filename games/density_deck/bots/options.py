"""What an AI player of Density Deck may choose from, and what its own hand is worth with it."""

from games.density_deck.rules.observation import Sight
from games.density_deck.rules.scoring import SCORERS, WEIGHTS, key
from games.density_deck.rules.state import DRAW, PASS, TAKE


def draws(sight: Sight) -> tuple[int, ...]:
    """The ways to go on to the discard: draw or take; the pass only where there is none.

    A pass that the ruleset allows beside them is left out: a card more to choose from is
    never worse.
    """
    return tuple(action for action in sight.legal if DRAW <= action < TAKE + 4) or (PASS,)


def sources(sight: Sight) -> tuple[int, ...]:
    """The seats whose top discard may be taken."""
    return tuple(action - TAKE for action in sight.legal if TAKE <= action < TAKE + 4)


def top_weights(sight: Sight) -> list[int]:
    """The weight of each seat's top discard, 0 for an empty pile."""
    return [WEIGHTS[pile[-1]] if pile else 0 for pile in sight.discards]


def weight_below(sight: Sight, seat: int) -> int:
    """The weight of what lies under this seat's top discard, 0 if nothing does."""
    pile = sight.discards[seat]
    return WEIGHTS[pile[-2]] if len(pile) > 1 else 0


def best_after_taking(sight: Sight, seat: int) -> int:
    """The own score with the best three cards after taking this seat's top discard."""
    score = SCORERS[sight.ruleset.edition, sight.ruleset.lone]
    tops = top_weights(sight)
    card = tops[seat]
    tops[seat] = weight_below(sight, seat)
    table = key(sight.center) + sum(tops) - tops[sight.turn]
    four = key(sight.hand) + card
    weights = {*(WEIGHTS[face] for face in sight.hand), card}
    return max(score(four - weight, table) for weight in weights)
