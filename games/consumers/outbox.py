"""What waits to be sent to one client: sent at once where the server takes it, else bounded."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from functools import partial
from typing import Any

from games.engine.contract import Json

# so long a client may take no more of what it is sent
SEND_SECONDS = 10.0
MOST_WAITING = 256

Send = Callable[[Json], Coroutine[Any, Any, None]]


class Outbox:
    """The way out of one socket.

    The site never waits for a client: `put` returns at once. A client that takes nothing in time,
    or is not there any more, is reported to `gone`, once; one for which too much waits to
    `overrun`.
    """

    def __init__(self, send: Send, gone: Callable[[], None], overrun: Callable[[], None]) -> None:
        self._send = send
        self._gone = gone
        self._overrun = overrun
        self._waiting: deque[Json] | None = None
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    def put(self, event: Json) -> None:
        """Send an event after all that were put before."""
        if self._closing:
            return
        self._closing = event["type"] == "websocket.close"
        if self._waiting is None:
            try:
                rest = begin(self._send(event))
            except OSError:
                self._gone()
                return
            if rest is not None:
                self._waiting = deque()
                self._task = asyncio.create_task(self._send_all(rest))
        elif len(self._waiting) < MOST_WAITING:
            self._waiting.append(event)
        elif self._closing:
            # what waits is not sent any more
            self._waiting.clear()
            self._waiting.append(event)
        else:
            self._overrun()

    def close(self) -> None:
        """Send nothing more, and let go of the socket: nothing refers to it in a circle."""
        self._gone = self._overrun = _nothing
        self._send = _sent_nowhere

    async def _send_all(self, rest: Awaitable[None]) -> None:
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await rest
            while self._waiting:
                async with asyncio.timeout(SEND_SECONDS):
                    await self._send(self._waiting.popleft())
        except OSError:  # TimeoutError, too
            self._gone()
        else:
            self._waiting = None


def _nothing() -> None:
    pass


async def _sent_nowhere(event: Json) -> None:
    pass


class Rest:
    """What is left of a coroutine that has begun, and waits for `awaited`."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], awaited: Any) -> None:
        self.coroutine = coroutine
        self.awaited = awaited

    def __await__(self) -> Generator[Any, Any, None]:
        """Go on where it waits."""
        awaited = self.awaited
        while True:
            try:
                result = yield awaited
            except BaseException as fault:
                step = partial(self.coroutine.throw, fault)
            else:
                step = partial(self.coroutine.send, result)
            try:
                awaited = step()
            except StopIteration:
                return


def begin(coroutine: Coroutine[Any, Any, None]) -> Rest | None:
    """Run a coroutine until it waits; return what is left of it, None when it has ended.

    Most of what is sent never waits, and a task for each costs as much as the sending. Python has
    this as eager tasks from 3.12 on. What is run may not ask for the current task.
    """
    try:
        return Rest(coroutine, coroutine.send(None))
    except StopIteration:
        return None
