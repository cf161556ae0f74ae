"""Uvicorn's WebSockets: a client that floods, or answers no ping, or does not read is cut off.

What ends says why: 1012 before a restart, 1009 for a frame that is too large.
"""

import asyncio
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from density import bounds
from density.embedded.fast_readers import ReaderDeadline

SERVICE_RESTART = 1012
# how long a page may take to receive it
SECONDS_TO_HEAR = 1.0


class BoundedSocket(ReaderDeadline, WebSocketsSansIOProtocol):
    """A WebSocket that is gone when its client does not read, answer pings or end in time."""

    reader_seconds = bounds.UNSENT_SECONDS
    pings = 0
    task: asyncio.Task[Any] | None = None
    # what is thrown away after a frame that could not be read; None before one
    discarded: int | None = None

    # -------------------------------------------------------------------- what comes in
    def data_received(self, data: bytes) -> None:
        """Read, unless the client has been refused already."""
        if self.discarded is None:
            super().data_received(data)
            return
        self.discarded += len(data)
        if self.discarded > bounds.LINGER_BYTES:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Queue a frame for the application, or drop the connection with all that is on its way."""
        if self.queue.qsize() >= bounds.MOST_WAITING:
            self.frames = []
            self.transport.abort()
        else:
            super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        """Answer a ping, unless too many come or the answers are not read."""
        self.pings += 1
        unsent = self.transport.get_write_buffer_size()
        if self.pings > bounds.MOST_PINGS or unsent > bounds.MOST_UNSENT:
            self.transport.abort()
        else:
            super().handle_ping()

    def send_keepalive_ping(self) -> None:
        """Ping the client, and answer its pings again."""
        self.pings = 0
        super().send_keepalive_ping()

    # -------------------------------------------------------------------------- the end
    def keepalive_timeout(self) -> None:
        """End at once: a client that does not answer takes no close frame either."""
        super().keepalive_timeout()
        self.transport.abort()

    def handle_parser_exception(self) -> None:
        """Say what was wrong with a frame, and give the client a while to read it.

        Uvicorn closes at once. A connection that ends while its client is sending is reset, and
        the code may be lost: so only our half is closed, and what still comes is thrown away.
        """
        sent = self.conn.close_sent
        assert sent is not None
        self.queue.put_nowait({"type": "websocket.disconnect", "code": sent.code})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.stop_keepalive()
        self.close_sent, self.discarded = True, 0
        self.resume_reading()
        self.close_timer = self.loop.call_later(bounds.LINGER_SECONDS, self.transport.abort)
        if self.transport.can_write_eof():
            self.transport.write_eof()

    def shutdown(self) -> None:
        """Close as a restart; the connection ends when the page has received it, or soon.

        The application is cancelled first, and does not record as gone a user who reconnects at
        once. Uvicorn ends the connection with the close frame, which may be lost where the
        client has sent what was not read.
        """
        if not self.handshake_complete or self.close_sent or self.transport.is_closing():
            super().shutdown()
            return
        self.stop_keepalive()
        self.close_timer = self.loop.call_later(SECONDS_TO_HEAR, self.transport.abort)
        if self.task is not None:
            self.task.cancel()
        self.conn.send_close(SERVICE_RESTART)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.resume_reading()

    def resume_reading(self) -> None:
        """Read on, without waiting for the application."""
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    async def run_asgi(self) -> None:
        """Run the application until it ends; a shutdown cancels it, and that is no fault."""
        self.task = asyncio.current_task()
        served = self.app

        async def until_shutdown(*arguments: Any) -> None:
            try:
                await served(*arguments)
            except asyncio.CancelledError:
                raise ClientDisconnected from None

        self.app = until_shutdown
        await super().run_asgi()

    async def send(self, message: Any) -> None:
        """Send; a client that is asked to close has a while for it.

        Raises ClientDisconnected where the connection is being closed, which the application cannot
        know yet.
        """
        if self.discarded is not None or self.close_sent:
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.close":
            self.loop.call_later(bounds.CLOSE_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.clear_reader_deadline()
        super().connection_lost(exc)
