"""The options of an AI player, and the scores that its own hand can have."""

from games.density_deck.rules.cards import DECK, FACES
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.scoring import SCORERS, WEIGHTS, faces_key
from games.density_deck.rules.state import DRAW, PASS, TAKE

_COPIES = tuple(DECK.count(face) for face in range(len(FACES)))


def draw_options(observation: Observation) -> tuple[int, ...]:
    """Return the legal draws and takes, or the pass if there are none.

    A pass that the ruleset also allows is left out: one more card to choose from is never worse.
    """
    return tuple(action for action in observation.legal if DRAW <= action < TAKE + 4) or (PASS,)


def discard_options(observation: Observation) -> tuple[int, ...]:
    """Return the legal discards, equal cards once."""
    return tuple(action for action in observation.legal if action < DRAW)


def takeable_seats(observation: Observation) -> tuple[int, ...]:
    """Return the seats whose top discard may be taken."""
    return tuple(action - TAKE for action in observation.legal if TAKE <= action < TAKE + 4)


def top_weights(observation: Observation) -> list[int]:
    """Return the weight of each seat's top discard, 0 for an empty pile."""
    return [WEIGHTS[pile[-1]] if pile else 0 for pile in observation.discards]


def weight_below(observation: Observation, seat: int) -> int:
    """Return the weight of the card under this seat's top discard; 0 if there is none."""
    pile = observation.discards[seat]
    return WEIGHTS[pile[-2]] if len(pile) > 1 else 0


def own_scores(observation: Observation) -> list[int]:
    """Return the own score now, or with four cards in hand the score after each discard."""
    score = SCORERS[observation.ruleset.edition, observation.ruleset.lone]
    tops = top_weights(observation)
    table = faces_key(observation.center) + sum(tops) - tops[observation.turn]
    hand = faces_key(observation.hand)
    if observation.drawing:
        return [score(hand, table)]
    return [score(hand - WEIGHTS[card], table) for card in observation.hand]


def best_after_taking(observation: Observation, seat: int) -> int:
    """Return the own score with the best three cards after taking this seat's top discard."""
    score = SCORERS[observation.ruleset.edition, observation.ruleset.lone]
    tops = top_weights(observation)
    card = tops[seat]
    tops[seat] = weight_below(observation, seat)
    table = faces_key(observation.center) + sum(tops) - tops[observation.turn]
    four = faces_key(observation.hand) + card
    weights = {*(WEIGHTS[face] for face in observation.hand), card}
    return max(score(four - weight, table) for weight in weights)


def seen_hand(observation: Observation, seat: int) -> tuple[int, ...]:
    """Return the cards of a hand that the viewer knows."""
    return observation.hand if seat == observation.viewer else observation.known[seat]


def unseen_cards(observation: Observation) -> list[int]:
    """Return the faces, in order, of all cards whose place the viewer does not know."""
    unseen = list(_COPIES)
    hands = [seen_hand(observation, seat) for seat in range(len(observation.lives))]
    for faces in (observation.center, *observation.discards, *hands):
        for face in faces:
            unseen[face] -= 1
    return [face for face, copies in enumerate(unseen) for _ in range(copies)]
