"""The plan of a queue: tickets and the time in, tables out; pure.

Tickets are sorted by rating. Among all ways to cut tables of neighbors out of that row, the best
one is found in one pass (dynamic programming). How far apart neighbors may be, the allowance,
begins wide where few users come and grows with waiting: the rating distance that a second of
waiting is worth, PRICE, is the only knob.

The plan knows nothing of avoidances (mutes), so that no player can choose a table by them. One only
takes its owner out of a table that was planned, if a player who waits on can have the place at no
more than a small cost; the owner waits on. Decision 31 says why.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations, pairwise
from math import inf, sqrt
from operator import itemgetter
from typing import NamedTuple

from matchmaking.arrivals import Estimate, bin_of

CAP = 300.0  # seconds after which any player near will do
PRICE = 0.02  # of the spread, for a second of waiting
OPENING = 2.0  # how many arrivals of a turn of the queue are near enough for a newcomer, of four
TURN = 0.42  # the usual wait as a part of the time in which a queue is refilled
PATIENCE = 0.1  # the part of the price by which each one's waiting widens the allowance
FINEST, WIDEST = 0.25, 8.0  # spreads: the allowance of a newcomer; less than the one is not felt
WORTH = 16.0  # spreads: what seating a table is worth at most, and what a late ticket adds
MET = 0.25  # spreads: what a pair that has just met costs where no other pair has
FAMILIAR = 0.25  # the part of it that is left where all have just met
FORCED = 1.1  # caps: from here on a ticket takes the nearest who may sit with it
NEAR = 12  # rows on either side of a table in which a substitute is searched
SPARE = 2  # rows beside a table that may be passed over for the sake of pairs
REACH, CHOICE, STUCK = 2_000, 24, 100  # of forced tickets: rows seen, candidates, tickets a tick


Pairs = Collection[tuple[int, int]]
Network = int | str | None
Rows = Sequence[int]


class Ticket(NamedTuple):
    """One waiting player; two of one network (None: unknown) never share a table."""

    player: int
    rating: float
    enqueued_at: float  # seconds
    network: Network = None


Table = tuple[Ticket, ...]


class Rules(NamedTuple):
    """The rules of a queue: players at a table, the latest wait, pairs that rarely meet.

    `avoidances` are pairs of an owner and a player whom the owner would rather not meet.
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
    """Return the tables to be seated now, each by rating.

    Tickets that wait on are left out. No ticket waits beyond 1.1 caps while enough others are
    there that may sit with it.
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
    """Return the seconds in which a table is typically found, by the rate of arrivals alone."""
    return max(1.0, min(cap, _balanced(arrivals, size)))


def allowed_spread(arrivals: Estimate, density: float, size: int = 4, cap: float = CAP) -> float:
    """Return how far apart newcomers may be at a rating with this density of arrivals."""
    met = arrivals.rate * max(1.0, min(cap, _balanced(arrivals, size) / TURN))
    widest = WIDEST * arrivals.spread
    near = OPENING * _gaps(size)
    return max(FINEST * arrivals.spread, min(widest, near / max(met * density, 1e-9)))


def _balanced(arrivals: Estimate, size: int) -> float:
    """Return the mean wait in seconds where waiting on costs as much as it makes tables closer."""
    return _gaps(size) * sqrt(3.8 / (PRICE * arrivals.rate))


def _gaps(size: int) -> float:
    """Return how many gaps between neighbors a table has, of those that a table of four has."""
    return (size - 1) / 3


class _Line:
    """The tickets in the order of rating; a row is a place in it, a table its rows in order."""

    def __init__(self, tickets: list[Ticket], now: float, arrivals: Estimate, rules: Rules) -> None:
        self.tickets, self.now, self.size, self.cap = tickets, now, rules.size, rules.cap
        self.spread = arrivals.spread
        players = {ticket.player: row for row, ticket in enumerate(tickets)}
        # by row, the rows with whom it has just played, and by owner the rows not to sit with
        self.just_met = _by_row([*rules.met, *((two, one) for one, two in rules.met)], players)
        self.avoidances = _by_row(rules.avoidances, players)
        # where all have just met there is hardly another player to wait for
        pairs = len(tickets) * (len(tickets) - 1) or 1
        unmet = 1 - sum(map(len, self.just_met.values())) / pairs
        self.met = MET * self.spread * max(FAMILIAR, unmet)
        by_bin = [allowed_spread(arrivals, part, self.size, self.cap) for part in arrivals.density]
        self.allowances = [by_bin[bin_of(ticket.rating)] for ticket in tickets]

    def cut(self) -> list[Rows]:
        """Return the tables that are best in sum, the strongest first."""
        best = [0.0] * self.size  # by number of rows, from none on
        found: dict[int, Rows] = {}  # the last table of the best cut, by the end behind it
        uneasy = self._uneasy_ends()
        for end in range(self.size, len(self.tickets) + 1):
            best.append(best[-1])
            for rows in self._tables_at(end, scattered=end in uneasy):
                total = best[rows[0]] + self._gain(rows)
                if total > best[end]:
                    best[end], found[end] = total, rows
        tables, end = [], len(self.tickets)
        while end >= self.size:
            if end in found:
                tables.append(found[end])
                end = found[end][0]
            else:
                end -= 1
        return tables

    def heed_avoidances(self, tables: list[Rows]) -> list[Rows]:
        """Return the tables after at most one owner of an avoidance has left each of them.

        Of several owners at a table the last to come leaves, so that they are parted; one who has
        waited for a cap stays. The place goes to a waiting row without an avoidance of its own that
        no owner at the table avoids, where the table costs least and hardly more than before;
        without such a row the table stays unchanged.
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
        """Tables that are seated before a second cut, if the first leaves a ticket out that has
        waited far too long: theirs, and those of others who have.
        """
        limit = self.now - FORCED * self.cap
        stuck = {row for row, ticket in enumerate(self.tickets) if ticket.enqueued_at <= limit}
        tables = [rows for rows in cut if not stuck.isdisjoint(rows)]
        kept, taken = len(tables), {row for rows in tables for row in rows}
        longest_first = sorted(stuck - taken, key=lambda row: self.tickets[row].enqueued_at)
        for row in longest_first[:STUCK]:
            table = () if row in taken else self._nearest(row, taken)
            if table:
                taken.update(table)
                tables.append(table)
        return tables if len(tables) > kept else []

    def _last_owner(self, table: Rows) -> int | None:
        """Return the last to come of the owners who sit with a player they avoid; None without."""
        came = {row: self.tickets[row].enqueued_at for row in table if row in self.avoidances}
        owners = [
            row
            for row, at in came.items()
            if at > self.now - self.cap and not self.avoidances[row].isdisjoint(table)
        ]
        return max(owners, key=lambda row: (came[row], row), default=None)

    def _substitute(self, table: Rows, others: Rows, free: set[int]) -> int | None:
        """Return the row that takes the place beside the others at the least cost, or None."""
        dearest, best = self._cost(table) + MET * self.spread, None
        for row in sorted(free.intersection(range(table[0] - NEAR, table[-1] + NEAR + 1))):
            if row in self.avoidances or any(
                row in self.avoidances.get(other, ()) for other in others
            ):
                continue
            cost = self._cost(sorted((*others, row)))
            if cost <= dearest:
                dearest, best = cost, row
        return best

    def _uneasy_ends(self) -> set[int]:
        """Return the ends of the stretches of rows with a pair that just met or has one network."""
        pairs = [(one, two) for one, others in self.just_met.items() for two in others if one < two]
        by_network: dict[Network, list[int]] = defaultdict(list)
        for row, ticket in enumerate(self.tickets):
            if ticket.network is not None:
                by_network[ticket.network].append(row)
        pairs += [pair for rows in by_network.values() for pair in pairwise(rows)]
        reach = self.size + SPARE
        return {end for low, high in pairs for end in range(high + 1, low + reach + 1)}

    def _tables_at(self, end: int, *, scattered: bool) -> Iterable[Rows]:
        """Return the tables whose last row is before this end: neighbors, or with a few gaps."""
        if not scattered:
            return (range(end - self.size, end),)
        near = range(max(0, end - self.size - SPARE), end - 1)
        return ((*others, end - 1) for others in combinations(near, self.size - 1))

    def _gain(self, rows: Rows) -> float:
        """Return what a table is worth, 0 where there is to be none; late tickets add to it."""
        waits = [self.now - self.tickets[row].enqueued_at for row in rows]
        late = sum(wait / self.cap for wait in waits if wait >= self.cap)
        room = min(self.allowances[rows[0]], self.allowances[rows[-1]])
        room = inf if late else room + PATIENCE * PRICE * self.spread * sum(waits)
        cost = self._cost(rows)
        if cost > room or cost == inf:
            return 0.0
        return min(room, WORTH * self.spread) - cost + WORTH * self.spread * late

    def _cost(self, rows: Rows) -> float:
        """How far apart they are, and how many have just met; infinite where two may not meet."""
        cost = self.tickets[rows[-1]].rating - self.tickets[rows[0]].rating
        for one, other in combinations(rows, 2):
            if self._forbidden(one, other):
                return inf
            if other in self.just_met.get(one, ()):
                cost += self.met
        return cost

    def _forbidden(self, one: int, other: int) -> bool:
        """Return whether these two rows must not share a table: they have one network."""
        network = self.tickets[one].network
        return network is not None and network == self.tickets[other].network

    def _nearest(self, row: int, taken: set[int]) -> Rows:
        """A table of one row and the nearest who may sit with it and with each other, or none."""
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
    """Return the pairs of players who wait as pairs of their rows."""
    found: dict[int, set[int]] = defaultdict(set)
    for one, other in pairs:
        if one in rows and other in rows and one != other:
            found[rows[one]].add(rows[other])
    return dict(found)
