"""Life equity: the chance to win the game, from the lives of every seat.

`python -m bench.training equity` makes the table. It works backwards from the lives that AI
players lose per match to every combination of lives, as if all seats lost lives equally.
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
ONE = 65_535  # certainty in the table, whose values are two-byte integers

Chances = dict[tuple[int, ...], float]


def game_equity(own_lives: int, others: Sequence[int]) -> float:
    """Return the chance, 0 to 1, to win the game with `own_lives` against the others' lives.

    There are at most three others; those without lives are out. No seat has more than MOST_LIVES.
    """
    columns, chances = _table()
    column = columns[*(0,) * (OTHERS - len(others)), *sorted(others)]
    return chances[own_lives * len(columns) + column] / ONE


def seat_equities(lives: Sequence[int]) -> list[float]:
    """Return every seat's chance to win the game with these lives; the chances add up to 1."""
    chances = [
        game_equity(own_lives, [*lives[:seat], *lives[seat + 1 :]])
        for seat, own_lives in enumerate(lives)
    ]
    return [chance / sum(chances) for chance in chances]


def others_lives() -> Iterator[tuple[int, ...]]:
    """Yield the possible lives of three others, each in rising order, as columns of the table."""
    return combinations_with_replacement(range(MOST_LIVES + 1), OTHERS)


@cache
def _table() -> tuple[dict[tuple[int, ...], int], Sequence[int]]:
    """Return the column of each combination of others' lives, and the table of chances."""
    columns = {lives: column for column, lives in enumerate(others_lives())}
    encoded = loads(PLACE.read_text(encoding="ascii"))["chances"]
    return columns, array("H", b64decode(encoded))
