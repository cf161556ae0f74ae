"""Estimates every seat's chance to win the game from what one viewer knows."""

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

# The share of a fight's effect on the chances that counts now, in round 1 and later. Fitted to
# games between master and medium players (bench/coach.py).
SETTLED_AT_FIRST, SETTLED = 0.2, 0.5


def open_hands(state: State) -> Observation:
    """Return the observation of someone who sees every hand."""
    return observe(state, None)._replace(known=state.hands)


def win_chances(observation: Observation, dice: Dice, samples: int) -> list[float]:
    """Return every seat's chance to win the game, as the viewer sees it; they add up to 1.

    The estimate combines the lives now with those after a fight now. The fight uses the cards
    that the viewer knows and samples of the others.
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
        for seat, chance in enumerate(seat_equities(lives_after_fight(observation, winners))):
            shares[seat] += weight * chance
    return shares


def lives_after_fight(observation: Observation, winners: Sequence[int]) -> list[int]:
    """Return the lives after a fight for the current stake, or round 2's stake in round 1."""
    stake = STAKES[max(FIRST_FIGHTS, observation.round)]
    return [
        max(0, lives - stake) if stands and seat not in winners else lives
        for seat, (lives, stands) in enumerate(
            zip(observation.lives, observation.standing, strict=True)
        )
    ]


def _top_scores(observation: Observation, dice: Dice, samples: int) -> list[tuple[int, ...]]:
    """Return the top-scoring seats of each sample of the hands; one sample if no card is hidden."""
    standing = [seat for seat, stands in enumerate(observation.standing) if stands]
    score = SCORERS[observation.ruleset.edition, observation.ruleset.lone]
    tops = top_weights(observation)
    table = faces_key(observation.center) + sum(tops)
    seen_cards = [[WEIGHTS[face] for face in seen_hand(observation, seat)] for seat in standing]
    pool = [WEIGHTS[face] for face in unseen_cards(observation)]
    missing = [
        observation.counts[seat] - len(cards)
        for seat, cards in zip(standing, seen_cards, strict=True)
    ]
    winners = []
    for _ in range(samples if any(missing) else 1):
        pool_size = len(pool)
        scores = []
        for seat, seen_weights, count in zip(standing, seen_cards, missing, strict=True):
            cards = [*seen_weights]
            for _ in range(count):
                pick = int(dice.random() * pool_size)
                pool_size -= 1
                pool[pick], pool[pool_size] = pool[pool_size], pool[pick]
                cards.append(pool[pool_size])
            around, hand = table - tops[seat], sum(cards)
            options = [hand] if len(cards) == HAND else [hand - card for card in cards]
            scores.append(max([score(option, around) for option in options]))
        best = max(scores)
        pairs = zip(standing, scores, strict=True)
        winners.append(tuple([seat for seat, value in pairs if value == best]))
    return winners
