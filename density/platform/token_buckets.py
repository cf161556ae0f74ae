"""Token buckets, in this process: what a socket may send, and what sockets may cost together."""

import time
from typing import Any

from django.conf import settings

from density.platform import metrics
from density.platform.addresses import home_of

# a socket may send this many messages at once, and this many a second for ever
BURST, PER_SECOND = 20.0, 8.0
# this many more refused as too fast than accepted are a flood
FLOOD = 100
# Buckets of a rate limit; full ones go first.
MOST_KEPT = 10_000


class Bucket:
    """A bucket of tokens, for a socket's messages by default: each takes one, time brings more."""

    def __init__(self, burst: float = 0.0, per_second: float = 0.0) -> None:
        self.burst, self.per_second = burst or BURST, per_second or PER_SECOND
        self.left = self.burst
        self.since = time.monotonic()
        self.refused = 0

    @property
    def floods(self) -> bool:
        """Whether far too much comes for an honest client."""
        return self.refused >= FLOOD

    @property
    def is_full(self) -> bool:
        """Whether nothing was taken that has not come back."""
        self._fill()
        return self.left >= self.burst

    def _fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.since) * self.per_second)
        self.since = now

    def take(self, cost: float = 1.0) -> bool:
        """Return whether one more message, which counts as so many, is allowed now."""
        self._fill()
        if self.left < cost:
            self.refused += 1
            return False
        self.left -= cost
        self.refused = max(0, self.refused - 1)
        return True


class Buckets:
    """A bucket for each address or table, by a rate limit of settings.LIMITS."""

    def __init__(self, limit: str) -> None:
        self.limit = limit
        self._buckets: dict[object, Bucket] = {}

    def take(self, who: object, *, waits: bool = False) -> bool:
        """Return whether `who` may do this once more now; `waits`: it asks again, not refused."""
        most, seconds = settings.LIMITS[self.limit]
        if not most:
            return True
        if who not in self._buckets:
            self._make_room()
            self._buckets[who] = Bucket(most, most / seconds)
        taken = self._buckets[who].take()
        if not (taken or waits):
            metrics.count_event("limited", self.limit)
        return taken

    def _make_room(self) -> None:
        if len(self._buckets) >= MOST_KEPT:
            kept = {who: one for who, one in self._buckets.items() if not one.is_full}
            self._buckets = kept if len(kept) < MOST_KEPT else {}


# whole tables for an address, by connecting and by asking again; and for the spectators of a
# table together, or for one player of the table
by_address, by_table = Buckets("snapshots_of_address"), Buckets("snapshots_of_table")


def address_of(scope: dict[str, Any]) -> str:
    """Return where a socket comes from, as density.platform.limits says of a request."""
    return home_of((scope.get("client") or ("", 0))[0])
