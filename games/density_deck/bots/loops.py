"""Keeps AI players from taking a card just to lay it back, and from swapping cards in circles."""

from collections.abc import Callable
from functools import partial

from games.density_deck.bots.options import discard_options, takeable_seats
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.state import DRAW, MOST_SEATS, SURRENDER, TAKE
from games.engine.contract import Dice

# In earlier rounds and among more seats, laying a card straight back can be worth it: the card is
# then on another pile. `python -m bench.loops` measures that it is not worth it here.
LATE, FEW = 5, 2  # the first round, and the seats standing

Choose = Callable[[Observation, Dice], int]


def without_loops(choose: Choose) -> Choose:
    """Return this player with the rule that a take never gives away a card that it took before."""
    return partial(_choose_without_loops, choose=choose)


def _choose_without_loops(observation: Observation, dice: Dice, choose: Choose) -> int:
    """Return the player's action, and have it choose again instead of a take that leads to a loop.

    In a late turn that begins with a take, the discard is a card that the seat did not take in this
    match. So a seat takes at most three times in a row. In other turns, a seat whose whole hand was
    taken draws: a fourth take would give back a card for the third time. Once the draw pile is
    empty, all is allowed.
    """
    if _holds_only_taken(observation):
        drawn = [action for action in observation.legal if action - TAKE not in range(MOST_SEATS)]
        observation = observation._replace(legal=tuple(drawn))
    if observation.round < LATE or sum(observation.standing) > FEW:
        return choose(observation, dice)
    if not observation.drawing:
        fresh = _fresh_discards(observation)
        if fresh and observation.pile and observation.drawn in observation.known[observation.turn]:
            observation = observation._replace(legal=(*fresh, SURRENDER))
        return choose(observation, dice)
    action = choose(observation, dice)
    while DRAW in observation.legal and action - TAKE in takeable_seats(observation):
        after = observe_take(observation, action - TAKE)
        if choose(after, dice) in _fresh_discards(after):
            break
        legal = tuple([other for other in observation.legal if other != action])
        observation = observation._replace(legal=legal)
        action = choose(observation, dice)
    return action


def _holds_only_taken(observation: Observation) -> bool:
    """Return whether the seat could draw, and took every card of its hand from a discard pile."""
    taken = observation.known[observation.turn]
    return observation.drawing and DRAW in observation.legal and len(taken) == len(observation.hand)


def _fresh_discards(observation: Observation) -> tuple[int, ...]:
    """Return the legal discards that the seat to act did not take from a discard pile."""
    taken = observation.known[observation.turn]
    return tuple([card for card in discard_options(observation) if card not in taken])


def observe_take(observation: Observation, source: int) -> Observation:
    """Return what the seat to act sees after it takes this seat's top discard."""
    own, discards, known = observation.turn, [*observation.discards], [*observation.known]
    *rest, card = discards[source]
    discards[source] = tuple(rest)
    known[own] += (card,)
    hand = (*observation.hand, card)
    return observation._replace(
        drawing=False,
        counts=tuple([count + (seat == own) for seat, count in enumerate(observation.counts)]),
        known=tuple(known),
        discards=tuple(discards),
        hand=hand,
        drawn=card,
        legal=(*dict.fromkeys(hand), SURRENDER),
    )
