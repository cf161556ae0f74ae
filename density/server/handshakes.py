"""Handshakes of sockets: begun one at a time, in turn by address, no faster than an address may.

A handshake costs a hundred times what a frame does, and is work for the database. Simultaneous
handshakes of one address wait here, so that the events of all open sockets go in between.
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
timers: Any = reactor  # the module has few types


class HandshakeQueue:
    """Handshakes that wait, by address; one is begun in each turn of the event loop."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Callable[[], None]]] = OrderedDict()
        self._is_scheduled = False

    def add(self, address: str, begin: Callable[[], None]) -> bool:
        """Have a handshake begun when it is its turn; return False where too many wait."""
        waiting = self._waiting.setdefault(address, deque())
        if len(waiting) >= bounds.MOST_HANDSHAKES:
            metrics.count_event("limited", by_address.limit)
            return False
        waiting.append(begin)
        self._schedule(0.0)
        return True

    def remove(self, address: str, begin: Callable[[], None]) -> None:
        """Forget a handshake whose client is gone."""
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
        """Begin the handshake that has waited longest of the first address that may have one."""
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
