"""Simulates a queue: players join at random, a policy seats them, and waits are measured."""

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from statistics import fmean
from typing import NamedTuple

from matchmaking.arrivals import Arrivals
from matchmaking.pairing import Rules, Ticket, plan_tables

CENTER, SPREAD = 25.0, 8.0  # mean and standard deviation of the ratings
SIZE = 4
Policy = Callable[[list[Ticket], float], list[Sequence[Ticket]]]


class Seen(NamedTuple):
    """The results of a policy.

    The mean wait in seconds, the mean width of a table in rating units, and the longest wait, which
    counts only seconds with enough players for a table.
    """

    wait: float
    width: float
    longest: float
    tables: int

    @property
    def product(self) -> float:
        """The score of a policy: half the wait at twice the width is equally good."""
        return self.wait * self.width


def make_crowd(count: int, per_minute: float, seed: int) -> list[Ticket]:
    """Return players who join independently of each other, in the order in which they join."""
    dice, now, people = Random(seed), 0.0, []
    for player in range(count):
        now += dice.expovariate(per_minute / 60)
        people.append(Ticket(player, dice.gauss(CENTER, SPREAD), now))
    return people


def simulate_policy(people: Sequence[Ticket], policy: Policy) -> Seen:
    """Simulate one tick per second until the last player has joined; ignore the first fifth."""
    hall: dict[int, Ticket] = {}
    count_from, waits, widths = people[len(people) // 5].enqueued_at, [], []
    coming, now = 0, 0.0
    longest_waits: dict[int, int] = {}
    while coming < len(people):
        now += 1.0
        while coming < len(people) and people[coming].enqueued_at <= now:
            hall[people[coming].player] = people[coming]
            coming += 1
        if len(hall) >= SIZE:
            for player in hall:
                longest_waits[player] = longest_waits.get(player, 0) + 1
        for table in policy(list(hall.values()), now):
            for ticket in table:
                del hall[ticket.player]
            if now >= count_from:
                waits += [now - ticket.enqueued_at for ticket in table]
                widths.append(table_width(table))
    waits += [now - ticket.enqueued_at for ticket in hall.values()]  # those who still wait
    longest = max(longest_waits.values(), default=0)
    return Seen(fmean(waits), fmean(widths), longest, len(widths))


def table_width(table: Sequence[Ticket]) -> float:
    """Return the distance between the best and the weakest rating at a table."""
    ratings = [ticket.rating for ticket in table]
    return max(ratings) - min(ratings)


# -------------------------------------------------------------------------------- policies
def own_policy(cap: float = 300.0) -> Policy:
    """Return the planner as a policy; it counts arrivals as they come."""
    arrivals = Arrivals(0.0, 0.0)
    rules = Rules(cap=cap)
    newest = [-1]

    def policy(hall: list[Ticket], now: float) -> list[Sequence[Ticket]]:
        fresh = [ticket for ticket in hall if ticket.player > newest[0]]
        newest[0] = max((ticket.player for ticket in fresh), default=newest[0])
        arrivals.note([ticket.rating for ticket in fresh], now)
        if len(hall) < SIZE:
            return []
        return [*plan_tables(hall, now, arrivals.estimate(), rules)]

    return policy


def first_come() -> Policy:
    """Return a policy that seats players in the order in which they joined."""

    def policy(hall: list[Ticket], _now: float) -> list[Sequence[Ticket]]:
        return [hall[at : at + SIZE] for at in range(0, len(hall) - SIZE + 1, SIZE)]

    return policy


def fixed_window(widest: float, cap: float = 300.0) -> Policy:
    """Return a policy that seats the four closest neighbors first, within a fixed window.

    Beyond the cap a table can be wider.
    """

    def policy(hall: list[Ticket], now: float) -> list[Sequence[Ticket]]:
        return _tightest_first(hall, lambda table: inf if _oldest(table, now) > cap else widest)

    return policy


def wave_policy(seconds: float) -> Policy:
    """Return a policy that seats everyone by rating at a fixed interval."""

    def policy(hall: list[Ticket], now: float) -> list[Sequence[Ticket]]:
        if now % seconds:
            return []
        rows = sorted(hall, key=lambda ticket: ticket.rating)
        return [rows[at : at + SIZE] for at in range(0, len(rows) - SIZE + 1, SIZE)]

    return policy


def oldest_first(start: float, growth: float, cap: float = 300.0) -> Policy:
    """Return a policy in which the longest-waiting player gets the nearest three players.

    The permitted width grows with the wait.
    """

    def policy(hall: list[Ticket], now: float) -> list[Sequence[Ticket]]:
        rows = sorted(hall, key=lambda ticket: ticket.rating)
        tables: list[Sequence[Ticket]] = []
        for ticket in sorted(hall, key=lambda ticket: ticket.enqueued_at):
            if ticket not in rows or len(rows) < SIZE:
                continue
            wait, at = now - ticket.enqueued_at, rows.index(ticket)
            lows = range(max(0, at - SIZE + 1), min(at, len(rows) - SIZE) + 1)
            low = min(lows, key=lambda low: rows[low + SIZE - 1].rating - rows[low].rating)
            table = rows[low : low + SIZE]
            if wait > cap or table_width(table) <= start + growth * wait:
                tables.append(table)
                del rows[low : low + SIZE]
        return tables

    return policy


def _oldest(table: Sequence[Ticket], now: float) -> float:
    return now - min(ticket.enqueued_at for ticket in table)


def _tightest_first(
    hall: list[Ticket], widest: Callable[[Sequence[Ticket]], float]
) -> list[Sequence[Ticket]]:
    rows = sorted(hall, key=lambda ticket: ticket.rating)
    tables: list[Sequence[Ticket]] = []
    while len(rows) >= SIZE:
        neighbors = [rows[at : at + SIZE] for at in range(len(rows) - SIZE + 1)]
        fitting = [table for table in neighbors if table_width(table) <= widest(table)]
        if not fitting:
            break
        table = min(fitting, key=table_width)
        tables.append(table)
        rows = [ticket for ticket in rows if ticket not in table]
    return tables
