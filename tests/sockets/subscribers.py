"""Subscribes to published messages, like a socket."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from redis import Redis

from games.live.hub import loop_hub


class Subscriber:
    """Stores published messages."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[Any] = asyncio.Queue()

    def notify(self, message: Any) -> None:
        """Store a message."""
        self.messages.put_nowait(message)


@asynccontextmanager
async def listen_to(group: str) -> AsyncIterator[Callable[[], Awaitable[Any]]]:
    """Subscribe to a group; yield a function that returns the next message."""
    subscriber = Subscriber()
    await loop_hub().subscribe(group, subscriber)
    try:
        yield subscriber.messages.get
    finally:
        await loop_hub().unsubscribe(group, subscriber)


def unreachable_redis() -> Redis:
    """Return a client of a Redis that does not exist."""
    return Redis(unix_socket_path="/nowhere/at/all.sock")
