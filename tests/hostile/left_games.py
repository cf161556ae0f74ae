"""An attack by games that no one plays: begun against AI players, and left for the next one."""

import asyncio
import json
import time
from contextlib import suppress
from statistics import median, quantiles

from websockets.exceptions import WebSocketException

from tests.hostile.client import Client
from tests.hostile.players import Player
from tests.hostile.site import Site
from tests.patience import PATIENCE

# the attacker is one address
ADDRESS, LEVEL = "192.0.2.90", "master"
SECONDS, BUSY, TOO_MANY = 8.0, 409, 429


class Observer(Player):
    """An honest guest who plays against AI players and notes how long each of their moves takes."""

    async def measure(self, seconds: float) -> list[float]:
        """Play for a while, one game after the other; return the gaps before AI moves, in s."""
        gaps: list[float] = []
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    await self._play(gaps)
        return gaps

    async def _play(self, gaps: list[float]) -> None:
        left = id_of(self.table)
        answer = await self.client.form("/play/ai/", level=LEVEL, leave=left)
        self.table, last = answer.headers["location"], 0.0
        self.view, self.frame, self.over_at = {}, {}, 0.0
        self.answered.clear()
        with suppress(WebSocketException):
            async with self.client.socket(self.table.replace("/game/", "/ws/game/")) as line:
                async for text in line:
                    frame, now = json.loads(text), time.monotonic()
                    events = frame["events"] if frame["type"] == "events" else []
                    if last and any(event.get("by") == "ai" for event in events):
                        gaps.append(now - last)
                    if frame["type"] == "events":
                        # a pause after a match is no wait for an AI player
                        last = 0.0 if frame["pause"] else now
                    await self.take(line, frame)
                    if self.over_at:
                        return


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


async def games_without_players(site: Site, scale: int) -> str:
    """Games that their guests have left end, and AI players answer others as before."""
    observer = Observer(Client(site.port, address="198.51.100.90"))
    quiet = await observer.measure(SECONDS * scale)
    attack = asyncio.gather(
        *(begin_and_leave(site.port, 10 * scale) for _ in range(min(20, 6 * scale)))
    )
    await asyncio.sleep(1.0)
    attacked = await observer.measure(SECONDS * scale)
    tables = [table for found in await attack for table in found]
    assert tables, "the attack began no game"
    running = await still_running(site.port, tables)
    figures = f"{len(tables)} games left; AI moves: {shown(quiet)}; attacked: {shown(attacked)}"
    assert not running, f"{running} games that their guests have left go on; {figures}"
    return figures


def shown(gaps: list[float]) -> str:
    """Return how many moves there were, and how long they took."""
    if len(gaps) <= 1:
        return f"{len(gaps)}"
    return f"{len(gaps)} ({median(gaps):.2f} s, p90 {quantiles(gaps, n=10)[-1]:.2f} s)"


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
