"""Scoring by DD-10 and DD-11: `explain` says how, step by step; SCORERS say how much, fast."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import prod
from operator import add, itemgetter

from games.density_deck.rules.cards import COMMON, DECK, FACES, SUITS, Card
from games.density_deck.rules.messages import Score, ScoreCard, ScoreGroup
from games.density_deck.rules.state import CHOICES

COLORS = tuple(suit for suit in SUITS if suit != COMMON)


# ------------------------------------------------------------------------------ explained
def explain_score(
    hand: Sequence[Card],
    center: Sequence[Card],
    tops: Sequence[tuple[int, Card]],
    edition: str,
    lone: str,
) -> Score:
    """Return the score of a hand by DD-10, or DD-11 in edition "classic", and the steps to it.

    Parts of it are shared and not to be changed. `center` holds the face-up amplification only,
    `tops` the seat and top discard of every other player. Any suit and power level is accepted,
    also one that the deck lacks. It is the norm for the fast number.
    """
    cards = [_card(card, "hand") for card in hand]
    cards += [_card(card, "center") for card in center]
    cards += [_card(card, seat) for seat, card in tops]
    by_suit: dict[str, ScoreGroup] = {}
    for card in cards:
        group = by_suit.get(card["suit"])
        if group is None:
            by_suit[card["suit"]] = {"suit": card["suit"], "cards": [card], "total": card["power"]}
        else:
            group["cards"].append(card)
            group["total"] *= card["power"]
    # DD-10.2: the eligible colors in deck order, each with its product
    groups = [by_suit[suit] for suit in COLORS if suit in by_suit]
    candidates = [group for group in groups if group["cards"][0]["from"] == "hand"]
    if edition == "classic" or not candidates:
        candidates = groups
    common = by_suit[COMMON]["cards"] if COMMON in by_suit else []
    if not candidates:
        return _with_base(None, groups, common, lone)
    # DD-10.3, DD-10.4: the largest product, then the higher final; max keeps the first it
    # meets, which is the first in deck order.
    largest = max([group["total"] for group in candidates])
    scores = [
        _with_base(group, groups, common, lone) for group in candidates if group["total"] == largest
    ]
    return max(scores, key=itemgetter("score"))


@lru_cache(1024)
def _card(card: Card, source: str | int) -> ScoreCard:
    """Return an eligible card and where it lies: "hand", "center" or a seat's discards."""
    return {"suit": card.suit, "power": card.power, "from": source}


def _with_base(
    base: ScoreGroup | None, groups: Sequence[ScoreGroup], common: list[ScoreCard], lone: str
) -> Score:
    """Return the score when this color is the base: base - non-base + Common (DD-10.6 to 10.9)."""
    others: list[ScoreGroup] = []
    alone: list[ScoreCard] = []
    for group in groups:
        if group is base:
            continue
        cards = group["cards"]
        # DD-10.7: exactly one hand card and nothing else
        if lone == "ignored" and len(cards) == 1 and cards[0]["from"] == "hand":
            alone.append(cards[0])
        else:
            others.append(group)
    total = sum([card["power"] for card in common])
    final = (base["total"] if base else 0) - sum([group["total"] for group in others]) + total
    return {
        "base": base,
        "others": others,
        "alone": alone,
        "common": {"cards": common, "total": total},
        "score": final,
    }


# ------------------------------------------------------------------------- the fast number
# A key says which cards there are, as one int that can be added and subtracted. Its low 26
# bits are the colors in two halves; each color has, for every power level it is printed with,
# a field wide enough to count the copies. Above them stands the sum of the Common levels.
_LOW = ("yellow", "turquoise", "red", "silver", "aquamarine")
_HIGH = ("blue", "purple", "gold", "white", "black")
_SPLIT = 13  # bits of each half
_COMMON = 2 * _SPLIT
_HALF = (1 << _SPLIT) - 1


def _width(face: int) -> int:
    """Bits that are needed to count the copies of a card."""
    return DECK.count(face).bit_length()


def _weights() -> tuple[int, ...]:
    weights = [card.power << _COMMON for card in FACES]
    shift = 0
    for suit in (*_LOW, *_HIGH):
        for face, card in enumerate(FACES):
            if card.suit == suit:
                weights[face] = 1 << shift
                shift += _width(face)
    return tuple(weights)


WEIGHTS = _weights()  # the key of each single card


def faces_key(faces: Iterable[int]) -> int:
    """The key of some faces: the sum of their WEIGHTS, so the keys of two groups can be added."""
    total = 0
    for face in faces:
        total += WEIGHTS[face]
    return total


def _contents(suit: str) -> list[list[int]]:
    """For every value of a color's fields, in order: the power levels that it stands for."""
    contents: list[list[int]] = [[]]
    for face, card in enumerate(FACES):
        if card.suit == suit:
            counts = range(1 << _width(face))
            contents = [powers + [card.power] * n for n in counts for powers in contents]
    return contents


def _table(
    half: Sequence[str], worth: Callable[[list[int]], int], join: Callable[[int, int], int]
) -> list[int]:
    """For every value of a half: what each of its colors is worth, joined into one number."""
    table = [0]
    for suit in half:
        worths = [worth(powers) if powers else 0 for powers in _contents(suit)]
        table = [join(below, above) for above in worths for below in table]
    return _shared(table)


def _masks(half: Sequence[str]) -> list[int]:
    """For every value of a half: all bits of the colors that are in it."""
    table = [0]
    for suit in half:
        contents = _contents(suit)
        bits = (len(contents) - 1) * len(table)
        table = [below | (bits if powers else 0) for powers in contents for below in table]
    return _shared(table)


def _shared(table: list[int]) -> list[int]:
    """The same numbers, equal ones as one object: what is looked up often stays in the cache."""
    known: dict[int, int] = {}
    return [known.setdefault(number, number) for number in table]


def _doubled(powers: list[int]) -> int:
    """The gain by a base in a score from which every color has been subtracted: 2 x product."""
    return 2 * prod(powers)


def _ranked(powers: list[int]) -> int:
    """Like _doubled, one less for a lone card: of equal products it is the worse base (DD-10.4)."""
    return 2 * prod(powers) - (len(powers) == 1)


def _lone(powers: list[int]) -> int:
    """Return the product of a color that is one single card."""
    return powers[0] if len(powers) == 1 else 0


_MASK_LOW, _MASK_HIGH = _masks(_LOW), _masks(_HIGH)
_SUM_LOW, _SUM_HIGH = _table(_LOW, prod, add), _table(_HIGH, prod, add)
_BASE_LOW, _BASE_HIGH = _table(_LOW, _doubled, max), _table(_HIGH, _doubled, max)
_HELD_LOW, _HELD_HIGH = _table(_LOW, _ranked, max), _table(_HIGH, _ranked, max)
_LONE_LOW, _LONE_HIGH = _table(_LOW, _lone, add), _table(_HIGH, _lone, add)
# The gain by the best base, by its rank: 2 x product, but once only for a lone card, because
# _LONE has already given that card back.
_GAIN = [(rank + 1) // 2 if rank % 2 else rank for rank in range(2 * 6**3 + 1)]


def _scorer(edition: str, lone: str) -> Callable[[int, int], int]:
    """Return explain(...).score of a ruleset as a function of two keys."""
    table_too, ignored = edition == "classic", lone == "ignored"
    best_low, best_high = (_HELD_LOW, _HELD_HIGH) if ignored else (_BASE_LOW, _BASE_HIGH)

    def score(hand: int, table: int) -> int:
        every = hand + table
        low = every & _HALF
        high = every >> _SPLIT & _HALF
        # the eligible cards of those colors that are in the hand
        held_low = low & _MASK_LOW[hand & _HALF]
        held_high = high & _MASK_HIGH[hand >> _SPLIT & _HALF]
        rest = (every >> _COMMON) - _SUM_LOW[low] - _SUM_HIGH[high]
        if table_too or not (held_low or held_high):
            bases = _BASE_LOW[low ^ held_low], _BASE_HIGH[high ^ held_high]
            best = max(best_low[held_low], best_high[held_high], *bases)
        else:
            one = best_low[held_low]
            two = best_high[held_high]
            best = one if one > two else two
        if ignored:
            rest += _LONE_LOW[held_low] + _LONE_HIGH[held_high]
        return rest + _GAIN[best]

    return score


# SCORERS[edition, lone](hand key, key of all other eligible cards) is explain(...).score.
SCORERS = {
    (edition, lone): _scorer(edition, lone)
    for edition in map(str, CHOICES["edition"])
    for lone in map(str, CHOICES["lone"])
}


def gains_of_taking(
    hand: Sequence[int],
    center: Sequence[int],
    piles: Mapping[int, Sequence[int]],
    edition: str,
    lone: str,
) -> dict[int, int]:
    """Return for each pile of another seat: the best score after its top is taken, less that now.

    All are faces; `piles` have a card at least, and a card of the hand is laid afterwards.
    """
    score = SCORERS[edition, lone]
    held, table = (
        faces_key(hand),
        faces_key(center) + faces_key([pile[-1] for pile in piles.values()]),
    )
    now, found = score(held, table), {}
    for seat, pile in piles.items():
        taken, left = WEIGHTS[pile[-1]], table - WEIGHTS[pile[-1]] + faces_key(pile[-2:-1])
        laid = [WEIGHTS[card] for card in (*hand, pile[-1])]
        found[seat] = max([score(held + taken - weight, left) for weight in laid]) - now
    return found
