"""Listens to what is published, as a socket does."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from redis import Redis

from games.engine.contract import Json
from games.table.hub import hub


class Ear:
    """Keeps what it hears."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[Json] = asyncio.Queue()

    def hear(self, message: Json) -> None:
        """Keep a message."""
        self.heard.put_nowait(message)


@asynccontextmanager
async def listen(group: str) -> AsyncIterator[Callable[[], Awaitable[Json]]]:
    """Listen to a group: call what is yielded for the next message."""
    ear = Ear()
    await hub().join(group, ear)
    try:
        yield ear.heard.get
    finally:
        await hub().leave(group, ear)


def away() -> Redis:
    """A Redis that is nowhere."""
    return Redis(unix_socket_path="/nowhere/at/all.sock")
