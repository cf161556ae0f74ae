"""Token buckets of this process: for the messages of a socket, and for the load of a network."""

import time
from typing import Any

from django.conf import settings

from density.platform import metrics
from density.platform.addresses import home_of

# messages that a socket may send at once, and per second
BURST, PER_SECOND = 20.0, 8.0
# surplus of refused over accepted messages that counts as a flood
FLOOD = 100
# buckets kept per rate limit; full ones are dropped first, and whenever their number has doubled
MOST_KEPT, LEAST_KEPT = 10_000, 250


class Bucket:
    """A token bucket, by default for the messages of a socket."""

    def __init__(self, burst: float = 0.0, per_second: float = 0.0) -> None:
        self.burst, self.per_second = burst or BURST, per_second or PER_SECOND
        self.left = self.burst
        self.since = time.monotonic()
        self.refused = 0

    @property
    def floods(self) -> bool:
        """Whether far more messages arrive than an honest client sends."""
        return self.refused >= FLOOD

    @property
    def is_full(self) -> bool:
        """Whether all taken tokens are back."""
        self._fill()
        return self.left >= self.burst

    def _fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.since) * self.per_second)
        self.since = now

    def take(self, cost: float = 1.0) -> bool:
        """Return whether one more message of this cost is allowed now."""
        self._fill()
        if self.left < cost:
            self.refused += 1
            return False
        self.left -= cost
        self.refused = max(0, self.refused - 1)
        return True


class Buckets:
    """The buckets of a rate limit of settings.LIMITS, one per address or table."""

    def __init__(self, limit: str) -> None:
        self.limit = limit
        self._buckets: dict[object, Bucket] = {}
        self._crowded_at = LEAST_KEPT

    def take(self, who: object, *, waits: bool = False) -> bool:
        """Return whether `who` has a token now; with `waits` a refusal is not counted."""
        most, seconds = settings.LIMITS[self.limit]
        if not most:
            return True
        if who not in self._buckets:
            self._make_room()
            self._buckets[who] = Bucket(most, most / seconds)
        is_allowed = self._buckets[who].take()
        if not (is_allowed or waits):
            metrics.count_event("limited", self.limit)
        return is_allowed

    def _make_room(self) -> None:
        if len(self._buckets) >= self._crowded_at:
            partly_used = {
                who: bucket for who, bucket in self._buckets.items() if not bucket.is_full
            }
            self._buckets = partly_used if len(partly_used) < MOST_KEPT else {}
            self._crowded_at = min(MOST_KEPT, LEAST_KEPT + 2 * len(self._buckets))


# Whole tables sent, on connecting or on request: by address; and by table, for all its spectators
# together or for one of its players.
by_address, by_table = Buckets("snapshots_of_address"), Buckets("snapshots_of_table")


def address_of(scope: dict[str, Any]) -> str:
    """Return the network of a socket, like limits.client_network() of a request."""
    return home_of((scope.get("client") or ("", 0))[0])
