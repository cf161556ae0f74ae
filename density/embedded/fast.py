"""Uvicorn within the bounds of density.bounds: `python -m density.embedded.fast --port 8000`.

It takes uvicorn's options. Uvicorn alone waits for ever for the headers of a request, for a client
that reads nothing, and for one that has to answer a ping while its socket is full.
"""

import asyncio
import sys
from typing import Any

from uvicorn.main import main
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from density import bounds
from density.embedded.idle_connections import IdleConnections
from density.embedded.supervisor import raise_file_limit

BaseHTTP: Any = AutoHTTPProtocol  # by httptools, or by h11 where that is not installed
# bytes that are parsed at once; a chunked body may be that much larger on the line
SLICE = 16 * 1024
LARGEST_REQUEST = bounds.LARGEST_HEAD + bounds.LARGEST_BODY + 4 * SLICE
OPTIONS = [
    *("--http", "density.embedded.fast:BoundedHTTP"),
    *("--ws", "density.embedded.fast:BoundedSocket"),
    *("--h11-max-incomplete-event-size", str(bounds.LARGEST_HEAD)),
    *("--ws-max-size", str(bounds.LARGEST_MESSAGE)),
    *("--ws-per-message-deflate", "false"),
    *("--ws-ping-interval", str(bounds.PING_SECONDS)),
    *("--ws-ping-timeout", str(bounds.PONG_SECONDS)),
    *("--timeout-keep-alive", str(round(bounds.HEAD_SECONDS))),
    *("--timeout-graceful-shutdown", "3", "--log-level", "warning", "--no-server-header"),
    # density.clients alone says whose connection it is
    "--no-proxy-headers",
]


class BoundedHTTP(BaseHTTP):
    """A connection over HTTP that has a deadline while it waits for a request or for its reader."""

    idle = IdleConnections()
    received = 0  # of the request that is under way
    deadline: asyncio.TimerHandle | None = None
    reader_deadline: asyncio.TimerHandle | None = None

    @property
    def answers(self) -> bool:
        """Whether a request has arrived that is not answered yet."""
        return self.cycle is not None and not self.cycle.response_complete

    def connection_made(self, transport: Any) -> None:
        """Wait for the first request."""
        super().connection_made(transport)
        self.await_request()

    def await_request(self) -> None:
        """Give the client its time for a request, and for reading the last answer."""
        self.clear_deadline()
        self.received = 0
        self.idle.add(self, self.transport.abort)
        self.deadline = self.loop.call_later(bounds.HEAD_SECONDS, self.transport.abort)

    def clear_deadline(self) -> None:
        """Wait no more."""
        self.idle.remove(self)
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def data_received(self, data: bytes) -> None:
        """Read by small pieces: what of a request is beyond all bounds is not even parsed."""
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            piece = data[start : start + SLICE]
            self.received += len(piece)
            if self.received > LARGEST_REQUEST + bounds.LINGER_BYTES:
                self.transport.abort()
                return
            if self.received <= LARGEST_REQUEST:
                self.read(piece)

    def read(self, piece: bytes) -> None:
        """Parse a piece, and see how far the request is."""
        super().data_received(piece)
        if self.answers or self.transport.get_protocol() is not self:
            self.clear_deadline()
        elif self.received > bounds.LARGEST_HEAD and not self.transport.is_closing():
            self.transport.abort()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self.await_request()
        super().on_response_complete()
        if self.answers:  # the next one was here already
            self.clear_deadline()

    def pause_writing(self) -> None:
        """Give a slow reader its time, too."""
        super().pause_writing()
        self.reader_deadline = self.loop.call_later(bounds.BODY_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: all but little is sent."""
        super().resume_writing()
        self.clear_reader_deadline()

    def clear_reader_deadline(self) -> None:
        """Wait for no reader."""
        if self.reader_deadline is not None:
            self.reader_deadline.cancel()
            self.reader_deadline = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.clear_deadline()
        self.clear_reader_deadline()
        super().connection_lost(exc)


class BoundedSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is gone when its client does not read, answer pings or end in time."""

    reader_deadline: asyncio.TimerHandle | None = None
    pings = 0

    def pause_writing(self) -> None:
        """Give a slow reader its time."""
        super().pause_writing()
        self.reader_deadline = self.loop.call_later(bounds.UNSENT_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: all but little is sent."""
        super().resume_writing()
        self.clear_reader_deadline()

    def clear_reader_deadline(self) -> None:
        """Wait for no reader."""
        if self.reader_deadline is not None:
            self.reader_deadline.cancel()
            self.reader_deadline = None

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

    def keepalive_timeout(self) -> None:
        """End at once: a client that does not answer takes no close frame either."""
        super().keepalive_timeout()
        self.transport.abort()

    async def send(self, message: Any) -> None:
        """Send; a client that is asked to close has a while for it."""
        await super().send(message)
        if message["type"] == "websocket.close":
            self.loop.call_later(bounds.CLOSE_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.clear_reader_deadline()
        super().connection_lost(exc)


if __name__ == "__main__":
    raise_file_limit()
    main([*OPTIONS, *sys.argv[1:], "density.asgi:application"])
