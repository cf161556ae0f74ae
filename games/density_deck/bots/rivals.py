"""Infers the hidden hands of rivals from their play, as a reader of the table does.

Every hand that fits the unseen cards is weighted by how often a seat that has played like the rival
holds such a hand: it still stands, it has called no fight, and it discarded what all can see. The
parameters are in `rivals.json`; `python -m bench.training rivals` fits them to games of each level.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from json import loads
from math import exp
from pathlib import Path
from typing import NamedTuple

from games.density_deck.bots.medium import Outlook
from games.density_deck.bots.options import top_weights, unseen_cards
from games.density_deck.bots.unseen import deal_unseen
from games.density_deck.rules.game import HAND
from games.density_deck.rules.observation import Observation
from games.density_deck.rules.scoring import SCORERS, WEIGHTS, faces_key
from games.density_deck.rules.state import State
from games.engine.contract import Dice

PLACE = Path(__file__).with_name("rivals.json")
USUAL = "medium"  # the level that people are assumed to play at
LAST = 4  # rounds from this one on are treated alike: the stake no longer grows
DEALS = 3  # random deals for each sample that is kept
LEAST, HIGHEST, POINTS = -30, 90, 30  # limits of the scores, and the divisor that scales them
BENDS = (0, 10, 20, 30, 45)  # scores at which the weight of a point changes
REGRETS = 40  # limit of the points that a rival gave away with its last discard

Hand = tuple[int, ...]
Hands = tuple[Hand, ...]  # of the standing rivals, in the order of their seats
Score = Callable[[int, int], int]
Weights = Sequence[float]


class Rival(NamedTuple):
    """A standing rival as the seat to act knows it; cards on the table are keys."""

    seat: int
    known: Hand
    missing: int
    table: int  # the cards that count for its score besides its hand
    before: int  # the same at its last choice, before the Center card of this round
    thrown: int  # its top discard, 0 without one
    cell: str  # of its weights; "" if it has made no choice in this match yet


def read_rivals(observation: Observation, levels: Sequence[str]) -> list[Rival]:
    """Return the standing rivals of the seat to act; `levels` are by seat, empty for people."""
    tops = top_weights(observation)
    table = faces_key(observation.center) + sum(tops)
    seats, number = len(observation.lives), observation.round
    to_dealer = (observation.dealer - observation.turn) % seats
    standing = sum(observation.standing)
    rivals = []
    for seat, stands in enumerate(observation.standing):
        if stands and seat != observation.turn:
            acted = (seat - observation.turn) % seats > to_dealer
            flipped = not acted and 0 < number - 1 == len(observation.center)
            known = observation.known[seat]
            around = table - tops[seat]
            before = around - WEIGHTS[observation.center[-1]] if flipped else around
            level = (levels[seat] if levels else "") or USUAL
            chose = acted or number > 1
            cell = cell_name(level, standing, number, acted=acted) if chose else ""
            rivals.append(Rival(seat, known, HAND - len(known), around, before, tops[seat], cell))
    return rivals


def cell_name(level: str, standing: int, number: int, *, acted: bool) -> str:
    """Return the name of the weights for a level, seats standing, round, and place in it."""
    return f"{level} {standing} {min(LAST, number)} {'acted' if acted else 'waits'}"


@cache
def _read_weights() -> dict[str, Weights]:
    weights: dict[str, Weights] = loads(PLACE.read_text(encoding="ascii"))["weights"]
    return weights


def hand_features(rival: Rival, cards: Sequence[int], score: Score) -> list[float]:
    """Return the features of a rival's hand of three cards, given as keys."""
    hand = sum(cards)
    then = score(hand, rival.before)
    now = then if rival.before == rival.table else score(hand, rival.table)
    regret = 0
    if rival.thrown:
        four = hand + rival.thrown
        regret = max([score(four - card, rival.before) for card in cards]) - then
    limited = min(HIGHEST, max(LEAST, then))
    return [
        limited / POINTS,
        *[max(0, limited - bend) / POINTS for bend in BENDS],
        (min(HIGHEST, max(LEAST, now)) - limited) / POINTS,
        min(REGRETS, max(0, regret)) / POINTS,
        float(regret > 0),
    ]


# ------------------------------------------------------------------------------ sampling
def infer_hands(
    observation: Observation, dice: Dice, samples: int, levels: Sequence[str] = ()
) -> list[Hands]:
    """Return samples of the hands of the standing rivals, in the order of their seats, as faces.

    They are drawn from DEALS times as many random deals, by the weight of all hands together.
    """
    rivals = read_rivals(observation, levels)
    weights = [
        _read_weights()[rival.cell] if rival.cell and rival.missing else None for rival in rivals
    ]
    weighed = any(weights)
    deals = _deal_hands(
        rivals, unseen_cards(observation), dice, samples * (DEALS if weighed else 1)
    )
    if not weighed:
        return deals
    score = SCORERS[observation.ruleset.edition, observation.ruleset.lone]
    seen: list[dict[Hand, float]] = [{} for _ in rivals]
    totals = []
    for hands in deals:
        total = 0.0
        for rival, by_feature, hand, powers in zip(rivals, weights, hands, seen, strict=True):
            if by_feature is not None:
                power = powers.get(hand)
                if power is None:
                    power = powers[hand] = _hand_power(rival, by_feature, hand, score)
                total += power
        totals.append(total)
    most = max(totals)
    return _resample(deals, [exp(total - most) for total in totals], dice, samples)


def imagine_hands(
    observation: Observation, dice: Dice, samples: int, levels: Sequence[str] = ()
) -> Outlook:
    """Return the outlook of the seat to act, with inferred hands of its rivals."""
    deals = infer_hands(observation, dice, samples, levels)
    seats = [rival.seat for rival in read_rivals(observation, levels)]
    keys = [[faces_key(hand) for hand in hands] for hands in deals]
    return Outlook(observation, seats, unseen_cards(observation), keys)


def deal_inferred(
    observation: Observation, dice: Dice, count: int, levels: Sequence[str] = ()
) -> list[State]:
    """Return states that fit the observation, with inferred hands and other cards at random."""
    seats = [rival.seat for rival in read_rivals(observation, levels)]
    states = []
    for hands in infer_hands(observation, dice, count, levels):
        held = [*observation.known]
        for seat, hand in zip(seats, hands, strict=True):
            held[seat] = hand
        dealt = deal_unseen(observation._replace(known=tuple(held)), dice)
        states.append(dealt._replace(known=observation.known))
    return states


def _deal_hands(
    rivals: Sequence[Rival], unseen: Sequence[int], dice: Dice, count: int
) -> list[Hands]:
    """Return random hands that fit the unseen cards, all equally likely."""
    random, pool, deals = dice.random, [*unseen], []
    for _ in range(count):
        left, hands = len(pool), []
        for rival in rivals:
            cards = [*rival.known]
            for _ in range(rival.missing):
                pick = int(random() * left)
                left -= 1
                pool[pick], pool[left] = pool[left], pool[pick]
                cards.append(pool[left])
            hands.append(tuple(cards))
        deals.append(tuple(hands))
    return deals


def _hand_power(rival: Rival, weights: Weights, hand: Hand, score: Score) -> float:
    """Return the logarithm of a hand's weight."""
    features = hand_features(rival, [WEIGHTS[face] for face in hand], score)
    return sum([weight * feature for weight, feature in zip(weights, features, strict=True)])


def _resample(
    deals: Sequence[Hands], weights: Sequence[float], dice: Dice, count: int
) -> list[Hands]:
    """Return `count` of the deals, each as often as its weight demands (systematic sampling)."""
    bounds = [*accumulate(weights)]
    step = bounds[-1] / count
    start = dice.random() * step
    last = len(deals) - 1
    return [deals[min(last, bisect_left(bounds, start + step * turn))] for turn in range(count)]
