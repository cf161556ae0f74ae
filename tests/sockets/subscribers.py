"""Subscribes to what is published, as a socket does."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from redis import Redis

from games.live.hub import loop_hub


class Subscriber:
    """Keeps what is published."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[Any] = asyncio.Queue()

    def notify(self, message: Any) -> None:
        """Keep a message."""
        self.messages.put_nowait(message)


@asynccontextmanager
async def listen_to(group: str) -> AsyncIterator[Callable[[], Awaitable[Any]]]:
    """Listen to a group: call what is yielded for the next message."""
    subscriber = Subscriber()
    await loop_hub().subscribe(group, subscriber)
    try:
        yield subscriber.messages.get
    finally:
        await loop_hub().unsubscribe(group, subscriber)


def unreachable_redis() -> Redis:
    """A Redis that is nowhere."""
    return Redis(unix_socket_path="/nowhere/at/all.sock")
