"""An upper bound: the best tables of a planner that knows all arrivals in advance.

Choosing tables out of all fours is an integer programme; its linear relaxation, solved here,
can only be better. A table costs its width and a price for each second of its four waits.
People near the two ends of the stretch may be used for nothing, which again is only better.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix

from bench.halls import SIZE, table_width
from matchmaking.pairing import Ticket

REACH = 150.0  # seconds between the first and the last of a table
DEAREST = 3.0  # times a typical cost: dearer tables are never chosen


def best_wait_and_width(
    people: Sequence[Ticket], price: float, typical: float
) -> tuple[float, float]:
    """The mean wait and the mean width of the best tables at a price of a second of waiting.

    `typical` is what a table costs about; it only says which tables need no look.
    """
    tables, waits, widths = [], [], []
    for last, newest in enumerate(people):
        first = last
        while first and newest.enqueued_at - people[first - 1].enqueued_at <= REACH:
            first -= 1
        for others in combinations(range(first, last), SIZE - 1):
            wide = table_width([*(people[one] for one in others), newest])
            if wide > DEAREST * typical:
                continue
            wait = sum(newest.enqueued_at - people[one].enqueued_at for one in others)
            if wide + price * wait <= DEAREST * typical:
                tables.append((*others, last))
                waits.append(wait)
                widths.append(wide)
    return _solve(people, tables, np.array(waits), np.array(widths), price)


def _solve(
    people: Sequence[Ticket],
    tables: list[tuple[int, ...]],
    waits: np.ndarray,
    widths: np.ndarray,
    price: float,
) -> tuple[float, float]:
    margin = len(people) // 8
    inner = np.zeros(len(people), dtype=bool)
    inner[margin:-margin] = True
    seats = np.array(tables)
    rows, columns = seats.ravel(), np.repeat(np.arange(len(tables)), SIZE)
    seated = csr_matrix((np.ones(rows.size), (rows, columns)), (len(people), len(tables)))
    share = inner[seats].mean(axis=1)  # of a table's cost: its people who must be seated
    found = linprog(
        (widths + price * waits) * share,
        A_eq=seated[inner],
        b_eq=np.ones(inner.sum()),
        A_ub=seated[~inner],
        b_ub=np.ones((~inner).sum()),
        method="highs",
    )
    chosen = found.x * share
    return float(chosen @ waits / chosen.sum() / SIZE), float(chosen @ widths / chosen.sum())
