"""A bound on quality: the best tables for a planner that knows all arrivals in advance.

Choosing tables from all groups of four is an integer program. This module solves its linear
relaxation, which can only be better. A table costs its width, plus a price per second that its
four players wait. Players near both ends of the period may stay unseated, which can only help.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix

from bench.halls import SIZE, table_width
from matchmaking.pairing import Ticket

REACH = 150.0  # most seconds between the first and the last arrival at a table
DEAREST = 3.0  # times the typical cost: more expensive tables are never chosen


def best_wait_and_width(
    people: Sequence[Ticket], price: float, typical: float
) -> tuple[float, float]:
    """Return the mean wait and the mean width of the best tables at a price per second of waiting.

    `typical` is about what a table costs; it only serves to skip expensive tables.
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
    share = inner[seats].mean(axis=1)  # of a table's cost: its players who must be seated
    solution = linprog(
        (widths + price * waits) * share,
        A_eq=seated[inner],
        b_eq=np.ones(inner.sum()),
        A_ub=seated[~inner],
        b_ub=np.ones((~inner).sum()),
        method="highs",
    )
    chosen = solution.x * share
    return float(chosen @ waits / chosen.sum() / SIZE), float(chosen @ widths / chosen.sum())
