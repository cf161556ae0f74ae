"""Daphne's requests: bounded before they are read, never parsed as a form, never waited for long.

Twisted keeps a whole body in memory and parses it as a form on the event loop before Django sees
it. Here a body that is too large goes no further: the request is passed on without it, and
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

Channel: Any = HTTPChannel  # it has few types
END = b"\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
TOO_SLOW = b"HTTP/1.1 408 Request Timeout" + END
TOO_OFTEN = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1" + END


class TooLarge(Exception):
    """A body is longer, or comes in more pieces, than the bounds allow."""


class BoundedRequest(WebRequest):
    """A request whose body is kept as it came, up to the bound."""

    size = pieces = 0
    handshakes = HandshakeQueue()
    # the address whose handshake this is, while it waits
    waits_for: str | None = None

    def gotLength(self, length: int | None) -> None:  # noqa: N802
        """Keep the body in memory, where it is small."""
        self.content = BytesIO()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        """Keep a piece of the body. Raises TooLarge."""
        self.size += len(data)
        self.pieces += 1
        if self.size > bounds.LARGEST_BODY or self.pieces > bounds.MOST_CHUNKS:
            raise TooLarge
        super().handleContentChunk(data)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:  # noqa: N802
        """Pass the request on; forms and the query of the address are Django's to parse."""
        self.args: dict[bytes, list[bytes]] = {}
        self.method, self.uri, self.clientproto = command, path, version
        self.path = path.partition(b"?")[0]
        self.content.seek(0)
        upgrades = self.requestHeaders.getRawHeaders(b"Upgrade", [b""])
        if upgrades[0].lower() == b"websocket":
            self.queue_handshake()
        else:
            self.process()

    # ------------------------------------------------------------------------ handshakes
    def queue_handshake(self) -> None:
        """Begin a socket when it is the turn of its address; refuse it where too many wait."""
        # Daphne takes a body for frames
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
        """Hand the connection over to a socket."""
        self.waits_for = None
        self.process()

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        """Forget a request whose client is gone."""
        if self.waits_for is not None:
            self.handshakes.remove(self.waits_for, self.begin_handshake)
        super().connectionLost(reason)

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:
        """Answer what Daphne refuses, and end: nothing counts how many of these come."""
        self.responseHeaders.setRawHeaders(b"Connection", [b"close"])
        self.channel.persistent = False
        super().basic_error(status, status_text, body)


class BoundedChannel(Channel):
    """A connection over HTTP that is waited for, but not for ever.

    It waits for a request, reads a body, or answers; only the first two have deadlines.
    """

    totalHeadersSize = bounds.LARGEST_HEAD  # noqa: N815
    maxHeaders = bounds.MOST_HEADERS  # noqa: N815
    abortTimeout = bounds.CLOSE_SECONDS  # noqa: N815
    # the connections that wait for a request, longest wait first
    idle: ClassVar[dict[Any, None]] = {}
    length: int | None
    deadline: Any = None
    refused = False
    discarded = pieces = 0
    body_began = 0.0

    # ---------------------------------------------------------------------- what arrives
    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Read a piece of a request, unless it comes in too many.

        A client that waits for an answer, or sends a refused body, is not read any further.
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
        """Read a line of a head; one that goes on in the next line is long obsolete (RFC 9112)."""
        if line.startswith((b" ", b"\t")):
            self._respondToBadRequestAndDisconnect()
        else:
            super().lineReceived(line)

    def refuse_often(self) -> None:
        """Answer 429 in a moment, and end."""
        self.persistent = False
        self.set_deadline(bounds.REFUSAL_PAUSE, self.end_refused)

    def end_refused(self) -> None:
        """Say why, and end."""
        self.transport.write(TOO_OFTEN)
        self.loseConnection()

    # ---------------------------------------------------------------------- deadlines
    def connectionMade(self) -> None:  # noqa: N802
        """Wait for the first request."""
        super().connectionMade()
        self.await_request()

    def await_request(self) -> None:
        """Give the client its time for a request; beyond the bound the longest wait ends."""
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
        """Have no deadline."""
        if self.deadline is not None and self.deadline.active():
            self.deadline.cancel()
        self.deadline = None

    def check_body(self) -> None:
        """End the request when its body comes too slowly; else look again when it would."""
        left = self.body_began + bounds.body_seconds(self.requests[-1].size) - time.monotonic()
        if left > 0:
            self.set_deadline(left, self.check_body)
            return
        self.transport.write(TOO_SLOW)
        self.timeoutConnection()

    def requestDone(self, request: Any) -> None:  # noqa: N802
        """Wait for the next request."""
        if self.persistent:
            self.await_request()
        super().requestDone(request)

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        """Forget the connection."""
        self.clear_deadline()
        self.idle.pop(self, None)
        super().connectionLost(reason)

    # -------------------------------------------------------------------------- bodies
    def allHeadersReceived(self) -> None:  # noqa: N802
        """Read the body, unless its length is too large already."""
        self.idle.pop(self, None)
        too_large = self.length is not None and self.length > bounds.LARGEST_BODY
        if too_large:
            # no client gets a 100 Continue
            self.requests[-1].requestHeaders.removeHeader(b"Expect")
        super().allHeadersReceived()
        if too_large:
            self.refuse()
            self.length = 0
        else:
            self.body_began = time.monotonic()
            self.set_deadline(bounds.body_seconds(0), self.check_body)

    def allContentReceived(self) -> None:  # noqa: N802
        """Answer; that may take its time."""
        self.clear_deadline()
        super().allContentReceived()

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802
        """Read a body up to the bound, and throw away what comes of a refused one."""
        if self.refused:
            self.discard(data)
            return
        try:
            super().rawDataReceived(data)
        except TooLarge:
            headers = self.requests[-1].requestHeaders
            headers.removeHeader(b"Transfer-Encoding")
            # what is known of its length: it is above the bound
            headers.setRawHeaders(b"Content-Length", [b"%d" % (bounds.LARGEST_BODY + 1)])
            self.refuse()
            self.allContentReceived()

    def refuse(self) -> None:
        """Answer this request without its body, and end."""
        self.refused, self.persistent = True, False

    def discard(self, data: bytes) -> None:
        """Throw away what comes after a refusal, for a while."""
        self.discarded += len(data)
        if self.discarded > bounds.LINGER_BYTES:
            self.transport.abortConnection()

    def loseConnection(self) -> None:  # noqa: N802
        """End when all is sent; a client that still sends a refused body gets the answer first."""
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
        """Return the connection of an address."""
        self.timeOut = None  # the connection has deadlines of its own
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol
