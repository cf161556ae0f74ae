"""The connections that wait for a request: so many at most, and none for ever."""

from collections.abc import Callable, Hashable

from density.bounds import MOST_IDLE


class IdleConnections:
    """Connections by the time for which they have waited; each with the function that ends it."""

    def __init__(self, most: int = MOST_IDLE) -> None:
        self.most = most
        self.waiting: dict[Hashable, Callable[[], object]] = {}

    def add(self, connection: Hashable, end: Callable[[], object]) -> None:
        """Note that a connection begins to wait; beyond the bound the longest wait ends."""
        self.waiting.pop(connection, None)
        self.waiting[connection] = end
        if len(self.waiting) > self.most:
            self.waiting.pop(next(iter(self.waiting)))()

    def remove(self, connection: Hashable) -> None:
        """Note that a connection waits no more."""
        self.waiting.pop(connection, None)
