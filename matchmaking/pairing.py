"""The plan of a queue: tickets and the time in, tables out; pure and repeatable.

Tickets are sorted by rating. Among all ways to cut tables of neighbors out of that row, the best
one is found in one pass (dynamic programming). How far apart neighbors may be, the allowance,
begins wide where few users come and grows with waiting: the rating distance that a second of
waiting is worth, PRICE, is the only knob.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate, chain, combinations, compress, count, islice, permutations
from math import inf, sqrt
from operator import eq, itemgetter, sub
from typing import Any, NamedTuple

from matchmaking.arrivals import LOW, WIDTH, Estimate
from matchmaking.avoidance import substitute

CAP = 300.0  # seconds after which any player near will do
PRICE = 0.02  # of the spread, for a second of waiting
OPENING = 2.0  # how many arrivals of a turn of the queue are near enough for a newcomer, of four
TURN = 0.42  # the usual wait as a part of the time in which a queue is filled anew
PATIENCE = 0.1  # the part of the price by which each one's waiting widens the allowance
FINEST, WIDEST = 0.25, 8.0  # spreads: the allowance of a newcomer; less than the one is not felt
WORTH = 16.0  # spreads: what seating a table is worth at most, and what a late ticket adds
MET = 0.25  # spreads: what a pair that has just met costs where no other pair has
FAMILIAR = 0.25  # the part of it that is left where all have just met
FORCED = 1.1  # caps: from here on a ticket takes the nearest who may sit with it
SPARE = 2  # rows beside a table that may be passed over for the sake of pairs
REACH, CHOICE, STUCK = 2_000, 24, 100  # of forced tickets: rows seen, candidates, tickets a tick


Pairs = Collection[tuple[int, int]]
Network = int | str | None


class Ticket(NamedTuple):
    """One waiting player; two of one network (None: unknown) never share a table."""

    player: int
    rating: float
    enqueued_at: float  # seconds
    network: Network = None


Table = tuple[Ticket, ...]


class Rules(NamedTuple):
    """What a queue wants: players at a table, the latest wait, pairs that rarely meet.

    `avoidances` are pairs of an owner and a player whom the owner would rather not meet.
    """

    size: int = 4
    cap: float = CAP
    met: Pairs = ()
    avoidances: Pairs = ()


def plan(
    tickets: Iterable[Ticket],
    now: float,
    arrivals: Estimate,
    rules: Rules = Rules(),  # noqa: B008  (a frozen value)
    *,
    seed: int = 0,
) -> Iterator[Table]:
    """Yield the tables to be seated now, one by one, each in the order of its seats.

    Tickets that wait on are left out. The same tickets, time and seed give the same
    tables. No ticket waits beyond 1.1 caps while enough others are there that may sit with it.
    Tickets that come ordered by rating are planned faster.
    """
    line = _Line(sorted(tickets, key=itemgetter(1)), now, arrivals, rules)
    ends = line.cut()
    forced = line.forced(ends)
    if forced:
        seated = {row for table in forced for row in table}
        rest = [ticket for row, ticket in enumerate(line.tickets) if row not in seated]
        first = [itemgetter(*table)(line.tickets) for table in forced]
        line = _Line(rest, now, arrivals, rules)
        return _shuffled(chain(first, line.tables(line.cut())), rules.size, seed)
    return _shuffled(line.tables(ends), rules.size, seed)


def usual_wait(arrivals: Estimate, size: int = 4, cap: float = CAP) -> float:
    """Return the seconds in which a table is typically found, by the rate of arrivals alone."""
    return max(1.0, min(cap, _balanced(arrivals, size)))


def allowance(arrivals: Estimate, density: float, size: int = 4, cap: float = CAP) -> float:
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
    """The tickets in the order of rating; a row is a place in it, an end the row behind a table."""

    def __init__(self, tickets: list[Ticket], now: float, arrivals: Estimate, rules: Rules) -> None:
        # one pass, because tickets lie all over the memory
        flat: list[Any] = list(chain.from_iterable(tickets))
        self.tickets, self.now, self.size, self.cap = tickets, now, rules.size, rules.cap
        self.ratings: list[float] = flat[1::4]
        self.since: list[float] = flat[2::4]
        self.networks: list[Network] = flat[3::4]
        self.spread = arrivals.spread
        paired = rules.met or rules.avoidances
        players = {player: row for row, player in enumerate(flat[0::4])} if paired else {}
        # by row, the rows with whom it has just played, and by owner the rows not to sit with
        self.just_met = _by_row([*rules.met, *((two, one) for one, two in rules.met)], players)
        self.avoidances = _by_row(rules.avoidances, players)
        # where all have just met there is hardly another player to wait for
        pairs = len(tickets) * (len(tickets) - 1) or 1
        unmet = 1 - sum(map(len, self.just_met.values())) / pairs
        self.met = MET * arrivals.spread * max(FAMILIAR, unmet)
        self.allowances = self._allowances(arrivals)
        self.scattered: dict[int, tuple[int, ...]] = {}  # tables with gaps, by their ends

    def cut(self) -> list[int]:
        """Return the ends of the tables that are best in sum."""
        gains, size = self._gains(), self.size
        best = [0.0] * size  # by number of rows, from none on
        append, last = best.append, 0.0
        for gain, before in zip(gains, best, strict=False):
            total = before + gain
            if total > last:
                last = total if gain < inf else max(last, self._scatter(best))
            append(last)
        ends, end = [], len(self.tickets)
        while end >= size:
            if best[end] > best[end - 1]:
                ends.append(end)
                end = self.rows(end)[0] if end in self.scattered else end - size
            else:
                end -= 1
        return ends

    def rows(self, end: int) -> Sequence[int]:
        """Return the rows of the table with that end."""
        return self.scattered.get(end) or range(end - self.size, end)

    def tables(self, ends: Iterable[int]) -> Iterator[Sequence[Ticket]]:
        """The tickets of the tables with those ends, after the substitutions for avoidances."""
        tickets, size, scattered = self.tickets, self.size, self.scattered
        if self.avoidances:
            found = [self.rows(end) for end in ends]
            since = [at if at > self.now - self.cap else -inf for at in self.since]
            most = MET * self.spread
            for rows in substitute(found, self.avoidances, since, self._cost, most):
                yield itemgetter(*rows)(tickets)
            return
        for end in ends:
            if end in scattered:
                yield itemgetter(*scattered[end])(tickets)
            else:
                yield tickets[end - size : end]

    def forced(self, ends: Iterable[int]) -> list[tuple[int, ...]]:
        """Tables that are seated before a second cut, if the first leaves a ticket out that has
        waited far too long: theirs, and those of others who have.
        """
        limit = self.now - FORCED * self.cap
        if min(self.since, default=inf) > limit:
            return []
        stuck = {row for row, at in enumerate(self.since) if at <= limit}
        tables = [tuple(rows) for rows in map(self.rows, ends) if not stuck.isdisjoint(rows)]
        kept, taken = len(tables), set(chain.from_iterable(tables))
        for row in sorted(stuck - taken, key=self.since.__getitem__)[:STUCK]:
            table = () if row in taken else self._nearest(row, taken)
            if table:
                taken.update(table)
                tables.append(table)
        return tables if len(tables) > kept else []

    def _allowances(self, arrivals: Estimate) -> list[float]:
        """Return how far apart newcomers may be: one number for all rows of a bin."""
        allowances: list[float] = []
        for number, density in enumerate(arrivals.density, start=1):
            edge = LOW + number * WIDTH if number < len(arrivals.density) else inf
            rows = bisect_left(self.ratings, edge) - len(allowances)
            allowances += [allowance(arrivals, density, self.size, self.cap)] * rows
        return allowances

    def _gains(self) -> list[float]:
        """Return what the table of neighbors at each end is worth, 0 where there is to be none, and
        infinity where `_scatter` has to look.
        """
        size, worth = self.size, WORTH * self.spread
        patience = PATIENCE * PRICE * self.spread
        widths = map(sub, islice(self.ratings, size - 1, None), self.ratings)
        least = map(min, self.allowances, islice(self.allowances, size - 1, None))
        sums = list(accumulate(self.since, initial=0.0))
        together = size * self.now
        gains = [
            (room if room < worth else worth) - width
            if width <= (room := allowed + patience * (together - since))
            else 0.0
            for allowed, since, width in zip(
                least, map(sub, islice(sums, size, None), sums), widths, strict=False
            )
        ]
        if min(self.since, default=inf) <= self.now - self.cap:
            for end in self._ends_near(
                ((row, row) for row, at in enumerate(self.since) if at <= self.now - self.cap), size
            ):
                gains[end - size] = self._gain(range(end - size, end))
        for end in self._ends_near(self._close_pairs(size), size + SPARE):
            gains[end - size] = inf
        return gains

    def _ends_near(self, pairs: Iterable[tuple[int, int]], reach: int) -> set[int]:
        """Return the ends of all stretches of rows that hold both of a pair."""
        last = len(self.tickets)
        return {
            end
            for low, high in pairs
            for end in range(max(high + 1, self.size), min(low + reach, last) + 1)
        }

    def _forbidden(self, one: int, other: int) -> bool:
        """Return whether these two rows must not share a table: they have one network."""
        network = self.networks[one]
        return network is not None and network == self.networks[other]

    def _close_pairs(self, reach: int) -> set[tuple[int, int]]:
        """Return the pairs of rows, the smaller first, that are less than `reach` apart and have
        just met or share a network.
        """
        found = {
            (one, other)
            for one, others in self.just_met.items()
            for other in others
            if one < other < one + reach
        }
        if any(self.networks):
            for shift in range(1, reach):
                same = map(eq, self.networks, islice(self.networks, shift, None))
                for row in compress(count(), same):
                    if self.networks[row] is not None:
                        found.add((row, row + shift))
        return found

    def _gain(self, rows: Sequence[int]) -> float:
        """The same for any table, with everything counted; late tickets make it worth more."""
        low, high = rows[0], rows[-1]
        waits = [self.now - self.since[row] for row in rows]
        late = sum(wait / self.cap for wait in waits if wait >= self.cap)
        room = min(self.allowances[low], self.allowances[high])
        room = inf if late else room + PATIENCE * PRICE * self.spread * sum(waits)
        cost = self._cost(rows)
        if cost > room or cost == inf:
            return 0.0
        return min(room, WORTH * self.spread) - cost + WORTH * self.spread * late

    def _cost(self, rows: Sequence[int]) -> float:
        """How far apart they are, and how many have just met; infinite where two may not meet."""
        cost = self.ratings[rows[-1]] - self.ratings[rows[0]]
        for one, other in combinations(rows, 2):
            if self._forbidden(one, other):
                return inf
            if other in self.just_met.get(one, ()):
                cost += self.met
        return cost

    def _scatter(self, best: list[float]) -> float:
        """Return the best sum with a table at this end of which a few rows may be passed over."""
        end = len(best)
        found = 0.0
        for others in combinations(range(max(0, end - self.size - SPARE), end - 1), self.size - 1):
            rows = (*others, end - 1)
            gain = self._gain(rows)
            if gain > 0 and best[rows[0]] + gain > found:
                found = best[rows[0]] + gain
                self.scattered[end] = rows
        return found

    def _nearest(self, row: int, taken: set[int]) -> tuple[int, ...]:
        """A table of one row and the nearest who may sit with it and with each other, or none."""
        near: list[int] = []
        low, high = row - 1, row + 1
        for _ in range(REACH):
            below = self.ratings[row] - self.ratings[low] if low >= 0 else inf
            above = self.ratings[high] - self.ratings[row] if high < len(self.ratings) else inf
            if below == above == inf or len(near) == CHOICE:
                break
            other = low if below <= above else high
            low, high = (low - 1, high) if other == low else (low, high + 1)
            if other not in taken and not self._forbidden(row, other):
                near.append(other)
        for others in combinations(near, self.size - 1):
            if not any(self._forbidden(*pair) for pair in combinations(others, 2)):
                return tuple(sorted((row, *others)))
        return ()


def _by_row(pairs: Pairs, rows: dict[int, int]) -> dict[int, set[int]]:
    """Return the pairs of players who wait as pairs of their rows."""
    found: dict[int, set[int]] = defaultdict(set)
    for one, other in pairs:
        if one in rows and other in rows and one != other:
            found[rows[one]].add(rows[other])
    return dict(found)


def _shuffled(tables: Iterable[Sequence[Ticket]], size: int, seed: int) -> Iterator[Table]:
    """Each table in an order of its own, by a linear congruential generator (Knuth's MMIX)."""
    orders = [itemgetter(*order) for order in permutations(range(size))]
    dice = seed
    for table in tables:
        dice = (dice * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        yield orders[(dice >> 33) % len(orders)](table)
