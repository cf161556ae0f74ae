"""What the medium player thinks of every choice in a match, and which seat leads, from one view.

Everything is counted in chances of the top score, 0 to 1: what a choice leaves, on average over
the cards that the seat cannot see.
"""

from collections.abc import Mapping
from typing import NamedTuple

from games.density_deck.bots import medium
from games.density_deck.bots.options import top_weights
from games.density_deck.rules.cards import DECK, FACES
from games.density_deck.rules.game import HAND
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.scoring import SCORERS, WEIGHTS, key
from games.density_deck.rules.state import FIGHT, PASS, SURRENDER
from games.engine.dice import Dice

PREFERENCE = 0.01

_COPIES = tuple(DECK.count(face) for face in range(len(FACES)))


class Weighed(NamedTuple):
    """One legal choice: the chance that it leaves, and how much worse it is than the best."""

    action: int
    chance: float
    cost: float


def weigh(observation: Observation, dice: Dice, samples: int) -> list[Weighed]:
    """Return every legal choice of the seat to act, whose observation this is, best first.

    A fight is as much better than the best draw as its chance is above the one at which medium
    fights; a surrender is worth the chance below which medium leaves.
    """
    outlook = medium.imagine(observation, dice, samples)
    worths, chances = _draws(outlook) if observation.drawing else _discards(outlook)
    best = max(worths.values())
    weighed = [
        Weighed(action, chances[action], best - worths[action])
        for action in observation.legal
        if action in worths
    ]
    return sorted(weighed, key=lambda choice: choice.cost)


Worths = tuple[Mapping[int, float], Mapping[int, float]]


def _draws(outlook: medium.Outlook) -> Worths:
    prospects = medium.draw_prospects(outlook)
    chances = {action: prospect[0] for action, prospect in prospects.items()}
    now = medium.fight_prospect(outlook)
    if PASS in outlook.observation.legal:
        chances[PASS] = now
    # no choice is ever worse for a card more to choose from
    going_on = max(chances.values(), default=now)
    fights_at = medium.FIGHTS_AT[len(outlook.rivals) + 1]
    worths = {**chances, FIGHT: going_on + now - fights_at}
    # the same price after the draw, with one card more seen
    worths[SURRENDER] = min(medium.stays_at(outlook), going_on) - PREFERENCE
    if FIGHT not in outlook.observation.legal:
        del worths[FIGHT]
    return worths, {**chances, FIGHT: now, SURRENDER: 0.0}


def _discards(outlook: medium.Outlook) -> Worths:
    prospects = medium.discard_prospects(outlook)
    chances = {card: prospect[0] for card, prospect in prospects.items()}
    worths = {**chances, SURRENDER: medium.stays_at(outlook)}
    return worths, {**chances, SURRENDER: 0.0}


# ---------------------------------------------------------------- which seat is ahead
def leads(observation: Observation, dice: Dice, samples: int) -> list[float]:
    """For each seat the chance of the top score if all hands were shown now, as this view sees it.

    A shared top score is shared out; seats that do not stand have none.
    """
    standing = [seat for seat, stands in enumerate(observation.standing) if stands]
    score = SCORERS[observation.ruleset.edition, observation.ruleset.lone]
    tops = top_weights(observation)
    table = key(observation.center) + sum(tops)
    pool = [WEIGHTS[face] for face in _unseen(observation)]
    shares = [0.0] * len(observation.lives)
    for _ in range(samples):
        left = len(pool)
        scores = []
        for seat in standing:
            cards = [WEIGHTS[face] for face in _seen_hand(observation, seat)]
            for _ in range(observation.counts[seat] - len(cards)):
                pick = int(dice.random() * left)
                left -= 1
                pool[pick], pool[left] = pool[left], pool[pick]
                cards.append(pool[left])
            around = table - tops[seat]
            hand = sum(cards)
            keeps = [hand] if len(cards) == HAND else [hand - card for card in cards]
            scores.append(max([score(kept, around) for kept in keeps]))
        best = max(scores)
        share = 1 / (scores.count(best) * samples)
        for seat, reached in zip(standing, scores, strict=True):
            if reached == best:
                shares[seat] += share
    return shares


def _seen_hand(observation: Observation, seat: int) -> tuple[int, ...]:
    return observation.hand if seat == observation.viewer else observation.known[seat]


def _unseen(observation: Observation) -> list[int]:
    """Return the faces of all cards that this view has not seen, nor seen taken."""
    left = list(_COPIES)
    hands = [_seen_hand(observation, seat) for seat in range(len(observation.lives))]
    for faces in (observation.center, *observation.discards, *hands):
        for face in faces:
            left[face] -= 1
    return [face for face, copies in enumerate(left) for _ in range(copies)]
