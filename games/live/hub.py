"""Messages between processes: each process subscribes once to a group for all its sockets.

Messages of this process reach its own sockets directly, and those of others through Redis.
"""

import asyncio
import logging
import os
import secrets
from collections.abc import Coroutine
from contextvars import Context
from functools import cache
from typing import Any, Protocol

import msgpack
from django.conf import settings
from redis.asyncio import Redis
from redis.asyncio.client import PubSub

from games.live.messages import Message

# time limit for Redis: shorter than the web server waits for a socket to be accepted
REDIS_SECONDS = 4.0
RETRY_SECONDS = 1.0

log = logging.getLogger(__name__)


class Subscriber(Protocol):
    """A receiver of messages, such as a socket."""

    def notify(self, message: Message) -> None:
        """Take a message of one of its groups, without waiting."""


class Hub:
    """The groups of one event loop, and the connection that receives their messages."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.groups: dict[str, set[Subscriber]] = {}
        # by group: resolved once Redis has confirmed the subscription
        self.confirmed: dict[str, asyncio.Future[None]] = {}
        # the connection, which exists as long as there is a group
        self.pubsub: PubSub | None = None
        self.lost = False
        # only one command at a time is sent
        self.sending = asyncio.Lock()
        self.reading: asyncio.Task[None] | None = None
        self.tasks: set[asyncio.Task[None]] = set()

    async def subscribe(self, group: str, subscriber: Subscriber) -> None:
        """Notify a subscriber of every later message of a group.

        Raises RedisError or OSError (such as TimeoutError) if Redis is away or does not answer. The
        caller then drops the subscriber, unless it subscribes for others too.
        """
        if self.lost:
            raise ConnectionError("the connection to redis is lost")
        self.groups.setdefault(group, set()).add(subscriber)
        if group not in self.confirmed:
            self.confirmed[group] = self.loop.create_future()
            # a task of its own: the first subscriber may leave while others wait
            self._start(self._confirm(group, self.confirmed[group]))
        async with asyncio.timeout(REDIS_SECONDS):
            await asyncio.shield(self.confirmed[group])

    async def unsubscribe(self, group: str, subscriber: Subscriber) -> None:
        """Stop notifying a subscriber of a group."""
        if self._removed(group, subscriber):
            await self._leave(group)

    def drop(self, group: str, subscriber: Subscriber) -> None:
        """Do the same as unsubscribe(), from code that cannot await."""
        if self._removed(group, subscriber):
            self._start(self._leave(group))

    def _start(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(coroutine, context=Context())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def _removed(self, group: str, subscriber: Subscriber) -> bool:
        """Remove a subscriber from a group; return whether it was the last one."""
        others = self.groups.get(group, set())
        others.discard(subscriber)
        if others or group not in self.groups:
            return False
        del self.groups[group]
        self.confirmed.pop(group, None)
        return True

    async def _confirm(self, group: str, confirmed: asyncio.Future[None]) -> None:
        try:
            async with asyncio.timeout(REDIS_SECONDS):
                await self._open(group)
        except Exception as fault:
            if confirmed.done():
                return
            confirmed.set_exception(fault)
            confirmed.exception()  # all who waited may have left
            if self.confirmed.get(group) is confirmed:
                del self.confirmed[group]

    async def _leave(self, group: str) -> None:
        try:
            async with asyncio.timeout(REDIS_SECONDS):
                await self._close(group)
        except Exception as fault:  # a lost connection receives nothing anyway
            log.debug("redis unavailable (%r): a group was not left", fault)

    def deliver(self, group: str, message: Message) -> None:
        """Notify this process's subscribers of a group; a failing one does not stop the others."""
        for subscriber in tuple(self.groups.get(group, ())):
            try:
                subscriber.notify(message)
            except Exception:
                log.exception(
                    "hub: a socket failed at a message of group %s; it misses it and resyncs", group
                )

    async def _open(self, group: str) -> None:
        async with self.sending:
            if self.pubsub is None:
                # with protocol 3, redis-py logs every message
                self.pubsub = Redis.from_url(settings.REDIS_URL, protocol=2).pubsub()
            try:
                await self.pubsub.subscribe(group)
            except AttributeError as fault:  # redis-py, when the connection is lost meanwhile
                raise ConnectionError("the connection to redis is lost") from fault
            if self.reading is None or self.reading.done():
                self.reading = asyncio.create_task(self._read(self.pubsub), context=Context())

    async def _close(self, group: str) -> None:
        async with self.sending:
            if self.pubsub is None or group in self.groups:
                return
            if self.groups:
                await self.pubsub.unsubscribe(group)
            else:
                await self._hang_up(self.pubsub)

    async def _hang_up(self, pubsub: PubSub) -> None:
        if self.reading is not None:
            self.reading.cancel()
        self.pubsub = self.reading = None
        self.lost = False
        await pubsub.aclose()  # type: ignore[no-untyped-call]
        await pubsub.connection_pool.disconnect()

    async def _read(self, pubsub: PubSub) -> None:
        """Receive and deliver messages until cancelled."""
        while True:
            try:
                received = await pubsub.get_message(timeout=None)
                self.lost = False
            except Exception as fault:  # redis-py also raises RuntimeError in an outage
                if not self.lost:
                    log.warning(
                        "redis unavailable (%r): the sockets of this process receive nothing from "
                        "others; read again every %s s",
                        *(fault, RETRY_SECONDS),
                    )
                self.lost = True
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if received is None:
                continue
            try:
                self._take(received)
            except Exception:
                log.exception(
                    "hub: a message of channel %s was not understood; sockets of this process "
                    "miss it and resync",
                    received.get("channel"),
                )

    def _take(self, received: dict[str, Any]) -> None:
        # a pong has no channel
        if received["type"] == "message":
            if not received["data"].startswith(process_name()):
                message = msgpack.unpackb(received["data"][SENDER_BYTES:])
                self.deliver(received["channel"].decode(), message)
        elif received["type"] == "subscribe":
            confirmed = self.confirmed.get(received["channel"].decode())
            if confirmed is not None and not confirmed.done():
                confirmed.set_result(None)


SENDER_BYTES = 8
_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def loop_hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        for closed in [other for other in _hubs if other.is_closed()]:
            del _hubs[closed]
        _hubs[loop] = Hub()
    return _hubs[loop]


def deliver_here(group: str, message: Message) -> None:
    """Notify all subscribers of this process, from any thread."""
    for loop, hub in tuple(_hubs.items()):
        if group in hub.groups and not loop.is_closed():
            loop.call_soon_threadsafe(hub.deliver, group, message)


def pack_message(message: Message) -> bytes:
    """Return a message as bytes for Redis, marked with this process as its sender."""
    packed: bytes = msgpack.packb(message)
    return process_name() + packed


def process_name() -> bytes:
    """Return the name of this process; a forked child has its own."""
    return _random_name(os.getpid())


@cache
def _random_name(_process: int) -> bytes:
    return secrets.token_bytes(SENDER_BYTES)
