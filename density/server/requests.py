"""HTTP requests of Daphne, with bounds on their size and time.

Twisted keeps a whole body in memory and parses forms on the event loop before Django sees them.
Here forms are not parsed, and a request with too large a body is passed on without it, so that
density.server.request_limits answers 413.
"""

import time
from io import BytesIO
from typing import Any, ClassVar

from daphne.http_protocol import HTTPFactory, WebRequest
from twisted.web.http import HTTPChannel

from density.platform.addresses import home_of
from density.server import bounds
from density.server.clients import trusted_client
from density.server.handshakes import HandshakeQueue

Channel: Any = HTTPChannel  # has few types
END = b"\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
# the header of a response that lasts as long as a game
STREAM = (b"content-type", b"application/x-ndjson")
TOO_SLOW = b"HTTP/1.1 408 Request Timeout" + END
TOO_OFTEN = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1" + END


class TooLarge(Exception):
    """Raised when a body is longer or has more chunks than allowed."""


class BoundedRequest(WebRequest):
    """A request whose body is kept unparsed, up to LARGEST_BODY."""

    size = pieces = 0
    handshakes = HandshakeQueue()
    # the client's network, while its handshake is queued
    waits_for: str | None = None
    # a response whose end is open: since when its client has not read, and the bytes since then
    is_stream = False
    blocked_since: float | None = None
    unsent = 0

    def gotLength(self, length: int | None) -> None:  # noqa: N802
        """Keep the body in memory; its size is bounded."""
        self.content = BytesIO()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        """Add a chunk to the body. Raises TooLarge."""
        self.size += len(data)
        self.pieces += 1
        if self.size > bounds.LARGEST_BODY or self.pieces > bounds.MOST_CHUNKS:
            raise TooLarge
        super().handleContentChunk(data)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:  # noqa: N802
        """Pass the request on without parsing forms and the query string."""
        self.args: dict[bytes, list[bytes]] = {}
        self.method, self.uri, self.clientproto = command, path, version
        self.path = path.partition(b"?")[0]
        self.content.seek(0)
        upgrades = self.requestHeaders.getRawHeaders(b"Upgrade", [b""])
        if upgrades[0].lower() == b"websocket":
            self.queue_handshake()
        else:
            self.process()

    # --------------------------------------------------------------------------- streams
    def handle_reply(self, message: Any) -> None:
        """Send a part of a response; cut off a client that does not read its stream."""
        if message["type"] == "http.response.start":
            self.is_stream = STREAM in message.get("headers", ())
        elif self.is_stream and self.channel is not None and not self.finished:
            self.count_unsent(len(message.get("body", b"")))
        super().handle_reply(message)

    def count_unsent(self, size: int) -> None:
        """Count the bytes that wait for the client, and since when."""
        if not self.channel._waitingForTransport:
            self.blocked_since, self.unsent = None, 0
            return
        now = time.monotonic()
        self.blocked_since = self.blocked_since or now
        self.unsent += size
        too_long = now - self.blocked_since > bounds.UNSENT_SECONDS
        if too_long or self.unsent > bounds.MOST_UNSENT:
            self.channel.transport.abortConnection()

    # ------------------------------------------------------------------------ handshakes
    def queue_handshake(self) -> None:
        """Queue the handshake of a socket; refuse it if too many of its address wait."""
        # Daphne would read a body as frames
        self.content = BytesIO()
        peer = (getattr(self.client, "host", ""), getattr(self.client, "port", 0))
        forwarded = self.requestHeaders.getRawHeaders(b"X-Forwarded-For", [])
        headers = [(b"x-forwarded-for", value) for value in forwarded]
        client = trusted_client({"client": peer, "headers": headers}) or ("", 0)
        address = home_of(client[0])
        if self.handshakes.add(address, self.begin_handshake):
            self.waits_for = address
        else:
            self.channel.refuse_often()

    def begin_handshake(self) -> None:
        """Turn the connection into a socket."""
        self.waits_for = None
        self.process()

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        """Remove the handshake of a client that has gone from the queue."""
        if self.waits_for is not None:
            self.handshakes.remove(self.waits_for, self.begin_handshake)
        super().connectionLost(reason)

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:
        """Send Daphne's error and close the connection, since no rate limit counts these."""
        self.responseHeaders.setRawHeaders(b"Connection", [b"close"])
        self.channel.persistent = False
        super().basic_error(status, status_text, body)


class BoundedChannel(Channel):
    """An HTTP connection with deadlines for waiting for a request and for reading a body."""

    totalHeadersSize = bounds.LARGEST_HEAD  # noqa: N815
    maxHeaders = bounds.MOST_HEADERS  # noqa: N815
    abortTimeout = bounds.CLOSE_SECONDS  # noqa: N815
    # idle connections, oldest first
    idle: ClassVar[dict[Any, None]] = {}
    length: int | None
    deadline: Any = None
    refused = False
    discarded = pieces = 0
    body_began = 0.0

    # ---------------------------------------------------------------------- what arrives
    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Read a part of a request, and abort the connection if it comes in too many parts.

        During the response, or while a refused body arrives, reading pauses instead.
        """
        self.pieces += 1
        too_many = self.pieces > bounds.MOST_PIECES
        if too_many and not self._handlingRequest:
            self.transport.abortConnection()
            return
        super().dataReceived(data)
        if too_many and self._handlingRequest:
            self._networkProducer.pauseProducing()

    def lineReceived(self, line: bytes) -> None:  # noqa: N802
        """Read a header line; refuse obsolete line folding (RFC 9112)."""
        if line.startswith((b" ", b"\t")):
            self._respondToBadRequestAndDisconnect()
        else:
            super().lineReceived(line)

    def refuse_often(self) -> None:
        """Answer 429 after a pause and close the connection."""
        self.persistent = False
        self.set_deadline(bounds.REFUSAL_PAUSE, self.end_refused)

    def end_refused(self) -> None:
        """Send the 429 response and close the connection."""
        self.transport.write(TOO_OFTEN)
        self.loseConnection()

    # ---------------------------------------------------------------------- deadlines
    def connectionMade(self) -> None:  # noqa: N802
        """Wait for the first request."""
        super().connectionMade()
        self.await_request()

    def await_request(self) -> None:
        """Start the deadline for a request; above MOST_IDLE close the oldest idle connection."""
        self.pieces = 0
        self.idle[self] = None
        if len(self.idle) > bounds.MOST_IDLE:
            longest = next(iter(self.idle))
            del self.idle[longest]
            longest.timeoutConnection()
        self.set_deadline(bounds.HEAD_SECONDS, self.timeoutConnection)

    def set_deadline(self, seconds: float, call: Any) -> None:
        """Replace the deadline of this connection."""
        self.clear_deadline()
        self.deadline = self.callLater(seconds, call)

    def clear_deadline(self) -> None:
        """Cancel the deadline of this connection."""
        if self.deadline is not None and self.deadline.active():
            self.deadline.cancel()
        self.deadline = None

    def check_body(self) -> None:
        """Answer 408 if the body arrives too slowly; otherwise set the next check."""
        seconds_left = (
            self.body_began + bounds.body_seconds(self.requests[-1].size) - time.monotonic()
        )
        if seconds_left > 0:
            self.set_deadline(seconds_left, self.check_body)
            return
        self.transport.write(TOO_SLOW)
        self.timeoutConnection()

    def requestDone(self, request: Any) -> None:  # noqa: N802
        """Wait for the next request."""
        if self.persistent:
            self.await_request()
        super().requestDone(request)

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        """Cancel the deadline, and forget the connection."""
        self.clear_deadline()
        self.idle.pop(self, None)
        super().connectionLost(reason)

    # -------------------------------------------------------------------------- bodies
    def allHeadersReceived(self) -> None:  # noqa: N802
        """Read the body, unless its announced length is too large."""
        self.idle.pop(self, None)
        too_large = self.length is not None and self.length > bounds.LARGEST_BODY
        if too_large:
            # send no 100 Continue
            self.requests[-1].requestHeaders.removeHeader(b"Expect")
        super().allHeadersReceived()
        if too_large:
            self.refuse()
            self.length = 0
        else:
            self.body_began = time.monotonic()
            self.set_deadline(bounds.body_seconds(0), self.check_body)

    def allContentReceived(self) -> None:  # noqa: N802
        """Answer without a deadline."""
        self.clear_deadline()
        super().allContentReceived()

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802
        """Read a part of the body; discard it if the body is refused."""
        if self.refused:
            self.discard(data)
            return
        try:
            super().rawDataReceived(data)
        except TooLarge:
            headers = self.requests[-1].requestHeaders
            headers.removeHeader(b"Transfer-Encoding")
            # the full length is unknown, but above the bound
            headers.setRawHeaders(b"Content-Length", [b"%d" % (bounds.LARGEST_BODY + 1)])
            self.refuse()
            self.allContentReceived()

    def refuse(self) -> None:
        """Answer this request without its body and then close the connection."""
        self.refused, self.persistent = True, False

    def discard(self, data: bytes) -> None:
        """Discard data after a refusal, up to LINGER_BYTES."""
        self.discarded += len(data)
        if self.discarded > bounds.LINGER_BYTES:
            self.transport.abortConnection()

    def loseConnection(self) -> None:  # noqa: N802
        """Close after sending the rest; a client with a refused body first reads the response."""
        if not self.refused:
            super().loseConnection()
            self.set_deadline(bounds.BODY_SECONDS, self.transport.abortConnection)
            return
        self._networkProducer.unregisterProducer()
        self.transport.loseWriteConnection()
        self.set_deadline(bounds.LINGER_SECONDS, self.transport.abortConnection)


class BoundedFactory(HTTPFactory):
    """The factory of bounded connections."""

    protocol = BoundedChannel

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802
        """Return a new connection."""
        self.timeOut = None  # BoundedChannel sets the deadlines
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol
