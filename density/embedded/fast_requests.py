"""Uvicorn's requests: with a deadline, parsed by small pieces, never waited for long."""

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from density import bounds
from density.embedded.fast_readers import ReaderDeadline
from density.embedded.idle_connections import IdleConnections

BaseHTTP: Any = AutoHTTPProtocol  # by httptools, or by h11 where that is not installed
# bytes that are parsed at once; a chunked body may be that much larger on the line
SLICE = 16 * 1024
LARGEST_REQUEST = bounds.LARGEST_HEAD + bounds.LARGEST_BODY + 4 * SLICE


class BoundedHTTP(ReaderDeadline, BaseHTTP):
    """A connection over HTTP that has a deadline while it waits for a request or for its reader."""

    idle = IdleConnections()
    received = 0  # of the request that is under way
    deadline: asyncio.TimerHandle | None = None
    reader_seconds = bounds.BODY_SECONDS

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

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.clear_deadline()
        self.clear_reader_deadline()
        super().connection_lost(exc)
