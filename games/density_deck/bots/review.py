"""What the medium player thinks of every choice in a match, and which seat leads, from one view.

Everything is counted in chances of the top score, 0 to 1: what a choice leaves, on average over
the cards that the seat cannot see. All choices of one moment are on one scale: the best has the
highest chance, and a cost is what a chance lacks to that.
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
    """One legal choice: the chance that it is worth, and what that lacks to the best."""

    action: int
    chance: float
    cost: float


def weigh(observation: Observation, dice: Dice, samples: int) -> list[Weighed]:
    """Return every legal choice of the seat to act, whose observation this is, best first.

    A surrender is worth the chance below which medium leaves. Where a fight may be called, every
    chance is that of a fight at once which would be as good.
    """
    outlook = medium.imagine(observation, dice, samples)
    chances = _draws(outlook) if observation.drawing else _discards(outlook)
    best = max(chances.values())
    weighed = [
        Weighed(action, chances[action], best - chances[action])
        for action in observation.legal
        if action in chances
    ]
    return sorted(weighed, key=lambda choice: choice.cost)


def _draws(outlook: medium.Outlook) -> Mapping[int, float]:
    prospects = medium.draw_prospects(outlook)
    chances = {action: prospect[0] for action, prospect in prospects.items()}
    now = medium.fight_prospect(outlook)
    if PASS in outlook.observation.legal:
        chances[PASS] = now
    going_on = max(chances.values(), default=now)
    # the same price after the draw, with one card more seen
    chances[SURRENDER] = max(0.0, min(medium.stays_at(outlook), going_on) - PREFERENCE)
    if FIGHT not in outlook.observation.legal:
        return chances
    # what a draw promises must outlast the turns of the others: beside a fight the best way to go
    # on is as good as one that is won as often as medium wants it, and the others in proportion
    least = PREFERENCE
    share = medium.fights_at(outlook) / max(going_on, least)
    return {FIGHT: now} | {action: max(chance, least) * share for action, chance in chances.items()}


def _discards(outlook: medium.Outlook) -> Mapping[int, float]:
    prospects = medium.discard_prospects(outlook)
    chances = {card: prospect[0] for card, prospect in prospects.items()}
    return {**chances, SURRENDER: medium.stays_at(outlook)}


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
