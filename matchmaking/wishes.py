"""Mutes in ranked play: who would rather not play with somebody may stand back from a table.

The plan knows nothing of wishes, so that nobody can choose a table by them. A wish only takes its
owner out of a table that was planned, if somebody who waits on can have the place at no more than
a small cost; the owner waits on. docs/decisions/0031-mutes-in-ranked-are-wishes.md says why.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from math import inf

Wishes = Mapping[int, Set[int]]  # by the row of the owner, the rows not to sit with
Rows = Sequence[int]
Cost = Callable[[Rows], float]  # of a table, its rows in order

NEAR = 12  # rows on either side of a table in which somebody is looked for


def stand_back(
    tables: Sequence[Rows], wishes: Wishes, since: Sequence[float], cost: Cost, most: float
) -> list[Rows]:
    """Return the tables after at most one owner of a wish has left each of them.

    Of several owners at a table the last to come leaves, so that they are parted; nobody leaves
    who has come at -inf, which is too long ago. The place goes to a waiting row without a wish of
    its own whom nobody at the table wishes to avoid, where the table costs least and at most
    `most` more than before; with nobody there, the table stays as it is.
    """
    free = bytearray(b"\1" * len(since))
    for table in tables:
        for row in table:
            free[row] = 0
    changed: list[Rows] = []
    for table in tables:
        owner = _owner(table, wishes, since)
        others = [row for row in table if row != owner]
        taker = None if owner is None else _taker(table, others, wishes, free, cost, most)
        if owner is not None and taker is not None:
            free[taker], free[owner] = 0, 1
            changed.append(sorted((*others, taker)))
        else:
            changed.append(table)
    return changed


def _owner(table: Rows, wishes: Wishes, since: Sequence[float]) -> int | None:
    """The last to come of those who sit with somebody they wish to avoid."""
    owners = [
        row
        for row in table
        if row in wishes and since[row] > -inf and not wishes[row].isdisjoint(table)
    ]
    return max(owners, key=lambda row: (since[row], row), default=None)


def _taker(
    table: Rows, others: Rows, wishes: Wishes, free: bytearray, cost: Cost, most: float
) -> int | None:
    """Who had best take the place that is left beside the others."""
    dearest, best = cost(table) + most, None
    for row in _near(table, free):
        if row in wishes or any(row in wishes.get(other, ()) for other in others):
            continue
        price = cost(sorted((*others, row)))
        if price <= dearest:
            dearest, best = price, row
    return best


def _near(table: Rows, free: bytearray) -> Iterator[int]:
    """Rows around a table that are at none."""
    for row in range(max(0, table[0] - NEAR), min(len(free), table[-1] + NEAR + 1)):
        if free[row]:
            yield row
