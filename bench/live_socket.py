"""A WebSocket client for the players of `bench.live`, with minimal work per frame.

The players share the machine with the measured site. A library that checks everything would take
processor time away from the site.
"""

import asyncio
from base64 import b64encode
from collections.abc import Callable

from tests.hostile.client import Client

OPEN_SECONDS = 60.0
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL, MASKED = 0x80, 0x80
KEY = b64encode(bytes(16)).decode()
# a mask of zeros leaves the bytes unchanged
NO_MASK = bytes(4)

Taken = Callable[[bytes], None]


class Socket(asyncio.Protocol):
    """A socket: passes text frames to `taken`, answers pings, and has the reason in `closed`."""

    def __init__(self, head: bytes, taken: Taken) -> None:
        self.head, self.taken = head, taken
        self.buffer = b""
        self.parts = b""
        self.closed: str = ""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the handshake."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.head)

    def connection_lost(self, exc: Exception | None) -> None:
        """Store the reason."""
        self.closed = self.closed or f"lost: {exc!r}"
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(self.closed))

    def data_received(self, data: bytes) -> None:
        """Handle the handshake, or every complete frame received so far."""
        self.buffer = self.buffer + data if self.buffer else data
        if not self.opened.done():
            self.handshake()
        elif self.buffer:
            self.frames()

    def handshake(self) -> None:
        """Read the response to the handshake."""
        head, found, rest = self.buffer.partition(b"\r\n\r\n")
        if not found:
            return
        if not head.startswith(b"HTTP/1.1 101"):
            self.closed = head.partition(b"\r\n")[0].decode()
            self.transport.abort()
            return
        self.buffer = rest
        self.opened.set_result(None)
        if rest:
            self.frames()

    def frames(self) -> None:
        """Handle the complete frames and keep the rest in the buffer."""
        buffer, at = self.buffer, 0
        while len(buffer) - at >= 2:
            size, begin = buffer[at + 1], at + 2
            if size == 126:
                size, begin = int.from_bytes(buffer[begin : begin + 2], "big"), begin + 2
            elif size == 127:
                size, begin = int.from_bytes(buffer[begin : begin + 8], "big"), begin + 8
            if len(buffer) < begin + size:
                break
            first, at = buffer[at], begin + size
            self.frame(first, buffer[begin:at])
        self.buffer = buffer[at:]

    def frame(self, first: int, payload: bytes) -> None:
        """Handle one frame."""
        kind = first & 0x0F
        if kind <= TEXT:
            self.parts = self.parts + payload if self.parts else payload
            if first & FINAL:
                whole, self.parts = self.parts, b""
                self.taken(whole)
        elif kind == PING:
            self.write(PONG, payload)
        elif kind == CLOSE:
            self.closed = f"closed {int.from_bytes(payload[:2], 'big')}"
            self.transport.close()

    def send(self, text: bytes) -> None:
        """Send a text frame of less than 64 KB."""
        self.write(TEXT, text)

    def write(self, kind: int, payload: bytes) -> None:
        """Write one frame."""
        size = len(payload)
        length = (
            bytes((MASKED | size,))
            if size < 126
            else bytes((MASKED | 126,)) + size.to_bytes(2, "big")
        )
        self.transport.write(bytes((FINAL | kind,)) + length + NO_MASK + payload)


async def open_socket(client: Client, path: str, taken: Taken) -> Socket:
    """Open a socket for a client; raise ConnectionError if it is refused."""
    headers = client.headers | {
        "Origin": client.origin,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": KEY,
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    head = ("\r\n".join(lines) + "\r\n\r\n").encode()
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(OPEN_SECONDS):
        _, socket = await loop.create_connection(
            lambda: Socket(head, taken), "127.0.0.1", client.port
        )
        await socket.opened
    return socket
