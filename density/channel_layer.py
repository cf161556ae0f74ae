"""The channel layer: events that wait for a socket are bounded, and so is a wait for Redis."""

import asyncio
import logging
from typing import Any

from channels_redis.pubsub import (
    RedisPubSubChannelLayer,
    RedisPubSubLoopLayer,
    RedisSingleShardConnection,
)
from channels_redis.utils import _wrap_close

from density.bounds import MOST_WAITING

# less than a web server waits for a socket to be accepted
REDIS_SECONDS = 4.0
log = logging.getLogger(__name__)

OVERRUN = {"type": "socket.overrun"}


class BoundedQueue(asyncio.Queue[bytes]):
    """What waits for one socket: when too much does, only the news that it is so."""

    def __init__(self, overrun: bytes) -> None:
        super().__init__()
        self.overrun = overrun
        self.is_over = False

    def put_nowait(self, item: bytes) -> None:
        """Keep a message, unless too many wait."""
        if self.is_over:
            return
        if self.qsize() >= MOST_WAITING:
            self.is_over = True
            while not self.empty():
                self.get_nowait()
            item = self.overrun
        super().put_nowait(item)


class Line(RedisSingleShardConnection):
    """The connection to Redis, which says once that it is lost, and not every second at length."""

    async def unsubscribe(self, channel: str) -> None:
        """Unsubscribe from a channel; on a lost connection nothing arrives anyway."""
        try:
            await super().unsubscribe(channel)
        except Exception as fault:
            self._subscribed_to.discard(channel)
            log.debug("redis unavailable (%r): a channel was not removed", fault)

    async def _do_receiving(self) -> None:
        """Hand out what comes, for ever."""
        lost = False
        while True:
            try:
                if self._pubsub and self._pubsub.subscribed:
                    heard = await self._pubsub.get_message(
                        ignore_subscribe_messages=True, timeout=0.1
                    )
                    self._receive_message(heard)
                else:
                    await asyncio.sleep(0.1)
                lost = False
            except Exception as fault:  # redis-py has RuntimeErrors for it, too
                if not lost:
                    log.warning("redis unavailable (%r): open sockets receive no events", fault)
                lost = True
                await asyncio.sleep(1)


class BoundedLoopLayer(RedisPubSubLoopLayer):
    """The layer of one event loop."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        made: list[Any] = vars(self)["_shards"]
        self._shards = [Line(shard.host, self) for shard in made]

    async def _subscribe_to_channel(self, channel: str) -> None:
        """Open the queue of a socket. Raises RedisError or OSError, and leaves nothing then."""
        try:
            await super()._subscribe_to_channel(channel)
        except BaseException:
            self.channels.pop(channel, None)
            raise
        self.channels[channel] = BoundedQueue(self.channel_layer.serialize(OVERRUN))

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Return the name of a new socket's channel. Raises TimeoutError when Redis is silent."""
        async with asyncio.timeout(REDIS_SECONDS):
            name: str = await super().new_channel(prefix)
        return name

    async def group_add(self, group: str, channel: str) -> None:
        """Subscribe a channel to a group. Raises TimeoutError when Redis is silent."""
        async with asyncio.timeout(REDIS_SECONDS):
            await super().group_add(group, channel)


class BoundedChannelLayer(RedisPubSubChannelLayer):
    """Channels over Redis; the settings name it."""

    def _get_layer(self) -> Any:
        """Return the layer of the running event loop."""
        loop = asyncio.get_running_loop()
        if loop not in self._layers:
            self._layers[loop] = BoundedLoopLayer(*self._args, **self._kwargs, channel_layer=self)
            _wrap_close(self, loop)
        return self._layers[loop]
