"""Plans the tables of a queue from the waiting tickets; pure functions.

Tickets are sorted by rating. Dynamic programming finds the best way to cut tables of neighbors out
of that row in one pass. The allowance, the largest spread of ratings at a table, starts wide where
few users arrive and grows with waiting. The only knob is PRICE, the rating distance that a second
of waiting is worth.

Planning ignores avoidances (mutes), so that players cannot choose tables by them. Afterwards an
avoidance can take its owner out of a planned table, if a waiting player can take the seat at little
cost. The owner then keeps waiting. Decision 31 says why.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations, pairwise
from math import inf, sqrt
from operator import itemgetter
from typing import NamedTuple

from matchmaking.arrivals import Estimate, bin_of

CAP = 300.0  # seconds of waiting after which any nearby player is accepted
PRICE = 0.02  # spreads per second of waiting
OPENING = 2.0  # at tables of four: arrivals within a newcomer's allowance while the queue refills
TURN = 0.42  # usual wait, as a share of the time in which the queue refills
PATIENCE = 0.1  # share of PRICE by which each ticket's waiting widens the allowance
FINEST, WIDEST = 0.25, 8.0  # spreads: bounds of a newcomer's allowance
WORTH = 16.0  # spreads: the most that a table is worth, and the extra for each late ticket
MET = 0.25  # spreads: cost of a pair that has just met, if no other pair has
FAMILIAR = 0.25  # share of MET that remains if all pairs have just met
FORCED = 1.1  # caps: after that a ticket is seated with the nearest allowed ones
NEAR = 12  # rows on either side of a table that are searched for a substitute
SPARE = 2  # rows that a table may skip to avoid pairs
REACH, CHOICE, STUCK = 2_000, 24, 100  # forced tickets: rows searched, candidates, most per tick


Pairs = Collection[tuple[int, int]]
Network = int | str | None
Rows = Sequence[int]


class Ticket(NamedTuple):
    """A waiting player; two players of one network (None: unknown) never share a table."""

    player: int
    rating: float
    enqueued_at: float  # seconds
    network: Network = None


Table = tuple[Ticket, ...]


class Rules(NamedTuple):
    """The rules of a queue: table size, cap of the wait in seconds, pairs to keep apart.

    `met` are pairs that have just met; `avoidances` are pairs of an owner and a muted player.
    """

    size: int = 4
    cap: float = CAP
    met: Pairs = ()
    avoidances: Pairs = ()


def plan_tables(
    tickets: Iterable[Ticket],
    now: float,
    arrivals: Estimate,
    rules: Rules = Rules(),  # noqa: B008  (a frozen value)
) -> list[Table]:
    """Return the tables to seat now, each sorted by rating.

    No ticket waits longer than FORCED caps while enough others are there that may sit with it.
    """
    line = _Line(sorted(tickets, key=itemgetter(1)), now, arrivals, rules)
    tables = line.cut()
    forced = line.force(tables)
    planned = line.tickets_of(forced)
    if forced:
        seated = {row for table in forced for row in table}
        rest = [ticket for row, ticket in enumerate(line.tickets) if row not in seated]
        line = _Line(rest, now, arrivals, rules)
        tables = line.cut()
    return planned + line.tickets_of(line.heed_avoidances(tables))


def usual_wait(arrivals: Estimate, size: int = 4, cap: float = CAP) -> float:
    """Return the typical wait in seconds, from the rate of arrivals alone."""
    return max(1.0, min(cap, _balanced(arrivals, size)))


def allowed_spread(arrivals: Estimate, density: float, size: int = 4, cap: float = CAP) -> float:
    """Return the allowance of newcomers at a rating with this density of arrivals."""
    arrivals_seen = arrivals.rate * max(1.0, min(cap, _balanced(arrivals, size) / TURN))
    widest = WIDEST * arrivals.spread
    near = OPENING * _gaps(size)
    return max(FINEST * arrivals.spread, min(widest, near / max(arrivals_seen * density, 1e-9)))


def _balanced(arrivals: Estimate, size: int) -> float:
    """Return the mean wait in seconds at which more waiting no longer pays off."""
    return _gaps(size) * sqrt(3.8 / (PRICE * arrivals.rate))


def _gaps(size: int) -> float:
    """Return the number of gaps between neighbors at a table, relative to a table of four."""
    return (size - 1) / 3


class _Line:
    """The tickets in the order of rating; a row is an index, a table is a sorted list of rows."""

    def __init__(self, tickets: list[Ticket], now: float, arrivals: Estimate, rules: Rules) -> None:
        self.tickets, self.now, self.size, self.cap = tickets, now, rules.size, rules.cap
        self.spread = arrivals.spread
        players = {ticket.player: row for row, ticket in enumerate(tickets)}
        # by row, the rows that it has just met; by owner's row, the rows to avoid
        self.just_met = _by_row([*rules.met, *((two, one) for one, two in rules.met)], players)
        self.avoidances = _by_row(rules.avoidances, players)
        # if all have just met, waiting for others hardly helps
        pairs = len(tickets) * (len(tickets) - 1) or 1
        unmet = 1 - sum(map(len, self.just_met.values())) / pairs
        self.met = MET * self.spread * max(FAMILIAR, unmet)
        by_bin = [allowed_spread(arrivals, part, self.size, self.cap) for part in arrivals.density]
        self.allowances = [by_bin[bin_of(ticket.rating)] for ticket in tickets]

    def cut(self) -> list[Rows]:
        """Return the tables with the highest total gain, the strongest first."""
        best = [0.0] * self.size  # the highest gain, by number of rows from 0
        last_tables: dict[int, Rows] = {}  # the last table of the best cut, by number of rows
        uneasy = self._uneasy_ends()
        for end in range(self.size, len(self.tickets) + 1):
            best.append(best[-1])
            for rows in self._tables_at(end, scattered=end in uneasy):
                total = best[rows[0]] + self._gain(rows)
                if total > best[end]:
                    best[end], last_tables[end] = total, rows
        tables, end = [], len(self.tickets)
        while end >= self.size:
            if end in last_tables:
                tables.append(last_tables[end])
                end = last_tables[end][0]
            else:
                end -= 1
        return tables

    def heed_avoidances(self, tables: list[Rows]) -> list[Rows]:
        """Return the tables after at most one owner of an avoidance has left each of them.

        Of several owners the last to queue leaves, but not one who has waited the cap. The seat
        goes to the waiting row with the least cost, if that is hardly more than before. The row
        must not own avoidances or be avoided at the table. Without one the table is unchanged.
        """
        if not self.avoidances:
            return tables
        free = set(range(len(self.tickets))).difference(*tables)
        changed: list[Rows] = []
        for table in tables:
            owner = self._last_owner(table)
            others = [row for row in table if row != owner]
            substitute = None if owner is None else self._substitute(table, others, free)
            if owner is None or substitute is None:
                changed.append(table)
                continue
            free.remove(substitute)
            free.add(owner)
            changed.append(sorted((*others, substitute)))
        return changed

    def tickets_of(self, tables: Iterable[Rows]) -> list[Table]:
        """Return the tickets of each of these tables."""
        return [tuple(self.tickets[row] for row in rows) for rows in tables]

    def force(self, cut: Iterable[Rows]) -> list[Rows]:
        """Return the tables of tickets that have waited FORCED caps, if the cut leaves one out.

        They are seated before a second cut: tables of the cut with such tickets, and new ones.
        """
        limit = self.now - FORCED * self.cap
        stuck = {row for row, ticket in enumerate(self.tickets) if ticket.enqueued_at <= limit}
        tables = [rows for rows in cut if not stuck.isdisjoint(rows)]
        table_count, taken = len(tables), {row for rows in tables for row in rows}
        longest_first = sorted(stuck - taken, key=lambda row: self.tickets[row].enqueued_at)
        for row in longest_first[:STUCK]:
            table = () if row in taken else self._nearest(row, taken)
            if table:
                taken.update(table)
                tables.append(table)
        return tables if len(tables) > table_count else []

    def _last_owner(self, table: Rows) -> int | None:
        """Return the last to queue of the owners who sit with a player they avoid, or None."""
        queued_at = {row: self.tickets[row].enqueued_at for row in table if row in self.avoidances}
        owners = [
            row
            for row, at in queued_at.items()
            if at > self.now - self.cap and not self.avoidances[row].isdisjoint(table)
        ]
        return max(owners, key=lambda row: (queued_at[row], row), default=None)

    def _substitute(self, table: Rows, others: Rows, free: set[int]) -> int | None:
        """Return the row that takes the free seat at the least cost, or None."""
        least_cost, best = self._cost(table) + MET * self.spread, None
        for row in sorted(free.intersection(range(table[0] - NEAR, table[-1] + NEAR + 1))):
            if row in self.avoidances or any(
                row in self.avoidances.get(other, ()) for other in others
            ):
                continue
            cost = self._cost(sorted((*others, row)))
            if cost <= least_cost:
                least_cost, best = cost, row
        return best

    def _uneasy_ends(self) -> set[int]:
        """Return the ends of ranges of rows that contain a pair to keep apart."""
        pairs = [(one, two) for one, others in self.just_met.items() for two in others if one < two]
        by_network: dict[Network, list[int]] = defaultdict(list)
        for row, ticket in enumerate(self.tickets):
            if ticket.network is not None:
                by_network[ticket.network].append(row)
        pairs += [pair for rows in by_network.values() for pair in pairwise(rows)]
        reach = self.size + SPARE
        return {end for low, high in pairs for end in range(high + 1, low + reach + 1)}

    def _tables_at(self, end: int, *, scattered: bool) -> Iterable[Rows]:
        """Return the possible tables whose last row is end - 1: neighbors, or with a few gaps."""
        if not scattered:
            return (range(end - self.size, end),)
        near = range(max(0, end - self.size - SPARE), end - 1)
        return ((*others, end - 1) for others in combinations(near, self.size - 1))

    def _gain(self, rows: Rows) -> float:
        """Return the gain of a table, higher with late tickets; 0 if it must not be seated."""
        waits = [self.now - self.tickets[row].enqueued_at for row in rows]
        late = sum(wait / self.cap for wait in waits if wait >= self.cap)
        room = min(self.allowances[rows[0]], self.allowances[rows[-1]])
        room = inf if late else room + PATIENCE * PRICE * self.spread * sum(waits)
        cost = self._cost(rows)
        if cost > room or cost == inf:
            return 0.0
        return min(room, WORTH * self.spread) - cost + WORTH * self.spread * late

    def _cost(self, rows: Rows) -> float:
        """Return the cost of a table: its spread, and pairs that just met; inf if forbidden."""
        cost = self.tickets[rows[-1]].rating - self.tickets[rows[0]].rating
        for one, other in combinations(rows, 2):
            if self._forbidden(one, other):
                return inf
            if other in self.just_met.get(one, ()):
                cost += self.met
        return cost

    def _forbidden(self, one: int, other: int) -> bool:
        """Return whether two rows must not share a table because they share a network."""
        network = self.tickets[one].network
        return network is not None and network == self.tickets[other].network

    def _nearest(self, row: int, taken: set[int]) -> Rows:
        """Return a table of a row and the nearest rows that may sit together; () without one."""
        rating = self.tickets[row].rating
        around = range(max(0, row - REACH), min(len(self.tickets), row + REACH + 1))
        free = [other for other in around if other != row and other not in taken]
        free = [other for other in free if not self._forbidden(row, other)]
        near = sorted(free, key=lambda other: abs(self.tickets[other].rating - rating))[:CHOICE]
        for others in combinations(near, self.size - 1):
            if not any(self._forbidden(*pair) for pair in combinations(others, 2)):
                return sorted((row, *others))
        return ()


def _by_row(pairs: Pairs, rows: dict[int, int]) -> dict[int, set[int]]:
    """Return pairs of players as rows: for each first row the second ones."""
    seconds_by_first: dict[int, set[int]] = defaultdict(set)
    for one, other in pairs:
        if one in rows and other in rows and one != other:
            seconds_by_first[rows[one]].add(rows[other])
    return dict(seconds_by_first)
