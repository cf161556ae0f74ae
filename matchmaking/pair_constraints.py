"""Which waiting players must not share a table, and which had better not."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import compress, count, islice
from operator import eq

Pairs = Collection[tuple[int, int]]
Network = int | str | None


class PairConstraints:
    """The constraints on pairs of rows: places in the order of rating."""

    def __init__(
        self,
        players: Sequence[int],
        networks: Sequence[Network],
        met: Pairs,
        avoidances: Pairs = (),
    ) -> None:
        """Find the rows of all pairs; those who do not wait are ignored."""
        self.networks = networks
        named = {player for pairs in (met, avoidances) for pair in pairs for player in pair}
        rows = (
            {player: row for row, player in enumerate(players) if player in named} if named else {}
        )
        self._met = _by_row(met, rows)
        # by owner, whom not to sit with if it can be helped
        self.avoidances: dict[int, set[int]] = defaultdict(set)
        for owner, other in avoidances:
            if owner in rows and other in rows and owner != other:
                self.avoidances[rows[owner]].add(rows[other])
        self._size = len(players)

    @property
    def share_unmet(self) -> float:
        """The share of all pairs that have not just met."""
        pairs = self._size * (self._size - 1) / 2
        return 1 - sum(map(len, self._met.values())) / 2 / pairs if pairs else 1.0

    def forbidden(self, one: int, other: int) -> bool:
        """Return whether these two rows must not share a table: they have one network."""
        network = self.networks[one]
        return network is not None and network == self.networks[other]

    def just_met(self, one: int, other: int) -> bool:
        """Return whether these two rows have just played with each other."""
        return one in self._met and other in self._met[one]

    def close_pairs(self, reach: int) -> set[tuple[int, int]]:
        """Return the pairs of rows, the smaller first, that are less than `reach` apart."""
        found = {
            (one, other)
            for one, others in self._met.items()
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


def _by_row(pairs: Pairs, rows: dict[int, int]) -> dict[int, set[int]]:
    known: dict[int, set[int]] = defaultdict(set)
    for one, other in pairs:
        if one in rows and other in rows and one != other:
            known[rows[one]].add(rows[other])
            known[rows[other]].add(rows[one])
    return dict(known)
