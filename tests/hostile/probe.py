"""An honest visitor in a process of its own, who notes how long everything takes.

`python -m tests.hostile.probe PORT` says of each answer when it came (seconds of the monotonic
clock), what it was, and how many milliseconds it took.
"""

import asyncio
import json
import sys
import time

from tests.hostile.client import Client
from tests.people import write_line

PAGE_EVERY, PING_EVERY = 0.1, 0.13  # a socket may send eight messages a second


def print_answer(what: str, begun: float) -> None:
    """Write down one answer."""
    now = time.monotonic()
    write_line(at=now, what=what, took=(now - begun) * 1000)


async def request_pages(visitor: Client) -> None:
    """Ask for a page again and again."""
    while True:
        begun = time.monotonic()
        answer = await visitor.get("/accounts/login/")
        print_answer("page" if answer.status in (200, 302) else f"page-{answer.status}", begun)
        await asyncio.sleep(PAGE_EVERY)


async def ping_table(visitor: Client, table: str) -> None:
    """Ask the table how far it is, again and again."""
    async with visitor.socket(table.replace("/game/", "/ws/game/")) as line:
        while True:
            begun = time.monotonic()
            await line.send(json.dumps({"type": "ping"}))
            while json.loads(await line.recv())["type"] != "pong":
                pass
            print_answer("ping", begun)
            await asyncio.sleep(PING_EVERY)


async def visit_site(port: int) -> None:
    """Sit down against AI players, and look at the clock until killed."""
    visitor = Client(port, address="198.51.100.77")
    table = (await visitor.form("/play/ai/", level="easy")).headers["location"]
    async with asyncio.TaskGroup() as group:
        group.create_task(request_pages(Client(port, address="198.51.100.78")))
        group.create_task(ping_table(visitor, table))


if __name__ == "__main__":
    asyncio.run(visit_site(int(sys.argv[1])))
