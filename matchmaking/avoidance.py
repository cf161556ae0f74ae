"""Mutes in ranked play: the owner of a mute may be substituted at a table with the muted player.

The plan knows nothing of avoidances, so that no player can choose a table by them. One only takes
its owner out of a table that was planned, if a player who waits on can have the place at no more
than a small cost; the owner waits on. docs/decisions/0031-mutes-in-ranked-are-wishes.md says why.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from math import inf

Avoidances = Mapping[int, Set[int]]  # by the row of the owner, the rows not to sit with
Rows = Sequence[int]
Cost = Callable[[Rows], float]  # of a table, its rows in order

NEAR = 12  # rows on either side of a table in which a substitute is searched


def substitute(
    tables: Sequence[Rows], avoidances: Avoidances, since: Sequence[float], cost: Cost, most: float
) -> list[Rows]:
    """Return the tables after at most one owner of an avoidance has left each of them.

    Of several owners at a table the last to come leaves, so that they are parted; an owner
    who has come at -inf, too long ago, stays. The place goes to a waiting row without an avoidance
    of its own that no owner at the table avoids, where the table costs least and at most
    `most` more than before; without such a row the table stays as it is.
    """
    free = bytearray(b"\1" * len(since))
    for table in tables:
        for row in table:
            free[row] = 0
    changed: list[Rows] = []
    for table in tables:
        owner = _owner(table, avoidances, since)
        others = [row for row in table if row != owner]
        taker = None if owner is None else _taker(table, others, avoidances, free, cost, most)
        if owner is not None and taker is not None:
            free[taker], free[owner] = 0, 1
            changed.append(sorted((*others, taker)))
        else:
            changed.append(table)
    return changed


def _owner(table: Rows, avoidances: Avoidances, since: Sequence[float]) -> int | None:
    """Return the last to come of the owners who sit with a player they avoid; None without one."""
    owners = [
        row
        for row in table
        if row in avoidances and since[row] > -inf and not avoidances[row].isdisjoint(table)
    ]
    return max(owners, key=lambda row: (since[row], row), default=None)


def _taker(
    table: Rows, others: Rows, avoidances: Avoidances, free: bytearray, cost: Cost, most: float
) -> int | None:
    """Return the row that takes the place beside the others at the least cost; None without one."""
    dearest, best = cost(table) + most, None
    for row in _near(table, free):
        if row in avoidances or any(row in avoidances.get(other, ()) for other in others):
            continue
        price = cost(sorted((*others, row)))
        if price <= dearest:
            dearest, best = price, row
    return best


def _near(table: Rows, free: bytearray) -> Iterator[int]:
    """Yield the rows around a table that are at no table."""
    for row in range(max(0, table[0] - NEAR), min(len(free), table[-1] + NEAR + 1)):
        if free[row]:
            yield row
