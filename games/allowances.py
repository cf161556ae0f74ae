"""What sockets may cost together, beyond what each may alone: by address, and by table."""

from typing import Any

from django.conf import settings

from accounts.addresses import home_of
from games.inbox import Bucket

# so many allowances are kept; full ones go first
MOST_KEPT = 10_000


class Allowances:
    """An allowance of settings.LIMITS for each of many, in this process."""

    def __init__(self, what: str) -> None:
        self.what = what
        self._buckets: dict[object, Bucket] = {}

    def take(self, who: object) -> bool:
        """Return whether `who` may do this once more now."""
        most, seconds = settings.LIMITS[self.what]
        if not most:
            return True
        bucket = self._buckets.get(who)
        if bucket is None:
            self._make_room()
            bucket = self._buckets[who] = Bucket(most, most / seconds)
        return bucket.take()

    def _make_room(self) -> None:
        if len(self._buckets) >= MOST_KEPT:
            kept = {who: one for who, one in self._buckets.items() if not one.is_full}
            self._buckets = kept if len(kept) < MOST_KEPT else {}


# whole tables for an address, by connecting and by asking again; and for the spectators of a
# table together, or for one player of the table
by_address, by_table = Allowances("snapshots_of_address"), Allowances("snapshots_of_table")


def address_of(scope: dict[str, Any]) -> str:
    """Return where a socket comes from, as accounts.limits says of a request."""
    return home_of((scope.get("client") or ("", 0))[0])
