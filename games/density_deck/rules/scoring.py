"""Scoring by DD-10 and DD-11: explain_score gives every step, SCORERS only the number, fast."""

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
    """Return the score of a hand by DD-10, or DD-11 in edition "classic", with its steps.

    `center` has only the face-up amplification cards, `tops` the seat and top discard of every
    other player. Any suit and power level is accepted, even one that is not in the deck. SCORERS
    must agree with this function. Callers share parts of the result and must not change it.
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
    # DD-10.3, DD-10.4: the largest product, then the higher final score, then deck order,
    # because max returns the first of equals.
    largest = max([group["total"] for group in candidates])
    scores = [
        _with_base(group, groups, common, lone) for group in candidates if group["total"] == largest
    ]
    return max(scores, key=itemgetter("score"))


@lru_cache(1024)
def _card(card: Card, source: str | int) -> ScoreCard:
    """Return an eligible card with its place: "hand", "center" or a seat's discards."""
    return {"suit": card.suit, "power": card.power, "from": source}


def _with_base(
    base: ScoreGroup | None, groups: Sequence[ScoreGroup], common: list[ScoreCard], lone: str
) -> Score:
    """Return the score with this base color: base - non-base + Common (DD-10.6 to 10.9)."""
    others: list[ScoreGroup] = []
    lone_cards: list[ScoreCard] = []
    for group in groups:
        if group is base:
            continue
        cards = group["cards"]
        # DD-10.7: exactly one hand card and nothing else
        if lone == "ignored" and len(cards) == 1 and cards[0]["from"] == "hand":
            lone_cards.append(cards[0])
        else:
            others.append(group)
    total = sum([card["power"] for card in common])
    final = (base["total"] if base else 0) - sum([group["total"] for group in others]) + total
    return {
        "base": base,
        "others": others,
        "alone": lone_cards,
        "common": {"cards": common, "total": total},
        "score": final,
    }


# --------------------------------------------------------------------------- fast scoring
# A key is a set of cards packed into one int; keys can be added and subtracted. Its low 26 bits
# are the colors, in two halves. For each power level of a color there is a field wide enough to
# count the copies. The bits above hold the sum of the Common power levels.
_LOW = ("yellow", "turquoise", "red", "silver", "aquamarine")
_HIGH = ("blue", "purple", "gold", "white", "black")
_SPLIT = 13  # bits of each half
_COMMON = 2 * _SPLIT
_HALF = (1 << _SPLIT) - 1


def _width(face: int) -> int:
    """Return the number of bits that can count the copies of a card."""
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


WEIGHTS = _weights()  # by face: the key of that one card


def faces_key(faces: Iterable[int]) -> int:
    """Return the key of these faces, the sum of their WEIGHTS; keys of two groups can be added."""
    total = 0
    for face in faces:
        total += WEIGHTS[face]
    return total


def _contents(suit: str) -> list[list[int]]:
    """Return, for every value of a color's fields in order, the power levels it encodes."""
    contents: list[list[int]] = [[]]
    for face, card in enumerate(FACES):
        if card.suit == suit:
            counts = range(1 << _width(face))
            contents = [powers + [card.power] * n for n in counts for powers in contents]
    return contents


def _table(
    half: Sequence[str], worth: Callable[[list[int]], int], join: Callable[[int, int], int]
) -> list[int]:
    """Return, for every value of a half, the worth of its colors, joined into one number."""
    table = [0]
    for suit in half:
        worths = [worth(powers) if powers else 0 for powers in _contents(suit)]
        table = [join(below, above) for above in worths for below in table]
    return _shared(table)


def _masks(half: Sequence[str]) -> list[int]:
    """Return, for every value of a half, the bit mask of the colors that it contains."""
    table = [0]
    for suit in half:
        contents = _contents(suit)
        bits = (len(contents) - 1) * len(table)
        table = [below | (bits if powers else 0) for powers in contents for below in table]
    return _shared(table)


def _shared(table: list[int]) -> list[int]:
    """Return the table with one object per value, so that more of it fits the processor cache."""
    numbers: dict[int, int] = {}
    return [numbers.setdefault(number, number) for number in table]


def _doubled(powers: list[int]) -> int:
    """Return what a base color adds to a score with all colors subtracted: 2 x product."""
    return 2 * prod(powers)


def _ranked(powers: list[int]) -> int:
    """Return _doubled, less 1 for a lone card, the worse base of equal products (DD-10.4)."""
    return 2 * prod(powers) - (len(powers) == 1)


def _lone(powers: list[int]) -> int:
    """Return the power of a color's only card; 0 if the color has more than one."""
    return powers[0] if len(powers) == 1 else 0


_MASK_LOW, _MASK_HIGH = _masks(_LOW), _masks(_HIGH)
_SUM_LOW, _SUM_HIGH = _table(_LOW, prod, add), _table(_HIGH, prod, add)
_BASE_LOW, _BASE_HIGH = _table(_LOW, _doubled, max), _table(_HIGH, _doubled, max)
_HELD_LOW, _HELD_HIGH = _table(_LOW, _ranked, max), _table(_HIGH, _ranked, max)
_LONE_LOW, _LONE_HIGH = _table(_LOW, _lone, add), _table(_HIGH, _lone, add)
# The gain of the best base, by its rank: 2 x product, or 1 x for a lone card, which _LONE has
# already added back once.
_GAIN = [(rank + 1) // 2 if rank % 2 else rank for rank in range(2 * 6**3 + 1)]


def _scorer(edition: str, lone: str) -> Callable[[int, int], int]:
    """Return a function of two keys that gives the score of explain_score for this ruleset."""
    table_too, ignored = edition == "classic", lone == "ignored"
    best_low, best_high = (_HELD_LOW, _HELD_HIGH) if ignored else (_BASE_LOW, _BASE_HIGH)

    def score(hand: int, table: int) -> int:
        total = hand + table
        low = total & _HALF
        high = total >> _SPLIT & _HALF
        # the eligible cards of the colors in the hand
        held_low = low & _MASK_LOW[hand & _HALF]
        held_high = high & _MASK_HIGH[hand >> _SPLIT & _HALF]
        rest = (total >> _COMMON) - _SUM_LOW[low] - _SUM_HIGH[high]
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


# SCORERS[edition, lone](hand key, key of all other eligible cards) is the score.
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
    """Return, by seat, how much taking its top discard changes the score after the best discard.

    All cards are faces; each of the `piles` of other seats has at least one card.
    """
    score = SCORERS[edition, lone]
    hand_key = faces_key(hand)
    table_key = faces_key(center) + faces_key([pile[-1] for pile in piles.values()])
    current_score, gains = score(hand_key, table_key), {}
    for seat, pile in piles.items():
        top = WEIGHTS[pile[-1]]
        four, table_after = hand_key + top, table_key - top + faces_key(pile[-2:-1])
        weights = [WEIGHTS[card] for card in (*hand, pile[-1])]
        best_score = max([score(four - weight, table_after) for weight in weights])
        gains[seat] = best_score - current_score
    return gains
