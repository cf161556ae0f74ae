"""Pages that keep a socket open as a browser's does, thousands of them in one process.

The waits are those of waits.js and pulse.js in games/static/games/connection.
"""

import asyncio
import random
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass, field

LOST = (1.0, 2.0, 4.0, 8.0)
RESTARTED = (0.4, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 4.0, 8.0)
RESTARTS = (1001, 1012)
ENDED = (4401, 4403, 4404)
OPENING, SILENT, ANSWER, BEAT = 6.0, 7.0, 3.0, 1.0
ABNORMAL = 1006
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
KEY = "AAAAAAAAAAAAAAAAAAAAAA=="


def seconds_until_try(tries: int, *, restart: bool, chance: float) -> float:
    """Return how long a page waits before it connects again."""
    waits, spread = (RESTARTED, 1.0) if restart else (LOST, 0.4)
    return waits[min(tries, len(waits) - 1)] * (1 - spread / 2 + spread * chance)


def frame(opcode: int, payload: bytes) -> bytes:
    """A masked frame; the mask is zero."""
    size = len(payload)
    length = struct.pack("!B", 0x80 | size) if size < 126 else struct.pack("!BH", 0x80 | 126, size)
    return bytes([0x80 | opcode]) + length + bytes(4) + payload


@dataclass(eq=False)
class Wire(asyncio.Protocol):
    """One connection: the handshake, and the frames that come."""

    request: bytes
    on_open: Callable[[], None]
    on_text: Callable[[bytes], None]
    on_close: Callable[[int], None]
    opened: bool = False
    code: int = ABNORMAL
    buffer: bytearray = field(default_factory=bytearray)
    transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        """Take the answer, and then one frame after the other."""
        self.buffer += data
        if not self.opened:
            head, end, rest = self.buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.abort()
                return
            self.opened, self.buffer = True, bytearray(rest)
            self.on_open()
        while self.take():
            pass

    def take(self) -> bool:
        """Take the next frame out of the buffer; return whether it was there."""
        buffer, start = self.buffer, 2
        if len(buffer) < start:
            return False
        size = buffer[1] & 0x7F
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:start])
        if len(buffer) < start + size:
            return False
        opcode, payload = buffer[0] & 0x0F, bytes(buffer[start : start + size])
        del buffer[: start + size]
        if opcode == TEXT:
            self.on_text(payload)
        elif opcode == PING:
            self.send(PONG, payload)
        elif opcode == CLOSE:
            self.code = int.from_bytes(payload[:2]) if len(payload) > 1 else ABNORMAL
            self.send(CLOSE, payload[:2])
            self.close()
        return True

    def send(self, opcode: int, payload: bytes) -> None:
        """Send a frame, if the connection is still there."""
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(frame(opcode, payload))

    def close(self) -> None:
        """End the connection when all is sent."""
        if self.transport is not None:
            self.transport.close()

    def abort(self) -> None:
        """End the connection at once."""
        if self.transport is not None:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Say with which code it ended."""
        self.on_close(self.code)


class Page:
    """A page that opens its socket again and again until it is closed for good."""

    def __init__(self, port: int, path: str, headers: dict[str, str], ping: float) -> None:
        given = {
            "Host": f"127.0.0.1:{port}",
            "Origin": f"http://127.0.0.1:{port}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": KEY,
            "Sec-WebSocket-Version": "13",
            **headers,
        }
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items())]
        self.request = "\r\n".join([*lines, "", ""]).encode()
        self.port = port
        self.ping_every = ping
        self.wire: Wire | None = None
        self.opened_at = 0.0
        self.tries = self.connects = 0
        self.restart = self.closed = False
        self.heard = self.pinged = self.waiting = self.snapshot_at = 0.0
        self.codes: list[int] = []

    async def live(self) -> None:
        """Keep the socket open until cancelled, or closed for good."""
        await asyncio.sleep(0)
        while not self.closed:
            code = await self.connect()
            self.codes.append(code)
            self.closed = code in ENDED
            self.restart = self.restart or code in RESTARTS
            wait = seconds_until_try(self.tries, restart=self.restart, chance=random.random())
            self.tries += 1
            await asyncio.sleep(wait)

    async def connect(self) -> int:
        """Open a connection and follow it; return the code with which it ended."""
        loop = asyncio.get_running_loop()
        over: asyncio.Future[int] = loop.create_future()
        self.connects += 1
        wire = Wire(
            self.request,
            self.opened,
            self.take,
            lambda code: None if over.done() else over.set_result(code),
        )
        begun, self.wire = time.monotonic(), wire
        try:
            async with asyncio.timeout(OPENING):
                await loop.create_connection(lambda: wire, "127.0.0.1", self.port)
            while not over.done():
                await asyncio.wait([over], timeout=BEAT)
                self.beat(wire, begun)
            return over.result()
        except (OSError, TimeoutError):
            return ABNORMAL
        finally:
            self.wire = None
            wire.abort()

    def beat(self, wire: Wire, begun: float) -> None:
        """Once a second: ping when it is time, and end what is silent or does not open."""
        now = time.monotonic()
        if not wire.opened:
            if now - begun > OPENING:
                wire.abort()
        elif now - self.heard > SILENT and self.waiting and now - self.waiting > ANSWER:
            wire.abort()
        elif now - self.pinged >= self.ping_every:
            self.ping()

    def ping(self) -> None:
        """Ask how far the game is."""
        if self.wire is not None:
            self.pinged = time.monotonic()
            self.waiting = self.waiting or self.pinged
            self.wire.send(TEXT, b'{"type":"ping"}')

    def opened(self) -> None:
        """Begin anew."""
        self.tries, self.restart = 0, False
        self.heard = self.opened_at = time.monotonic()
        self.waiting = 0.0
        self.ping()

    def take(self, text: bytes) -> None:
        """Take a frame."""
        self.heard, self.waiting = time.monotonic(), 0.0
        if text.startswith(b'{"type":"snapshot"'):
            self.snapshot_at = self.heard

    @property
    def here(self) -> bool:
        """Whether it has an open socket, and has been shown the table on it."""
        return self.wire is not None and self.wire.opened and bool(self.snapshot_at)
