"""Messages between processes: one subscription of a process for all its sockets, by group.

Messages of this process go to its own sockets at once, and to others by way of Redis.
"""

import asyncio
import logging
import os
import secrets
from contextvars import Context
from functools import cache
from typing import Any, Protocol

import msgpack
from django.conf import settings
from redis.asyncio import Redis
from redis.asyncio.client import PubSub

from games.live.messages import Message

# less than a web server waits for a socket to be accepted
REDIS_SECONDS = 4.0
RETRY_SECONDS = 1.0

log = logging.getLogger(__name__)


class Subscriber(Protocol):
    """A socket, say; its method must not wait."""

    def notify(self, message: Message) -> None:
        """Take a message of one of its groups."""


class Hub:
    """The groups of one event loop, and the connection on which their messages come."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.groups: dict[str, set[Subscriber]] = {}
        # what waits until Redis has subscribed a group
        self.confirmed: dict[str, asyncio.Future[None]] = {}
        # there is a connection as long as there is a group
        self.line: PubSub | None = None
        self.lost = False
        # one command at a time is sent on it
        self.sending = asyncio.Lock()
        self.reading: asyncio.Task[None] | None = None
        self.leaving: set[asyncio.Task[None]] = set()

    async def subscribe(self, group: str, subscriber: Subscriber) -> None:
        """Notify a subscriber of every later message of a group.

        Raises RedisError or OSError (TimeoutError, too) when Redis is away or does not answer.
        """
        if self.lost:
            raise ConnectionError("the connection to redis is lost")
        self.groups.setdefault(group, set()).add(subscriber)
        if group not in self.confirmed:
            self.confirmed[group] = self.loop.create_future()
            try:
                async with asyncio.timeout(REDIS_SECONDS):
                    await self._open(group)
            except BaseException:
                # others wait for it, too
                failed = self.confirmed.pop(group)
                failed.set_exception(ConnectionError("redis did not subscribe a group"))
                failed.exception()
                self.groups.pop(group, None)
                raise
        try:
            async with asyncio.timeout(REDIS_SECONDS):
                await asyncio.shield(self.confirmed[group])
        except BaseException:
            self.drop(group, subscriber)
            raise

    async def unsubscribe(self, group: str, subscriber: Subscriber) -> None:
        """Notify a subscriber of a group no more."""
        if self._removed(group, subscriber):
            await self._leave(group)

    def drop(self, group: str, subscriber: Subscriber) -> None:
        """Do the same where nothing may wait."""
        if self._removed(group, subscriber):
            leaving = asyncio.create_task(self._leave(group))
            self.leaving.add(leaving)
            leaving.add_done_callback(self.leaving.discard)

    def _removed(self, group: str, subscriber: Subscriber) -> bool:
        """Take a subscriber out of a group; return whether it was the last one."""
        others = self.groups.get(group, set())
        others.discard(subscriber)
        if others or group not in self.groups:
            return False
        del self.groups[group]
        self.confirmed.pop(group, None)
        return True

    async def _leave(self, group: str) -> None:
        try:
            async with asyncio.timeout(REDIS_SECONDS):
                await self._close(group)
        except Exception as fault:  # nothing comes on a lost connection anyway
            log.debug("redis unavailable (%r): a group was not left", fault)

    def deliver(self, group: str, message: Message) -> None:
        """Notify this process's subscribers of a group; one that fails keeps it from no other."""
        for subscriber in tuple(self.groups.get(group, ())):
            try:
                subscriber.notify(message)
            except Exception:
                log.exception(
                    "hub: a socket failed at a message of group %s; it misses it and resyncs", group
                )

    async def _open(self, group: str) -> None:
        async with self.sending:
            if self.line is None:
                # protocol 2 logs no messages
                self.line = Redis.from_url(settings.REDIS_URL, protocol=2).pubsub()
            await self.line.subscribe(group)
            if self.reading is None or self.reading.done():
                self.reading = asyncio.create_task(self._read(self.line), context=Context())

    async def _close(self, group: str) -> None:
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
        self.lost = False
        await line.aclose()  # type: ignore[no-untyped-call]
        await line.connection_pool.disconnect()

    async def _read(self, line: PubSub) -> None:
        """Hand out what comes, for ever."""
        while True:
            try:
                found = await line.get_message(timeout=None)
                self.lost = False
            except Exception as fault:  # redis-py has RuntimeErrors for it, too
                if not self.lost:
                    log.warning(
                        "redis unavailable (%r): the sockets of this process receive nothing from "
                        "others; read again every %s s",
                        *(fault, RETRY_SECONDS),
                    )
                self.lost = True
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if found is None:
                continue
            try:
                self._take(found)
            except Exception:
                log.exception(
                    "hub: a message of channel %s was not understood; sockets of this process "
                    "miss it and resync",
                    found.get("channel"),
                )

    def _take(self, found: dict[str, Any]) -> None:
        group = found["channel"].decode()
        if found["type"] == "message":
            if not found["data"].startswith(process_name()):
                self.deliver(group, msgpack.unpackb(found["data"][SENDER_BYTES:]))
        elif found["type"] == "subscribe":
            confirmed = self.confirmed.get(group)
            if confirmed is not None and not confirmed.done():
                confirmed.set_result(None)


SENDER_BYTES = 8
_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def loop_hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        for each in [each for each in _hubs if each.is_closed()]:
            del _hubs[each]
        _hubs[loop] = Hub()
    return _hubs[loop]


def deliver_here(group: str, message: Message) -> None:
    """Notify all subscribers of this process, from any thread."""
    for loop, each in tuple(_hubs.items()):
        if group in each.groups and not loop.is_closed():
            loop.call_soon_threadsafe(each.deliver, group, message)


def pack_message(message: Message) -> bytes:
    """Return a message as it goes through Redis: those of this process are known by it."""
    packed: bytes = msgpack.packb(message)
    return process_name() + packed


def process_name() -> bytes:
    """Return the name of this process; a forked child has its own."""
    return _sender(os.getpid())


@cache
def _sender(_process: int) -> bytes:
    return secrets.token_bytes(SENDER_BYTES)
