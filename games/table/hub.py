"""Messages between processes: one subscription of a process for all its sockets, by group.

What this process publishes, its own sockets hear at once; those of others by way of Redis.
"""

import asyncio
import logging
import os
import secrets
from functools import cache
from typing import Any, Protocol

import msgpack
from django.conf import settings
from redis.asyncio import Redis
from redis.asyncio.client import PubSub

from games.engine.contract import Json

# less than a web server waits for a socket to be accepted
REDIS_SECONDS = 4.0
RETRY_SECONDS = 1.0

log = logging.getLogger(__name__)


class Listener(Protocol):
    """What is told of a message; it must neither wait nor fail."""

    def hear(self, message: Json) -> None:
        """Take a message of one of its groups."""


class Hub:
    """The groups of one event loop, and the connection on which their messages come."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.groups: dict[str, set[Listener]] = {}
        # what waits until Redis has subscribed a group
        self.confirmed: dict[str, asyncio.Future[None]] = {}
        # there is a connection as long as there is a group
        self.line: PubSub | None = None
        # one command at a time is sent on it
        self.sending = asyncio.Lock()
        self.reading: asyncio.Task[None] | None = None
        self.leaving: set[asyncio.Task[None]] = set()

    async def join(self, group: str, listener: Listener) -> None:
        """Have every later message of a group heard.

        Raises RedisError or OSError (TimeoutError, too) when Redis does not answer.
        """
        listeners = self.groups.setdefault(group, set())
        listeners.add(listener)
        if group not in self.confirmed:
            self.confirmed[group] = self.loop.create_future()
            try:
                async with asyncio.timeout(REDIS_SECONDS):
                    await self._subscribe(group)
            except BaseException:
                self.confirmed.pop(group).cancel()
                self.groups.pop(group, None)
                raise
        async with asyncio.timeout(REDIS_SECONDS):
            await asyncio.shield(self.confirmed[group])

    async def leave(self, group: str, listener: Listener) -> None:
        """Have messages of a group not heard any more."""
        if self._removed(group, listener):
            await self._left(group)

    def drop(self, group: str, listener: Listener) -> None:
        """Do the same where nothing may wait."""
        if self._removed(group, listener):
            leaving = asyncio.create_task(self._left(group))
            self.leaving.add(leaving)
            leaving.add_done_callback(self.leaving.discard)

    def _removed(self, group: str, listener: Listener) -> bool:
        """Take a listener out of a group; return whether it was the last one."""
        listeners = self.groups.get(group, set())
        listeners.discard(listener)
        if listeners or group not in self.groups:
            return False
        del self.groups[group]
        self.confirmed.pop(group, None)
        return True

    async def _left(self, group: str) -> None:
        try:
            async with asyncio.timeout(REDIS_SECONDS):
                await self._unsubscribe(group)
        except Exception as fault:  # nothing comes on a lost connection anyway
            log.debug("redis unavailable (%r): a group was not left", fault)

    def deliver(self, group: str, message: Json) -> None:
        """Have this process's listeners of a group hear a message."""
        for listener in tuple(self.groups.get(group, ())):
            listener.hear(message)

    async def _subscribe(self, group: str) -> None:
        async with self.sending:
            if self.line is None:
                self.line = Redis.from_url(
                    settings.REDIS_URL, **settings.REDIS_ASYNC_OPTIONS
                ).pubsub()
            await self.line.subscribe(group)
            if self.reading is None:
                self.reading = asyncio.create_task(self._read(self.line))

    async def _unsubscribe(self, group: str) -> None:
        async with self.sending:
            if self.line is None or group in self.groups:
                return
            if self.groups:
                await self.line.unsubscribe(group)
            else:
                await self._hang_up(self.line)

    async def _hang_up(self, line: PubSub) -> None:
        if self.reading is not None:
            self.reading.cancel()
        self.line = self.reading = None
        await line.aclose()  # type: ignore[no-untyped-call]
        await line.connection_pool.disconnect()

    async def _read(self, line: PubSub) -> None:
        """Hand out what comes, for ever."""
        lost = False
        while True:
            try:
                heard = await line.get_message(timeout=None)
                lost = False
            except Exception as fault:  # redis-py has RuntimeErrors for it, too
                if not lost:
                    log.warning("redis unavailable (%r): open sockets receive no events", fault)
                lost = True
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if heard is not None:
                self._take(heard)

    def _take(self, heard: dict[str, Any]) -> None:
        group = heard["channel"].decode()
        if heard["type"] == "message":
            if not heard["data"].startswith(sender()):
                self.deliver(group, msgpack.unpackb(heard["data"][SENDER_BYTES:]))
        elif heard["type"] == "subscribe":
            confirmed = self.confirmed.get(group)
            if confirmed is not None and not confirmed.done():
                confirmed.set_result(None)


SENDER_BYTES = 8
_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        for each in [each for each in _hubs if each.is_closed()]:
            del _hubs[each]
        _hubs[loop] = Hub()
    return _hubs[loop]


def deliver_here(group: str, message: Json) -> None:
    """Have all listeners of this process hear a message, from any thread."""
    for loop, each in tuple(_hubs.items()):
        if group in each.groups and not loop.is_closed():
            loop.call_soon_threadsafe(each.deliver, group, message)


def packed(message: Json) -> bytes:
    """Return a message as it goes through Redis: those of this process are known by it."""
    packed: bytes = msgpack.packb(message)
    return sender() + packed


def sender() -> bytes:
    """Return the name of this process; a forked child has its own."""
    return _sender(os.getpid())


@cache
def _sender(_process: int) -> bytes:
    return secrets.token_bytes(SENDER_BYTES)
