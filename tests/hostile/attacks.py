"""Attacks on pages, tables and games by many legitimate requests."""

import asyncio
import json
import time
from collections import Counter

from websockets.asyncio.client import ClientConnection

from tests.hostile.client import Client
from tests.patience import PATIENCE
from tests.process_group import ProcessGroup

# one address opens the games that no one plays
ADDRESS, LEVEL = "192.0.2.90", "master"
BEGUN = 303


async def flood_of_pages(site: ProcessGroup, scale: int) -> str:
    """Request more pages at once than the database has connections; each is served or refused."""
    client = Client(site.port)
    many = [client.get("/leaderboards/") for _ in range(150 * scale)]
    answers = await asyncio.gather(*many)
    counted = Counter(answer.status for answer in answers)
    assert set(counted) <= {200, 503}, counted
    put_off = [answer for answer in answers if answer.status == 503]
    assert all("retry-after" in answer.headers for answer in put_off)
    return f"{dict(counted)}"


async def flood_of_snapshots(site: ProcessGroup, scale: int) -> str:
    """Request snapshots on sixty sockets of one table as fast as allowed."""
    client, frames = Client(site.port, address="203.0.113.41"), Counter[str]()
    opened = await client.form("/play/ai/", level="easy")
    assert opened.status == BEGUN, opened.status
    until = time.monotonic() + 5.0 * scale

    async def hold() -> None:
        async with client.socket(socket_of(opened.headers["location"])) as line:
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


async def games_without_players(site: ProcessGroup, scale: int) -> str:
    """Open games with guests who leave; check that the games end."""
    guests = (begin_and_leave(site.port, 10 * scale) for _ in range(min(20, 6 * scale)))
    tables = [table for found in await asyncio.gather(*guests) for table in found]
    assert tables, "the attack began no game"
    running = await still_running(site.port, tables)
    assert not running, f"{running} of {len(tables)} games that their guests have left go on"
    return f"{len(tables)} games left, all ended"


async def begin_and_leave(port: int, games: int) -> list[str]:
    """Start games as one guest, leaving each for the next; leave the last one too."""
    guest, left = Client(port, address=ADDRESS), ""
    tables: list[str] = []
    for _ in range(games):
        answer = await guest.form("/play/ai/", level=LEVEL, leave=left)
        if answer.status == BEGUN:
            tables.append(answer.headers["location"])
            left = tables[-1].removeprefix("/game/").rstrip("/")
        # no one can leave before the cards are dealt
        await asyncio.sleep(0.4)
    if not tables:
        return []
    async with asyncio.timeout(PATIENCE), guest.socket(socket_of(tables[-1])) as line:
        async for text in line:
            frame = json.loads(text)
            if frame["type"] == "ack":
                break
            if frame["type"] == "events" or frame.get("game", {}).get("status") == "playing":
                await line.send(json.dumps({"type": "leave", "ref": "1"}))
    return tables


async def still_running(port: int, tables: list[str]) -> int:
    """Return how many of these games still run after they had time to end."""
    client, until = Client(port, address="198.51.100.91"), time.monotonic() + PATIENCE
    running = tables
    while True:
        found = [await client.get(f"/api/v1{at.replace('/game/', '/games/')}") for at in running]
        over = [answer.json.get("game", {}).get("status") == "finished" for answer in found]
        running = [table for table, ended in zip(running, over, strict=True) if not ended]
        if not running or time.monotonic() > until:
            return len(running)
        await asyncio.sleep(0.5)


def socket_of(table: str) -> str:
    """Return the path of the socket of a table's page."""
    return table.replace("/game/", "/ws/game/")


ATTACKS = (flood_of_pages, flood_of_snapshots, games_without_players)
