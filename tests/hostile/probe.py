"""A normal visitor in a separate process that measures latencies.

`python -m tests.hostile.probe PORT` prints, for each response, its time (monotonic seconds), its
kind and its latency in milliseconds.
"""

import asyncio
import json
import sys
import time

from tests.hostile.client import Client
from tests.people import write_line

PAGE_EVERY, PING_EVERY = 0.1, 0.13  # a socket may send eight messages per second


def print_answer(what: str, begun: float) -> None:
    """Print one response."""
    now = time.monotonic()
    write_line(at=now, what=what, took=(now - begun) * 1000)


async def request_pages(visitor: Client) -> None:
    """Request a page repeatedly."""
    while True:
        begun = time.monotonic()
        answer = await visitor.get("/accounts/login/")
        print_answer("page" if answer.status in (200, 302) else f"page-{answer.status}", begun)
        await asyncio.sleep(PAGE_EVERY)


async def ping_table(visitor: Client, table: str) -> None:
    """Ping the table repeatedly."""
    async with visitor.socket(table.replace("/game/", "/ws/game/")) as line:
        while True:
            begun = time.monotonic()
            await line.send(json.dumps({"type": "ping"}))
            while json.loads(await line.recv())["type"] != "pong":
                pass
            print_answer("ping", begun)
            await asyncio.sleep(PING_EVERY)


async def visit_site(port: int) -> None:
    """Open a table against AI players, and measure latencies until killed."""
    visitor = Client(port, address="198.51.100.77")
    table = (await visitor.form("/play/ai/", level="easy")).headers["location"]
    async with asyncio.TaskGroup() as group:
        group.create_task(request_pages(Client(port, address="198.51.100.78")))
        group.create_task(ping_table(visitor, table))


if __name__ == "__main__":
    asyncio.run(visit_site(int(sys.argv[1])))
