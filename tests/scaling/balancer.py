"""A TCP balancer: each connection to the next web process that is well."""

import asyncio
import contextlib
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any

CHUNK = 65_536
SECONDS_BETWEEN_LOOKS = 0.2
SECONDS_TO_ANSWER = 5.0
# so long a connection is kept that no process takes
PATIENCE = 10.0
LOOK = b"GET /robots.txt HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Balancer:
    """Passes connections on in turn, and looks five times a second who is well.

    `behind` names the port of the process behind each port of a client.
    """

    ports: Sequence[int]
    well: set[int] = field(default_factory=set)
    behind: dict[int, int] = field(default_factory=dict)
    turn: int = 0

    async def listen(self) -> int:
        """Begin; return the port, once all processes are well."""
        self.looking = [asyncio.create_task(self.look(port)) for port in self.ports]
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        while len(self.well) < len(self.ports):
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        return int(self.server.sockets[0].getsockname()[1])

    def close(self) -> None:
        """Take no connection any more."""
        self.server.close()
        for task in self.looking:
            task.cancel()

    async def look(self, port: int) -> None:
        """Keep it known whether a process is well: it answers a request."""
        while True:
            if await is_well(port):
                self.well.add(port)
            else:
                self.well.discard(port)
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one connection on until either end closes it."""
        client = int(writer.get_extra_info("peername")[1])
        # it is cancelled at the end of the run
        with contextlib.suppress(OSError, TimeoutError, asyncio.CancelledError):
            async with asyncio.timeout(PATIENCE):
                port, (from_site, to_site) = await self.connect()
            self.behind[client] = port
            try:
                await first_to_end(carry(reader, to_site), carry(from_site, writer))
            finally:
                to_site.close()
                del self.behind[client]
        writer.close()

    async def connect(self) -> tuple[int, Ends]:
        """Return a connection to the next process that is well and takes one."""
        while True:
            self.turn += 1
            port = self.ports[self.turn % len(self.ports)]
            if port in self.well:
                try:
                    return port, await asyncio.open_connection("127.0.0.1", port)
                except OSError:
                    self.well.discard(port)
            if not self.well:
                await asyncio.sleep(0.05)


async def first_to_end(*ways: Coroutine[Any, Any, None]) -> None:
    """Run until one of these is over."""
    tasks = [asyncio.ensure_future(way) for way in ways]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on what comes until it ends."""
    with contextlib.suppress(OSError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()


async def is_well(port: int) -> bool:
    """Return whether a process answers a request."""
    try:
        async with asyncio.timeout(SECONDS_TO_ANSWER):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(LOOK)
                return b" 200 " in await reader.readline()
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False
