"""Attacks on sockets: many that ask for all of a table, and many that are only begun."""

import asyncio
import contextlib
import json
import time
from collections import Counter

from websockets.asyncio.client import ClientConnection

from tests.hostile.client import Client
from tests.hostile.floods import ADDRESS, HANDSHAKE
from tests.process_group import ProcessGroup


async def guest_table(site: ProcessGroup, address: str) -> tuple[Client, str]:
    """A guest at an own table against AI players, and the address of its socket."""
    client = Client(site.port, address=address)
    answer = await client.form("/play/ai/", level="easy")
    assert answer.status == 303, answer.status
    return client, answer.headers["location"].replace("/game/", "/ws/game/")


async def snapshots(site: ProcessGroup, scale: int) -> str:
    """Sixty sockets of one table ask for everything as fast as they may."""
    client, path = await guest_table(site, "203.0.113.41")
    frames = Counter[str]()
    until = time.monotonic() + 5.0 * scale

    async def one() -> None:
        async with client.socket(path) as line:
            asking = asyncio.create_task(ask(line))
            try:
                while time.monotonic() < until:
                    async with asyncio.timeout(5):
                        frame = json.loads(await line.recv())
                    frames[frame.get("code", frame["type"])] += 1
            finally:
                asking.cancel()

    async def ask(line: ClientConnection) -> None:
        while True:
            await line.send(json.dumps({"type": "resync"}))
            await asyncio.sleep(0.26)

    await asyncio.gather(*(one() for _ in range(60)), return_exceptions=True)
    assert frames["snapshot"], frames
    return f"{dict(frames)}"


async def handshake_flood(site: ProcessGroup, scale: int) -> str:
    """Sockets that are dropped as soon as they open, or in the middle of the handshake."""
    handshake = HANDSHAKE.format(port=site.port, address=ADDRESS).encode()
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
