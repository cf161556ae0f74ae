"""Floods that no message limit counts: frames, fragments, segments, requests, handshakes.

Each uses one or four connections, which reconnect as soon as they are cut.
"""

import asyncio
import contextlib
import time
from collections import Counter
from dataclasses import dataclass, replace

from tests.patience import PATIENCE
from tests.process_group import ProcessGroup

ADDRESS = "203.0.113.60"
HANDSHAKE = (
    "GET /ws/tables/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
    "X-Forwarded-For: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
# incomplete headers
GET = "GET /nothing/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {address}\r\n"
POST = (
    "POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {address}\r\n"
    "Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
)
# bytes sent at once
LARGE, ONE = 16_384, 1
# writes before a pause: 1.6 MB, or 3,000 segments, per second
PIECES, PAUSE = {LARGE: 1, ONE: 30}, 0.01
SECONDS = 2.5


def masked_frame(first: int, payload: bytes = b"") -> bytes:
    """Return a client's frame with a zero mask."""
    return bytes((first, 0x80 | len(payload))) + bytes(4) + payload


@dataclass(frozen=True)
class Flood:
    """A connection that endlessly sends the same data."""

    name: str
    begin: str  # the first data
    again: bytes = b""  # the repeated data
    piece: int = LARGE  # bytes sent at once
    first: bytes = b""
    cuts: bool = True  # whether the server must cut it off; single bytes may be read together
    lines: int = 1

    async def __call__(self, site: ProcessGroup, scale: int) -> str:
        """Attack for a number of seconds."""
        ends, deadline = Counter[str](), time.monotonic() + PATIENCE
        while True:
            until = time.monotonic() + SECONDS * scale
            await asyncio.gather(*(self.hold(site, until, ends) for _ in range(self.lines)))
            # a busy machine takes longer to notice
            if ends["cut"] or not self.cuts or until > deadline:
                break
        assert not site.tracebacks(), site.tracebacks()[-1]
        sent = ends.pop("bytes", 0) / 1e6
        assert ends["cut"] or not self.cuts, f"{sent:.2f} MB were sent, and none was cut: {ends}"
        return f"{sent:.2f} MB sent, {dict(ends)}"

    async def hold(self, site: ProcessGroup, until: float, ends: Counter[str]) -> None:
        """Keep one connection flooding until the time is over."""
        while time.monotonic() < until:
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
            try:
                async with asyncio.timeout(max(0.01, until - time.monotonic())):
                    ends[await self.send(site, reader, writer, ends)] += 1
            except TimeoutError:
                ends["open at the end"] += 1
            except OSError:
                ends["cut"] += 1
            finally:
                writer.transport.abort()

    async def send(
        self,
        site: ProcessGroup,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        ends: Counter[str],
    ) -> str:
        """Send endlessly; return how it was refused at first. Raises OSError when cut off."""
        begin = self.begin.format(port=site.port, address=ADDRESS)
        writer.write(begin.encode())
        if "Upgrade" in begin:
            with contextlib.suppress(asyncio.IncompleteReadError):
                head = await reader.readuntil(b"\r\n\r\n")
                if b" 101 " not in head:
                    return head.split(b" ")[1].decode()
        if not self.again:
            return "opened"
        writer.write(self.first)
        data = self.again * max(1, LARGE // len(self.again))
        count = 0
        reading = asyncio.create_task(read_all(reader))
        try:
            while not reading.done():
                for begin_at in range(0, len(data), self.piece):
                    writer.write(data[begin_at : begin_at + self.piece])
                    await writer.drain()
                    ends["bytes"] += self.piece
                    count += 1
                    if count % PIECES[self.piece] == 0:
                        await asyncio.sleep(PAUSE)
                    if reading.done():
                        break
        finally:
            reading.cancel()
        return "cut"


async def read_all(reader: asyncio.StreamReader) -> None:
    """Read and discard all data until the end."""
    with contextlib.suppress(OSError):
        while await reader.read(LARGE):
            pass


FROM_ONE = (
    Flood("pongs", HANDSHAKE, masked_frame(0x8A)),
    Flood("pings", HANDSHAKE, masked_frame(0x89)),
    Flood("closes", HANDSHAKE, masked_frame(0x88)),
    Flood("messages", HANDSHAKE, masked_frame(0x81, b'{"type":"ping"}')),
    Flood("empty fragments", HANDSHAKE, masked_frame(0x00), first=masked_frame(0x01)),
    Flood(
        "fragments of a byte", HANDSHAKE, masked_frame(0x00, b" "), first=masked_frame(0x01, b"{")
    ),
    Flood("frames by bytes", HANDSHAKE, masked_frame(0x89, bytes(100)), ONE, cuts=False),
    Flood("handshakes", HANDSHAKE, cuts=False),
    Flood("heads by bytes", f"{GET}X-Long: ", b"x", ONE, cuts=False),
    Flood("header lines", GET, b"a: b\r\n"),
    Flood("folded lines", GET, b" b\r\n"),
    Flood("empty lines", "", b"\r\n"),
    Flood("chunk extensions", POST, b"1;" + b"e" * 900 + b"\r\nx\r\n"),
    Flood("pipelined requests", "", f"{GET}\r\n".format(address=ADDRESS).encode(), cuts=False),
    Flood("malformed requests", "", f"{GET}A(B: c\r\n\r\n".format(address=ADDRESS).encode()),
)
ATTACKS = (*FROM_ONE, *(replace(flood, lines=4) for flood in FROM_ONE))
