"""Daphne's WebSockets: a client that floods, or answers no ping, or does not read is cut off.

Frames are written at once: by way of Autobahn and Twisted's reactor a frame costs twice as much.
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
    """More arrives on a socket than the bounds allow."""


def skip_message(*_: object) -> str:
    """Return nothing, for a debug message that is not logged."""
    return ""


# Autobahn words its debug messages also where they are not logged: with coloured words for every
# frame, and the whole configuration for every connection, half of what that costs
for module in (autobahn_protocol, autobahn_for_twisted):
    for worded in ("hltype", "hlval", "pformat"):
        setattr(module, worded, skip_message)


class BoundedSocket(WebSocketProtocol):
    """A WebSocket that holds back little, in both directions.

    Daphne queues whatever comes and whatever goes: one client could fill the memory, and keep
    all others waiting. It is also the producer of its transport, which says when too much
    waits to be sent.
    """

    # how many bytes wait beside those of the transport; None while all goes out at once
    unsent: int | None = None
    give_up: Any = None
    pinged = 0.0
    address = ""
    fragments = 0
    # whether reading has stopped
    is_over = False
    early = b""

    def connectionMade(self) -> None:  # noqa: N802
        """Begin to watch what waits to be sent."""
        super().connectionMade()
        self.reads = Bucket(bounds.MOST_READS, bounds.READS_A_SECOND)
        self.frames = Bucket(bounds.MOST_FRAMES, bounds.FRAMES_A_SECOND)
        # autobahn takes any data for an answer: one that never reads stayed open
        self.autoPingRestartOnAnyTraffic = False
        # a frame that cannot be read is answered by its code; autobahn reads nothing after it, and
        # drops the connection a second later
        self.failByDrop = False
        self.transport.unregisterProducer()  # the HTTP request that this was
        self.transport.registerProducer(self, True)

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        """Forget the connection."""
        self.resumeProducing()
        super().connectionLost(reason)
        # Autobahn resolves it with this very object: in a circle with it, all that belongs to a
        # closed socket stayed in memory until the collector looked at what is old
        self.is_closed = None

    # ------------------------------------------------------------------- what goes out
    def pauseProducing(self) -> None:  # noqa: N802
        """Begin to count: the client does not take what it is sent."""
        self.unsent = 0
        self.give_up = self.factory.reactor.callLater(
            bounds.UNSENT_SECONDS, self.dropConnection, abort=True
        )

    def resumeProducing(self) -> None:  # noqa: N802
        """Stop counting: all is sent."""
        self.unsent = None
        if self.give_up is not None and self.give_up.active():
            self.give_up.cancel()
        self.give_up = None
        if self.transport.disconnecting:
            # Twisted ends no connection of which it expects more
            self.transport.unregisterProducer()

    def stopProducing(self) -> None:  # noqa: N802
        """Stop counting: the connection is over."""
        self.unsent = None

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:  # noqa: N802
        """Send a frame. Raises ConnectionError when the socket was dropped meanwhile.

        Autobahn's own error is no OSError: it was logged as a fault of the application.
        """
        if self.state == self.STATE_OPEN and isinstance(content, str):
            self.sendData(text_frame(content))
            return
        try:
            super().serverSend(content, binary)
        except Disconnected as fault:
            raise ConnectionError("the socket is closed") from fault

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802
        """Close with a code; autobahn's own way refuses all below 3000 but 1000."""
        self.sendCloseFrame(code=1000 if code is None else code)

    def sendData(self, data: bytes, *arguments: Any, **options: Any) -> None:  # noqa: N802
        """Send bytes, or cut off a client for which too many wait.

        Where nothing waits to be sent the kernel gets them now: Twisted's reactor sends in its next
        round, and asks the kernel before and after it.
        """
        to = self.transport
        waits = self.send_queue or to.dataBuffer or to._tempDataBuffer
        if to.connected and not (waits or to.disconnecting):
            sent = to.writeSomeData(data)
            # an error is left to the reactor: it finds the same one, and ends the connection
            data = data[sent:] if isinstance(sent, int) else data
        if data:
            super().sendData(data, *arguments, **options)
        if self.unsent is not None:
            self.unsent += len(data)
            if self.unsent > bounds.MOST_UNSENT:
                self.dropConnection(abort=True)

    # -------------------------------------------------------------------- what comes in
    def onConnect(self, request: Any) -> Any:  # noqa: N802
        """Begin a socket; remember where it comes from."""
        answer = super().onConnect(request)
        scope = {"client": self.client_addr, "headers": self.clean_headers}
        self.address = home_of((trusted_client(scope) or ("", 0))[0])
        return answer

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Parse what arrives, or end the socket on which too much does, before it is parsed."""
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
        """Keep what comes before the handshake is answered. Raises TooMuch."""
        self.early += data
        if len(self.early) > bounds.MOST_EARLY:
            raise TooMuch

    def onOpen(self) -> None:  # noqa: N802
        """Note that the socket is open, and have what came too early read."""
        super().onOpen()
        if self.early:
            self.factory.reactor.callLater(0, self.read_early)

    def read_early(self) -> None:
        """Read what came before the handshake was answered; what came since is behind it."""
        early, self.early = self.early, b""
        self.dataReceived(early)

    def stop_reading(self) -> None:
        """Cut off; a client that is being told why the socket ends has its second to read that."""
        self.is_over, self.data = True, b""
        if self.state == self.STATE_CLOSING:
            self.transport.pauseProducing()
        else:
            self.transport.abortConnection()

    def onFrameBegin(self) -> None:  # noqa: N802
        """Count a frame of any kind. Raises TooMuch."""
        is_part = self.current_frame.opcode == CONTINUATION
        self.fragments = self.fragments + 1 if is_part else 0
        of_many = bounds.MOST_FRAMES - bounds.FRAMES_OF_MANY
        if not self.frames.take() or self.fragments > bounds.MOST_FRAGMENTS:
            raise TooMuch
        if not frames_by_address.take(self.address) and self.frames.left < of_many:
            raise TooMuch
        super().onFrameBegin()

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        """Queue a frame for the application, or drop the connection with all that is on its way."""
        waiting = getattr(self, "application_queue", None)
        if waiting is not None and waiting.qsize() >= bounds.MOST_WAITING:
            self.dropConnection(abort=True)
        else:
            super().onMessage(payload, isBinary)

    def check_timeouts(self) -> None:
        """Ping every open socket, whatever it sends; what does not answer is dropped."""
        now = time.monotonic()
        due = now - self.pinged > self.server.ping_interval and not self.autoPingPending
        if self.state == self.STATE_OPEN and due:
            self.pinged = now
            self._sendAutoPing()
        self.last_ping = time.time()  # no ping of Daphne's own beside that
        super().check_timeouts()


def text_frame(text: str) -> bytes:
    """Return a text as a server's frame (RFC 6455, 5.2): whole, without a mask."""
    payload = text.encode()
    size = len(payload)
    if size < SIZE_IN_TWO:
        return bytes((FINAL_TEXT, size)) + payload
    if size < 1 << 16:
        return bytes((FINAL_TEXT, SIZE_IN_TWO)) + size.to_bytes(2, "big") + payload
    return bytes((FINAL_TEXT, SIZE_IN_EIGHT)) + size.to_bytes(8, "big") + payload
