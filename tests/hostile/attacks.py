"""Attacks on pages and tables: many of everything that a client may ask for."""

import asyncio
import json
import time
from collections import Counter

from websockets.asyncio.client import ClientConnection

from tests.hostile.client import Client
from tests.process_group import ProcessGroup

BEGUN = 303


async def flood_of_pages(site: ProcessGroup, scale: int) -> str:
    """More pages at once than the database has connections: each is served or put off."""
    client = Client(site.port)
    many = [client.get("/leaderboards/") for _ in range(150 * scale)]
    answers = await asyncio.gather(*many)
    counted = Counter(answer.status for answer in answers)
    assert set(counted) <= {200, 503}, counted
    put_off = [answer for answer in answers if answer.status == 503]
    assert all("retry-after" in answer.headers for answer in put_off)
    return f"{dict(counted)}"


async def snapshots(site: ProcessGroup, scale: int) -> str:
    """Sixty sockets of one table ask for everything as fast as they may."""
    client, frames = Client(site.port, address="203.0.113.41"), Counter[str]()
    opened = await client.form("/play/ai/", level="easy")
    assert opened.status == BEGUN, opened.status
    path = opened.headers["location"].replace("/game/", "/ws/game/")
    until = time.monotonic() + 5.0 * scale

    async def hold() -> None:
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

    await asyncio.gather(*(hold() for _ in range(60)), return_exceptions=True)
    assert frames["snapshot"], frames
    return f"{dict(frames)}"


ATTACKS = (flood_of_pages, snapshots)
