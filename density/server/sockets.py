"""Daphne's WebSockets, cutting off clients that flood, answer no ping or do not read.

Frames are written directly: sending through Autobahn and Twisted's reactor costs twice as much.
"""

import time
from typing import Any

from autobahn.exception import Disconnected
from autobahn.twisted import websocket as autobahn_for_twisted
from autobahn.websocket import protocol as autobahn_protocol
from daphne.ws_protocol import WebSocketProtocol

from density.platform.addresses import home_of
from density.platform.token_buckets import Bucket, Buckets
from density.server import bounds
from density.server.clients import trusted_client

FINAL_TEXT, SIZE_IN_TWO, SIZE_IN_EIGHT = 0x81, 126, 127
CONTINUATION = 0
frames_by_address = Buckets("frames_of_address")


class TooMuch(Exception):
    """Raised when more arrives on a socket than the bounds allow."""


def skip_message(*_: object) -> str:
    """Return "" in place of a debug message."""
    return ""


# Autobahn formats its debug messages even when they are not logged: for every frame, and with the
# whole configuration for every connection, which is half of the cost of both.
for module in (autobahn_protocol, autobahn_for_twisted):
    for worded in ("hltype", "hlval", "pformat"):
        setattr(module, worded, skip_message)


class BoundedSocket(WebSocketProtocol):
    """A WebSocket with bounded queues in both directions.

    Daphne's queues have no bounds: one client could fill the memory and delay all others. The
    socket is also the producer of its transport, which tells it when the send buffer is full.
    """

    # bytes queued since the send buffer was full; None while it is not
    unsent: int | None = None
    give_up: Any = None
    pinged = 0.0
    address = ""
    fragments = 0
    # nothing more is read
    is_over = False
    early = b""

    def connectionMade(self) -> None:  # noqa: N802
        """Set up the token buckets, and watch the send buffer."""
        super().connectionMade()
        self.reads = Bucket(bounds.MOST_READS, bounds.READS_A_SECOND)
        self.frames = Bucket(bounds.MOST_FRAMES, bounds.FRAMES_A_SECOND)
        # by default any data counts as a pong, so a client that never reads would stay connected
        self.autoPingRestartOnAnyTraffic = False
        # answer an invalid frame with a close code; autobahn reads no further and drops the
        # connection a second later
        self.failByDrop = False
        self.transport.unregisterProducer()  # the HTTP request that this was
        self.transport.registerProducer(self, True)

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        """Release the connection."""
        self.resumeProducing()
        super().connectionLost(reason)
        # Autobahn resolves this future with the socket itself. The reference cycle would keep a
        # closed socket in memory until a full garbage collection.
        self.is_closed = None

    # ------------------------------------------------------------------- what goes out
    def pauseProducing(self) -> None:  # noqa: N802
        """Start counting unsent bytes: the client does not read fast enough."""
        self.unsent = 0
        self.give_up = self.factory.reactor.callLater(
            bounds.UNSENT_SECONDS, self.dropConnection, abort=True
        )

    def resumeProducing(self) -> None:  # noqa: N802
        """Stop counting unsent bytes: all are sent."""
        self.unsent = None
        if self.give_up is not None and self.give_up.active():
            self.give_up.cancel()
        self.give_up = None
        if self.transport.disconnecting:
            # Twisted does not close a connection with a producer
            self.transport.unregisterProducer()

    def stopProducing(self) -> None:  # noqa: N802
        """Stop counting unsent bytes: the connection is closed."""
        self.unsent = None

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:  # noqa: N802
        """Send a frame. Raises ConnectionError when the socket is closed.

        Autobahn's own exception is not an OSError and would be logged as a bug.
        """
        if self.state == self.STATE_OPEN and isinstance(content, str):
            self.sendData(text_frame(content))
            return
        try:
            super().serverSend(content, binary)
        except Disconnected as fault:
            raise ConnectionError("the socket is closed") from fault

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802
        """Close with a code; autobahn's own method refuses codes below 3000 except 1000."""
        self.sendCloseFrame(code=1000 if code is None else code)

    def sendData(self, data: bytes, *arguments: Any, **options: Any) -> None:  # noqa: N802
        """Send bytes, or cut off a client with too many unsent bytes.

        With an empty buffer they are written to the kernel at once. Twisted's reactor would only do
        so in its next iteration, with more system calls.
        """
        transport = self.transport
        is_queued = self.send_queue or transport.dataBuffer or transport._tempDataBuffer
        if transport.connected and not (is_queued or transport.disconnecting):
            sent = transport.writeSomeData(data)
            # the reactor meets the same error and closes the connection
            data = data[sent:] if isinstance(sent, int) else data
        if data:
            super().sendData(data, *arguments, **options)
        if self.unsent is not None:
            self.unsent += len(data)
            if self.unsent > bounds.MOST_UNSENT:
                self.dropConnection(abort=True)

    # -------------------------------------------------------------------- what comes in
    def onConnect(self, request: Any) -> Any:  # noqa: N802
        """Open a socket, and remember its client's network."""
        answer = super().onConnect(request)
        scope = {"client": self.client_addr, "headers": self.clean_headers}
        self.address = home_of((trusted_client(scope) or ("", 0))[0])
        return answer

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Parse received data, or end the socket before that if too much arrives."""
        if self.is_over:
            return
        try:
            if not self.reads.take(1 + len(data) / bounds.READ_BYTES):
                raise TooMuch
            if self.early or (self.state == self.STATE_CONNECTING and self.address):
                self.keep_early(data)
            else:
                for start in range(0, len(data), bounds.PARSED_BYTES):
                    super().dataReceived(data[start : start + bounds.PARSED_BYTES])
        except TooMuch:
            self.stop_reading()
        if self.state == self.STATE_CLOSED:
            self.is_over = True

    def keep_early(self, data: bytes) -> None:
        """Keep data that arrives before the handshake is answered. Raises TooMuch."""
        self.early += data
        if len(self.early) > bounds.MOST_EARLY:
            raise TooMuch

    def onOpen(self) -> None:  # noqa: N802
        """Open the socket, and read the data that arrived early."""
        super().onOpen()
        if self.early:
            self.factory.reactor.callLater(0, self.read_early)

    def read_early(self) -> None:
        """Read the early data, including what has arrived since."""
        early, self.early = self.early, b""
        self.dataReceived(early)

    def stop_reading(self) -> None:
        """Cut off the client, but not during a close handshake, so that it gets the code."""
        self.is_over, self.data = True, b""
        if self.state == self.STATE_CLOSING:
            self.transport.pauseProducing()
        else:
            self.transport.abortConnection()

    def onFrameBegin(self) -> None:  # noqa: N802
        """Count a frame. Raises TooMuch."""
        is_part = self.current_frame.opcode == CONTINUATION
        self.fragments = self.fragments + 1 if is_part else 0
        many_used = bounds.MOST_FRAMES - bounds.FRAMES_OF_MANY
        if not self.frames.take() or self.fragments > bounds.MOST_FRAGMENTS:
            raise TooMuch
        if not frames_by_address.take(self.address) and self.frames.left < many_used:
            raise TooMuch
        super().onFrameBegin()

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        """Queue a message for the application, or drop the connection if too many wait."""
        waiting = getattr(self, "application_queue", None)
        if waiting is not None and waiting.qsize() >= bounds.MOST_WAITING:
            self.dropConnection(abort=True)
        else:
            super().onMessage(payload, isBinary)

    def check_timeouts(self) -> None:
        """Ping every open socket, even a busy one, and drop those that do not answer."""
        now = time.monotonic()
        due = now - self.pinged > self.server.ping_interval and not self.autoPingPending
        if self.state == self.STATE_OPEN and due:
            self.pinged = now
            self._sendAutoPing()
        self.last_ping = time.time()  # suppresses Daphne's own pings
        super().check_timeouts()


def text_frame(text: str) -> bytes:
    """Return a text as a single unmasked frame (RFC 6455, 5.2)."""
    payload = text.encode()
    size = len(payload)
    if size < SIZE_IN_TWO:
        return bytes((FINAL_TEXT, size)) + payload
    if size < 1 << 16:
        return bytes((FINAL_TEXT, SIZE_IN_TWO)) + size.to_bytes(2, "big") + payload
    return bytes((FINAL_TEXT, SIZE_IN_EIGHT)) + size.to_bytes(8, "big") + payload
