"""Which seat leads in a game, from one view: the chance of every seat to win the whole of it."""

from collections import Counter
from collections.abc import Sequence

from games.density_deck.bots.life_equity import seat_equities
from games.density_deck.bots.medium import FIRST_FIGHTS
from games.density_deck.bots.options import seen_hand, top_weights, unseen_cards
from games.density_deck.rules.cards import DECK
from games.density_deck.rules.game import HAND
from games.density_deck.rules.observation import Observation, observe
from games.density_deck.rules.scoring import SCORERS, WEIGHTS, faces_key
from games.density_deck.rules.state import STAKES, State
from games.engine.contract import Dice

# How much of what a fight now would change the rest of a match does change, in round 1 and later:
# fitted to games between master and medium players (bench/coach.py).
SETTLED_AT_FIRST, SETTLED = 0.2, 0.5


def open_hands(state: State) -> Observation:
    """Return what all views of a state know together: every hand."""
    return observe(state, None)._replace(known=state.hands)


def win_chances(observation: Observation, dice: Dice, samples: int) -> list[float]:
    """For each seat the chance to win the game, as this view sees it; together they are 1.

    It goes by the lives, and by what a fight now would make of them: with the cards that the view
    knows, and samples of the others.
    """
    if observation.places is not None:
        first = observation.places.count(1)
        return [(place == 1) / first for place in observation.places]
    if len(unseen_cards(observation)) == len(DECK):
        return seat_equities(observation.lives)
    settled = SETTLED_AT_FIRST if observation.round == 1 else SETTLED
    shares = [(1 - settled) * chance for chance in seat_equities(observation.lives)]
    tops = Counter(_top_scores(observation, dice, samples))
    for winners, times in tops.items():
        weight = settled * times / tops.total()
        for seat, chance in enumerate(seat_equities(_fought(observation, winners))):
            shares[seat] += weight * chance
    return shares


def _fought(observation: Observation, winners: Sequence[int]) -> list[int]:
    """Return the lives after a fight for the stake of now, or of the first round that has one."""
    stake = STAKES[max(FIRST_FIGHTS, observation.round)]
    return [
        max(0, lives - stake) if stands and seat not in winners else lives
        for seat, (lives, stands) in enumerate(
            zip(observation.lives, observation.standing, strict=True)
        )
    ]


def _top_scores(observation: Observation, dice: Dice, samples: int) -> list[tuple[int, ...]]:
    """Return the seats with the top score in so many samples of the hands, in one if none hides."""
    standing = [seat for seat, stands in enumerate(observation.standing) if stands]
    score = SCORERS[observation.ruleset.edition, observation.ruleset.lone]
    tops = top_weights(observation)
    table = faces_key(observation.center) + sum(tops)
    seen = [[WEIGHTS[face] for face in seen_hand(observation, seat)] for seat in standing]
    pool = [WEIGHTS[face] for face in unseen_cards(observation)]
    missing = [
        observation.counts[seat] - len(cards) for seat, cards in zip(standing, seen, strict=True)
    ]
    found = []
    for _ in range(samples if any(missing) else 1):
        left = len(pool)
        scores = []
        for seat, known, count in zip(standing, seen, missing, strict=True):
            cards = [*known]
            for _ in range(count):
                pick = int(dice.random() * left)
                left -= 1
                pool[pick], pool[left] = pool[left], pool[pick]
                cards.append(pool[left])
            around, hand = table - tops[seat], sum(cards)
            keeps = [hand] if len(cards) == HAND else [hand - card for card in cards]
            scores.append(max([score(kept, around) for kept in keeps]))
        best = max(scores)
        found.append(
            tuple([seat for seat, each in zip(standing, scores, strict=True) if each == best])
        )
    return found
