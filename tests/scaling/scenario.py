"""Tables of four behind a balancer, in a process of their own: `python -m tests.scaling`.

Every other table has an AI player, whose moves are made by workers.

It says a few times a second how many people are connected and how many moves there are, as a line
of JSON. A line on its input says that nothing more will be done to the site: the games are played
to their end and checked, and the last line is what was found.
"""

import asyncio
import os
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial

import django
import orjson

django.setup()

from websockets.asyncio.client import ClientConnection  # noqa: E402
from websockets.exceptions import ConnectionClosed  # noqa: E402

from games.engine.contract import Json  # noqa: E402
from games.models import Move  # noqa: E402
from tests.faults.observed import Observed  # noqa: E402
from tests.faults.players import LOST, Behavior, ScriptedPlayer  # noqa: E402
from tests.faults.scenario import found  # noqa: E402
from tests.faults.tables import Table, ask, play, seat_people  # noqa: E402
from tests.scaling.balancer import Balancer  # noqa: E402

SEATS = 4
PATIENCE = 60.0
STEADY = Behavior(again=0, late=0, ahead=0, rival=0)
# as browsers do when a socket ends with 1012, and otherwise
SOON, LATER = (0.2, 0.6), (0.5, 1.5)
LOST_LINE = 1006


@dataclass
class Returns:
    """How long people were away, and with which codes their sockets ended."""

    seconds: list[float] = field(default_factory=list)
    codes: Counter[int] = field(default_factory=Counter)


@dataclass
class SteadyPlayer(ScriptedPlayer):
    """Somebody who stays, and comes back as a browser does when the socket is lost."""

    returns: Returns = field(default_factory=Returns)
    lost_at: float | None = None
    wire: ClientConnection | None = None

    async def live(self) -> None:
        """Be at the table until the game is over."""
        while not self.gone:
            try:
                async with self.socket() as self.wire:
                    await self.follow(self.wire)
            except LOST as fault:
                self.wire = None
                await self.wait(fault)

    async def wait(self, fault: Exception) -> None:
        """Wait before the next try, and note when the socket was lost."""
        if self.lost_at is not None:
            await asyncio.sleep(self.dice.uniform(*LATER))
            return
        self.lost_at = time.monotonic()
        closed = fault.rcvd if isinstance(fault, ConnectionClosed) else None
        self.returns.codes[LOST_LINE if closed is None else closed.code] += 1
        await asyncio.sleep(self.dice.uniform(*SOON))

    async def take(self, wire: ClientConnection, frame: Json) -> None:
        """Note when the table is there again."""
        await super().take(wire, frame)
        if frame["type"] == "snapshot" and self.lost_at is not None:
            self.returns.seconds.append(time.monotonic() - self.lost_at)
            self.lost_at = None


@dataclass
class Hall:
    """All tables of a run."""

    port: int
    balancer: Balancer
    lives: int
    returns: Returns = field(default_factory=Returns)
    tables: list[Table] = field(default_factory=list)
    # of each table, the processes that its people sat at when it began
    spread: list[int] = field(default_factory=list)

    async def open_table(self, number: int) -> Table:
        """Seat four, of whom one may be an AI player, and let the people in."""
        dice = random.Random(number)
        ais = number % 2
        options = {"lives": self.lives, "free": 20, "bank": 0, "ais": ais}
        game_id, users = await ask(partial(seat_people, SEATS - ais, f"{number}.s", options))
        observed = Observed(game_id)
        people: list[ScriptedPlayer] = [
            SteadyPlayer(
                *(self.port, game_id, user_id, cookie, STEADY),
                *(random.Random(dice.getrandbits(64)), observed),
                returns=self.returns,
            )
            for user_id, cookie in users
        ]
        self.tables.append(Table(observed, people))
        return self.tables[-1]

    def processes(self, table: Table) -> set[int]:
        """The processes that the people of a table are connected to."""
        wires = [getattr(person, "wire", None) for person in table.people]
        ports = [wire.transport.get_extra_info("sockname") for wire in wires if wire is not None]
        return {self.balancer.behind.get(port[1], 0) for port in ports if port} - {0}

    def connected(self) -> int:
        """How many people of open tables have their table before them."""
        return sum(
            person.version >= 0
            and getattr(person, "wire", None) is not None
            and getattr(person, "lost_at", None) is None
            for table in self.tables
            if not table.finished
            for person in table.people
        )

    async def keep_open(self, count: int, over: asyncio.Event) -> None:
        """Keep so many tables open until it is over, and then until all are finished."""
        numbers = iter(range(1, 10_000))

        async def chair() -> None:
            while not over.is_set():
                table = await self.open_table(next(numbers))
                watching = asyncio.create_task(self.note_spread(table))
                await play(table, over, PATIENCE)
                watching.cancel()

        await asyncio.gather(*(chair() for _ in range(count)))

    async def note_spread(self, table: Table) -> None:
        """Note at how many processes a table sits once all are there."""
        while any(getattr(person, "wire", None) is None for person in table.people):
            await asyncio.sleep(0.05)
        self.spread.append(len(self.processes(table)))

    async def report(self) -> None:
        """Say how it stands, for ever."""
        while True:
            tables = [table for table in self.tables if not table.finished]
            line = {
                "missing": sum(len(table.people) for table in tables) - self.connected(),
                "tables": len(tables),
                "moves": sum(len(table.observed.received) for table in self.tables),
            }
            print(orjson.dumps(line).decode(), flush=True)
            await asyncio.sleep(0.1)


async def run(ports: list[int], count: int, lives: int) -> Hall:
    """Play at so many tables until it is over."""
    over = asyncio.Event()
    balancer = Balancer(ports)
    hall = Hall(await balancer.listen(), balancer, lives)
    waiting = asyncio.create_task(wait_for_the_end(over))
    reporting = asyncio.create_task(hall.report())
    await hall.keep_open(count, over)
    await waiting
    reporting.cancel()
    balancer.close()
    return hall


async def wait_for_the_end(over: asyncio.Event) -> None:
    """Set the event when a line comes; the process ends with its parent."""
    if not await asyncio.to_thread(sys.stdin.readline):
        os._exit(1)
    over.set()


def main() -> None:
    """Play, check the invariants, say what was found: tables, lives, ports of the processes."""
    count, lives, *ports = map(int, sys.argv[1:])
    hall = asyncio.run(run(ports, count, lives))
    ids = [table.observed.game_id for table in hall.tables]
    result = found(hall.tables) | {
        "back": sorted(round(seconds, 2) for seconds in hall.returns.seconds),
        "codes": {str(code): number for code, number in hall.returns.codes.items()},
        "spread": hall.spread,
        "lapsed": Move.objects.filter(game__in=ids, by=Move.By.CLOCK).count(),
    }
    print(orjson.dumps({"result": result}).decode(), flush=True)


if __name__ == "__main__":
    main()
