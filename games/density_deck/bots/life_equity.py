"""Life equity: the chance to win the game, by the lives that every seat has.

The table is made by `python manage.py train --equity`: it goes from what the matches of AI players
cost backwards to every vector of up to ten lives, as if every seat lost lives alike.
"""

from array import array
from base64 import b64decode
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from json import loads
from pathlib import Path

MOST = 10  # lives in the table
OTHERS = 3
PLACE = Path(__file__).with_name("life_equity.json")
ONE = 65_535  # how the table writes certainty: as a whole number of two bytes

Chances = dict[tuple[int, ...], float]


def equity(own: int, others: Sequence[int]) -> float:
    """Return the chance, 0 to 1, to win a game with so many lives against these of the others.

    There are at most three others; those without lives are out. Where a seat has more than ten
    lives, so many are taken from every seat that is left with one at least.
    """
    excess = max(own, *others) - MOST
    if excess > 0:
        own, others = _less(own, excess), [_less(lives, excess) for lives in others]
    return table()[own, *sorted(others)]


def equities(lives: Sequence[int]) -> list[float]:
    """Return the chance of every seat with these lives; together they are 1."""
    found = [equity(own, [*lives[:seat], *lives[seat + 1 :]]) for seat, own in enumerate(lives)]
    return [chance / sum(found) for chance in found]


def _less(lives: int, excess: int) -> int:
    return max(1, lives - excess) if lives else 0


def vectors() -> Iterator[tuple[int, ...]]:
    """Yield own lives and those of three others, rising, in the order of the table."""
    for own in range(MOST + 1):
        for others in combinations_with_replacement(range(MOST + 1), OTHERS):
            yield own, *others


@cache
def table() -> Chances:
    """Return the chance by own lives and those of the others, rising; fewer others are shorter."""
    chances = array("H", b64decode(loads(PLACE.read_text(encoding="ascii"))["chances"]))
    found: Chances = {}
    for lives, chance in zip(vectors(), chances, strict=True):
        own, *others = lives
        found[lives] = chance / ONE
        # a seat that is out is the same as no seat
        while others and others[0] == 0:
            del others[0]
            found[own, *others] = chance / ONE
    return found
