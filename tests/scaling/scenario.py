"""Tables of four at several web processes, played in a process of their own.

The players of a table sit at different web processes, and each connection goes to the next one, as
a balancer sends it. Every other table has an AI player, whose moves workers make.

A few times a second it prints how many people are connected and how many moves there are, as a line
of JSON. A line on its input says that nothing more will be done to the site: the games are played
to their end and checked, and the last line is the result.
"""

import asyncio
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
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
    """A player who stays, and comes back as a browser does when the socket is lost."""

    ports: Sequence[int] = ()  # of all web processes; none: it stays at its own
    returns: Returns = field(default_factory=Returns)
    lost_at: float | None = None

    async def live(self) -> None:
        """Be at the table until the game is over."""
        while not self.gone:
            try:
                async with self.socket() as wire:
                    await self.follow(wire)
            except LOST as fault:
                await self.wait(fault)

    async def wait(self, fault: Exception) -> None:
        """Wait before the next try, and note when the socket was lost."""
        if self.ports:
            self.port = self.ports[(self.ports.index(self.port) + 1) % len(self.ports)]
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

    ports: Sequence[int]
    lives: int
    returns: Returns = field(default_factory=Returns)
    tables: list[Table] = field(default_factory=list)

    async def open_table(self, number: int) -> Table:
        """Seat four, of whom one may be an AI player, and let the people in."""
        dice = random.Random(number)
        ais = number % 2
        options = {"lives": self.lives, "free": 20, "bank": 0, "ais": ais}
        game_id, users = await ask(partial(seat_people, SEATS - ais, f"{number}.s", options))
        observed = Observed(game_id)
        people: list[ScriptedPlayer] = [
            SteadyPlayer(
                *(self.ports[chair % len(self.ports)], game_id, user_id, cookie, STEADY),
                *(random.Random(dice.getrandbits(64)), observed),
                ports=self.ports,
                returns=self.returns,
            )
            for chair, (user_id, cookie) in enumerate(users)
        ]
        self.tables.append(Table(observed, people))
        return self.tables[-1]

    async def keep_open(self, count: int, over: asyncio.Event) -> None:
        """Keep so many tables open until it is over, and then until all are finished."""
        numbers = iter(range(1, 10_000))

        async def chair() -> None:
            while not over.is_set():
                await play(await self.open_table(next(numbers)), over, PATIENCE)

        await asyncio.gather(*(chair() for _ in range(count)))

    async def report(self) -> None:
        """Print the state of the tables, for ever."""
        while True:
            tables = [table for table in self.tables if not table.finished]
            line = {
                "missing": sum(is_missing(person) for table in tables for person in table.people),
                "tables": len(tables),
                "moves": sum(len(table.observed.received) for table in self.tables),
            }
            print(orjson.dumps(line).decode(), flush=True)
            await asyncio.sleep(0.1)


def is_missing(person: ScriptedPlayer) -> bool:
    """Whether a player of an open table does not have it before them."""
    return person.version < 0 or getattr(person, "lost_at", None) is not None


async def run(ports: Sequence[int], count: int, lives: int) -> Hall:
    """Play at so many tables until it is over."""
    over = asyncio.Event()
    hall = Hall(ports, lives)
    waiting = asyncio.create_task(wait_for_the_end(over))
    reporting = asyncio.create_task(hall.report())
    await hall.keep_open(count, over)
    await waiting
    reporting.cancel()
    return hall


async def wait_for_the_end(over: asyncio.Event) -> None:
    """Set the event when a line comes; the process ends with its parent."""
    if not await asyncio.to_thread(sys.stdin.readline):
        os._exit(1)
    over.set()


def main() -> None:
    """Play, check the invariants, print the result: tables, lives, ports of the processes."""
    count, lives, *ports = map(int, sys.argv[1:])
    hall = asyncio.run(run(ports, count, lives))
    ids = [table.observed.game_id for table in hall.tables]
    result = found(hall.tables) | {
        "back": sorted(round(seconds, 2) for seconds in hall.returns.seconds),
        "codes": {str(code): number for code, number in hall.returns.codes.items()},
        "lapsed": Move.objects.filter(game__in=ids, by=Move.By.CLOCK).count(),
    }
    print(orjson.dumps({"result": result}).decode(), flush=True)


if __name__ == "__main__":
    main()
