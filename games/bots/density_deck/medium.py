"""The medium player: counts cards, imagines the other hands, and weighs what it may win."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from games.bots.density_deck.options import best_after_taking, sources, top_weights, weight_below
from games.bots.dice import Dice
from games.engine.density_deck.cards import DECK, FACES
from games.engine.density_deck.rules import HAND
from games.engine.density_deck.scoring import SCORERS, WEIGHTS, key
from games.engine.density_deck.sight import Sight
from games.engine.density_deck.state import DRAW, FIGHT, PASS, PRICES, SURRENDER, TAKE

SAMPLES = 24
FIGHTS_AT = {2: 0.69, 3: 0.62, 4: 0.57}  # the chance of the top score, by seats standing
STAYS_AT = {1: 1.1, 2: 1.4}  # in even shares of the chances, by round
STAYS_LATER_AT = 0.8

_COPIES = tuple(DECK.count(face) for face in range(len(FACES)))


def choose(sight: Sight, dice: Dice) -> int:
    """The action of the medium player."""
    unseen = unseen_cards(sight)
    rivals = [seat for seat, stands in enumerate(sight.standing) if stands and seat != sight.turn]
    samples = _imagine(sight, rivals, unseen, dice)
    outlook = _Outlook(sight, rivals, samples)
    return _draw(outlook, unseen) if sight.drawing else _discard(outlook)


class _Outlook(NamedTuple):
    """What the seat sees and, for each sample, the keys of its rivals' imagined hands."""

    sight: Sight
    rivals: list[int]
    samples: list[list[int]]

    def own(self, hand: int, tops: Sequence[int]) -> int:
        """The own score with the hand of this key and these tops on the discard piles."""
        ruleset = self.sight.ruleset
        table = key(self.sight.center) + sum(tops) - tops[self.sight.turn]
        return SCORERS[ruleset.edition, ruleset.lone](hand, table)

    def bars(self, tops: Sequence[int]) -> list[int]:
        """The best rival score of each sample with these tops, in rising order."""
        ruleset = self.sight.ruleset
        score = SCORERS[ruleset.edition, ruleset.lone]
        table = key(self.sight.center) + sum(tops)
        tables = [table - tops[seat] for seat in self.rivals]
        return sorted([max(map(score, hands, tables)) for hands in self.samples])


def _chance(bars: Sequence[int], score: int) -> float:
    """The share of samples in which this score is the top score, alone or shared."""
    return bisect_right(bars, score) / len(bars)


# ------------------------------------------------------------------------ counting cards
def unseen_cards(sight: Sight) -> list[int]:
    """The faces, in order, of all cards that the seat to act has not seen or seen taken."""
    left = list(_COPIES)
    taken = [known for seat, known in enumerate(sight.known) if seat != sight.turn]
    for faces in (sight.hand, sight.center, *sight.discards, *taken):
        for face in faces:
            left[face] -= 1
    return [face for face, copies in enumerate(left) for _ in range(copies)]


def _imagine(
    sight: Sight, rivals: Sequence[int], unseen: Sequence[int], dice: Dice
) -> list[list[int]]:
    """Each rival's hand as a key, per sample: the cards seen taken, the others at random."""
    random = dice.random
    pool = [WEIGHTS[face] for face in unseen]
    certain = [(key(sight.known[seat]), HAND - len(sight.known[seat])) for seat in rivals]
    samples = []
    for _ in range(SAMPLES):
        left = len(pool)
        hands = []
        for hand, missing in certain:
            for _ in range(missing):
                pick = int(random() * left)
                left -= 1
                pool[pick], pool[left] = pool[left], pool[pick]
                hand += pool[left]  # noqa: PLW2901
            hands.append(hand)
        samples.append(hands)
    return samples


# --------------------------------------------------------------------------- the choices
def _draw(outlook: _Outlook, unseen: Sequence[int]) -> int:
    """Fight when the top score is likely enough, else the draw with the best prospect."""
    sight = outlook.sight
    tops = top_weights(sight)
    bars = outlook.bars(tops)
    now = outlook.own(key(sight.hand), tops)
    if FIGHT in sight.legal and _chance(bars, now) >= FIGHTS_AT[len(outlook.rivals) + 1]:
        return FIGHT
    prospects = {TAKE + seat: _take_prospect(outlook, seat, tops) for seat in sources(sight)}
    if DRAW in sight.legal:
        prospects[DRAW] = _pile_prospect(outlook, unseen, bars, tops)
    return max(prospects, key=prospects.__getitem__, default=PASS)


def _pile_prospect(
    outlook: _Outlook, unseen: Sequence[int], bars: Sequence[int], tops: Sequence[int]
) -> tuple[float, float]:
    """The mean chance of the top score, and the mean score, over every card not seen yet."""
    sight = outlook.sight
    score = SCORERS[sight.ruleset.edition, sight.ruleset.lone]
    table = key(sight.center) + sum(tops) - tops[sight.turn]
    hand = key(sight.hand)
    less = [hand - WEIGHTS[card] for card in dict.fromkeys(sight.hand)]
    keep = score(hand, table)
    chances, total = 0.0, 0
    best_with = {}
    for face in dict.fromkeys(unseen):
        weight = WEIGHTS[face]
        best_with[face] = max(keep, *[score(two + weight, table) for two in less])
    for face in unseen:
        total += best_with[face]
        chances += _chance(bars, best_with[face])
    return chances / len(unseen), total / len(unseen)


def _take_prospect(outlook: _Outlook, seat: int, tops: Sequence[int]) -> tuple[float, float]:
    """The chance of the top score, and the score, after taking this seat's top discard."""
    left = list(tops)
    left[seat] = weight_below(outlook.sight, seat)
    best = best_after_taking(outlook.sight, seat)
    return _chance(outlook.bars(left), best), best


def _discard(outlook: _Outlook) -> int:
    """The discard that leaves the best chance of the top score, or surrender for want of one."""
    sight = outlook.sight
    tops = top_weights(sight)
    four = key(sight.hand)
    best, promise = SURRENDER, (-1.0, 0)
    for card in dict.fromkeys(sight.hand):
        own = outlook.own(four - WEIGHTS[card], tops)
        tops[sight.turn] = WEIGHTS[card]
        chance = _chance(outlook.bars(tops), own)
        if (chance, own) > promise:
            best, promise = card, (chance, own)
    if PRICES[sight.round] >= sight.lives[sight.turn]:
        # it would end the game for this seat: even the smallest chance is better
        return best
    share = STAYS_AT.get(sight.round, STAYS_LATER_AT) / (len(outlook.rivals) + 1)
    return SURRENDER if promise[0] < share else best
