"""Life equity: the chance to win the game, by the lives that every seat has.

The table is made by `python -m bench.training equity`: it goes from what the matches of AI players
cost backwards to every vector of lives that a table may have, as if every seat lost lives alike.
"""

from array import array
from base64 import b64decode
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from json import loads
from pathlib import Path

from games.density_deck.rules.state import MOST_LIVES

OTHERS = 3
PLACE = Path(__file__).with_name("life_equity.json")
ONE = 65_535  # how the table writes certainty: as a whole number of two bytes

Chances = dict[tuple[int, ...], float]


def game_equity(own: int, others: Sequence[int]) -> float:
    """Return the chance, 0 to 1, to win a game with so many lives against these of the others.

    There are at most three others; those without lives are out. No seat has more than MOST_LIVES.
    """
    places, chances = _table()
    return (
        chances[own * len(places) + places[*(0,) * (OTHERS - len(others)), *sorted(others)]] / ONE
    )


def seat_equities(lives: Sequence[int]) -> list[float]:
    """Return the chance of every seat with these lives; together they are 1."""
    found = [
        game_equity(own, [*lives[:seat], *lives[seat + 1 :]]) for seat, own in enumerate(lives)
    ]
    return [chance / sum(found) for chance in found]


def others_lives() -> Iterator[tuple[int, ...]]:
    """Yield the lives that three others may have, rising, in the order of a row of the table."""
    return combinations_with_replacement(range(MOST_LIVES + 1), OTHERS)


@cache
def _table() -> tuple[dict[tuple[int, ...], int], Sequence[int]]:
    """Return the place of the lives of others in each row of the table, and the table."""
    places = {lives: place for place, lives in enumerate(others_lives())}
    written = loads(PLACE.read_text(encoding="ascii"))["chances"]
    return places, array("H", b64decode(written))
