"""A queue of WebSocket handshakes, which start one at a time, with addresses taking turns.

A handshake costs a hundred times as much as a frame, and queries the database. Handshakes wait
here, within the rate limit of their address, so that open sockets are served in between.
"""

from collections import OrderedDict, deque
from collections.abc import Callable
from functools import partial
from typing import Any

from twisted.internet import reactor

from density.platform import metrics
from density.platform.token_buckets import Buckets
from density.server import bounds

by_address = Buckets("handshakes_of_address")
timers: Any = reactor  # has few types


class HandshakeQueue:
    """The waiting handshakes by address; each turn of the event loop starts one."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Callable[[], None]]] = OrderedDict()
        self._is_scheduled = False

    def add(self, address: str, begin: Callable[[], None]) -> bool:
        """Queue a handshake; return False if too many of this address wait."""
        waiting = self._waiting.setdefault(address, deque())
        if len(waiting) >= bounds.MOST_HANDSHAKES:
            metrics.count_event("limited", by_address.limit)
            return False
        waiting.append(begin)
        self._schedule(0.0)
        return True

    def remove(self, address: str, begin: Callable[[], None]) -> None:
        """Remove a handshake whose client has gone."""
        waiting = self._waiting.get(address, deque())
        if begin in waiting:
            waiting.remove(begin)
        if not waiting:
            self._waiting.pop(address, None)

    def _schedule(self, seconds: float) -> None:
        if self._waiting and not self._is_scheduled:
            self._is_scheduled = True
            timers.callLater(seconds, self._begin_next)

    def _begin_next(self) -> None:
        """Start the oldest handshake of the next address whose rate limit allows it."""
        self._is_scheduled = False
        may_begin = partial(by_address.take, waits=True)
        address = next(filter(may_begin, self._waiting), None)
        if address is None:
            self._schedule(bounds.HANDSHAKE_PAUSE)
            return
        waiting = self._waiting[address]
        begin = waiting.popleft()
        if waiting:
            self._waiting.move_to_end(address)
        else:
            del self._waiting[address]
        self._schedule(0.0)
        begin()
