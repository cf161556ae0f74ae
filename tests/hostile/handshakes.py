"""Attacks on the beginning of sockets: many at once, half of one, and peers that are gone."""

import asyncio
import contextlib
import time
from collections import Counter

from tests.hostile.client import Client
from tests.hostile.site import Site

REQUEST = (
    "GET /ws/tables/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
# a ping every 2 s that has to be answered within 5
SECONDS_TO_NOTICE = 20.0


async def handshake_flood(site: Site, scale: int) -> str:
    """Sockets that are dropped as soon as they open, or in the middle of the handshake."""
    handshake = REQUEST.format(port=site.port).encode()
    count = 200 * scale
    came = Counter[str]()

    async def one(number: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        writer.write(handshake[: 90 if number % 3 == 0 else None])
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            if number % 3 == 1:
                head = await reader.readuntil(b"\r\n\r\n")
                came[head.split(b" ")[1].decode()] += 1
        writer.transport.abort()

    begun = time.monotonic()
    async with asyncio.timeout(60):
        await asyncio.gather(*(one(number) for number in range(count)))
        took = time.monotonic() - begun
        async with Client(site.port).socket("/ws/tables/") as line:
            await line.recv()
    assert not site.tracebacks(), site.tracebacks()[-1]
    return f"{count} handshakes in {took:.1f} s, read {dict(came)}; the next socket opens"


async def half_open(site: Site, scale: int) -> str:
    """Peers that are gone without a word answer no ping: their sockets are ended."""
    handshake = REQUEST.format(port=site.port).encode()
    count = 20 * scale
    async with contextlib.AsyncExitStack() as stack:
        lines = []
        for _ in range(count):
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
            stack.callback(writer.transport.abort)
            writer.write(handshake)
            assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
            lines.append(reader)
        begun = time.monotonic()
        async with asyncio.timeout(SECONDS_TO_NOTICE * 2):
            await asyncio.gather(*(reader.read() for reader in lines), return_exceptions=True)
        longest = time.monotonic() - begun
    assert longest < SECONDS_TO_NOTICE, f"one was still there after {longest:.0f} s"
    return f"{count} ended within {longest:.0f} s"
