"""Attacks on games: one that is to be void, and many that no one plays."""

import asyncio
import json
import time

from tests.hostile.client import Client
from tests.hostile.players import Player, players, silence
from tests.patience import PATIENCE
from tests.process_group import ProcessGroup

# the attacker of games that no one plays is one address
ADDRESS, LEVEL = "192.0.2.90", "master"
BUSY, TOO_MANY = 409, 429


async def void(site: ProcessGroup, scale: int) -> str:
    """A seat that only lets its turns lapse cannot void a game once everybody had a turn."""
    people = await players(site.port, 4, "void")
    people[0].policy = silence
    async with asyncio.timeout(90):
        await asyncio.gather(*(player.queue() for player in people))

    def had_turns(player: Player) -> bool:
        return int(player.frame.get("ply", 0)) >= 10

    async with asyncio.timeout(120):
        await asyncio.gather(*(player.sit(had_turns) for player in people))
    async with people[0].client.socket(people[0].table.replace("/game/", "/ws/game/")) as line:
        await line.send(json.dumps({"type": "leave"}))
        await asyncio.sleep(1)
    page = await people[1].client.get(f"/api{people[1].table.replace('/game/', '/games/')}")
    seats = page.json["seats"]
    assert page.status == 200
    assert page.json["game"]["status"] == "playing", page.json["game"]
    return f"after {page.json['ply']} moves the leaver's seat is {[s['state'] for s in seats]}"


def id_of(table: str) -> str:
    """Return the id of the game whose page this is."""
    return table.removeprefix("/game/").rstrip("/")


async def begin_and_leave(port: int, games: int) -> list[str]:
    """Begin this many games as one guest, each for the one before; leave the last one too."""
    guest, left = Client(port, address=ADDRESS), ""
    tables: list[str] = []
    while len(tables) < games:
        answer = await guest.form("/play/ai/", level=LEVEL, leave=left)
        if answer.status == TOO_MANY:
            break
        if answer.status != BUSY:
            tables.append(answer.headers["location"])
            left = id_of(tables[-1])
        # no one can leave before the cards are dealt, and every try counts
        await asyncio.sleep(0.4)
    socket = guest.socket(tables[-1].replace("/game/", "/ws/game/"))
    async with asyncio.timeout(PATIENCE), socket as line:
        async for text in line:
            frame = json.loads(text)
            if frame["type"] == "ack":
                break
            if frame["type"] == "events" or frame.get("game", {}).get("status") == "playing":
                await line.send(json.dumps({"type": "leave", "ref": "1"}))
    return tables


async def games_without_players(site: ProcessGroup, scale: int) -> str:
    """Games that their guests have left end."""
    guests = (begin_and_leave(site.port, 10 * scale) for _ in range(min(20, 6 * scale)))
    tables = [table for found in await asyncio.gather(*guests) for table in found]
    assert tables, "the attack began no game"
    running = await still_running(site.port, tables)
    assert not running, f"{running} of {len(tables)} games that their guests have left go on"
    return f"{len(tables)} games left, all ended"


async def still_running(port: int, tables: list[str]) -> int:
    """Return how many of these games go on, once all had a little time to end."""
    client, until = Client(port, address="198.51.100.91"), time.monotonic() + PATIENCE / 4
    while True:
        found = [
            (await client.get(f"/api{table.replace('/game/', '/games/')}")).json for table in tables
        ]
        over = [each.get("game", {}).get("status") for each in found].count("finished")
        running = len(tables) - over
        if not running or time.monotonic() > until:
            return running
        await asyncio.sleep(0.5)
