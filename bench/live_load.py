"""The players of `bench.live`: they play over real sockets, in a separate process.

`python -m bench.live_load PORTS KIND` reads a phase from each line of its input, runs it, and
answers with a line of JSON. It only uses docs/PROTOCOL.md, so it can play on every version of the
site. KIND names the tables, see TABLES. PORTS are those of the web processes: with `8000,8001`
each table takes the next port, with `8000+8001` each player.

    seat COUNT           opens COUNT new tables and seats guests, through the pages
    enter                opens their sockets and waits for the first question at every table
    renew                drops tables whose game is over; returns how many are left
    settle               waits until no move is in flight
    play SECONDS         every seat answers its questions at once
    paced SECONDS RATE   RATE answers a second over all tables
    snapshots COUNT RATE COUNT resyncs, spread over all sockets
    rest SECONDS         does nothing
    watch SECONDS        does nothing, but counts the moves of the clock
    idle COUNT           opens COUNT more sockets, of spectators without an account
"""

import asyncio
import gc
import hashlib
import random
import resource
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

import orjson

from bench.live_socket import Socket, open_socket
from density.platform.token_buckets import Bucket
from tests.hostile.client import Client

Json = dict[str, Any]
SEATS = 4
TABLE = {
    "game": "density-deck",
    "access": "link",
    "clock": "none",
    "seats": SEATS,
    "ais": 0,
    "level": "medium",
    "edition": "current",
    "absence": "wait",
    "lives": 20,
    "target": 21,
    "hand_limit": 3,
}
TABLES: dict[str, Json] = {
    "people": TABLE,
    "watched": TABLE | {"watchable": "on"},
    "ais": TABLE | {"ais": SEATS - 1},
    "lapses": TABLE | {"clock": "fast"},
}
# actions that do not end a match early
MILD = ("draw", "discard", "pass")
# slightly below the rate limit of games.live.inbox for a socket
BURST, PER_SECOND = 15.0, 7.8
# refusals that are possible if the deal has moved on
LATE = ("stale-question", "wrong-stage", "wrong-phase")
PATIENCE = 120.0
# spectators that connect at once, and the seconds before their memory is measured
CONNECTING, IDLE_SECONDS = 16, 3.0
MATCH_OVER = b'"match_over"'


@dataclass
class Seat:
    """A player's socket and the state it has received."""

    index: int
    socket: Socket
    person: Client
    bytes: bytes
    version: int = -1
    # the open question and its legal actions
    asked: tuple[int, list[Json]] | None = None
    stages: set[str] = field(default_factory=set)
    rate_limit: Bucket = field(default_factory=lambda: Bucket(BURST, PER_SECOND))


@dataclass
class Table:
    """One game and the move that is in flight."""

    path: str
    people: list[Client]
    seats: list[Seat] = field(default_factory=list)
    version: int = -1
    # of the move in flight: when it was sent, the version before it, viewers without its frame
    sent: float = 0.0
    before: int = -1
    missing: int = 0
    # a move waits for the rate limit of its socket
    held: bool = False
    dealt: bool = False
    over: bool = False

    @property
    def asked(self) -> Seat | None:
        """A seat that can answer now, if all viewers have the previous move."""
        if self.sent or self.over:
            return None
        return next((seat for seat in self.seats if seat.asked), None)


class Load:
    """All tables and the measurements on them."""

    def __init__(self, ports: str, kind: str) -> None:
        self.spread, self.form = "+" in ports, TABLES[kind]
        self.ports = cycle(map(int, ports.replace("+", ",").split(",")))
        self.tables: list[Table] = []
        self.entering: list[Table] = []
        self.watchers: list[Socket] = []
        self.latencies: list[float] = []
        self.moves = self.versions = self.ends = self.held = self.snapshot_count = 0
        self.free_play = False
        self.dice = random.Random(1)
        self.fault = ""

    # ------------------------------------------------------------------------- phases
    async def seat(self, count: int) -> Json:
        """Open tables through the pages and seat all players."""
        start = time.perf_counter()
        for _ in range(count):
            port = next(self.ports)
            people = [Client(port)]
            while len(people) < SEATS - self.form["ais"]:
                people.append(Client(next(self.ports) if self.spread else port))
            answer = await people[0].form("/tables/new/", **self.form)
            if answer.status not in (302, 303):
                raise RuntimeError(f"a new table was answered {answer.status}")
            self.entering.append(Table(answer.headers["location"], people))
        for seat in range(1, SEATS - self.form["ais"]):
            for table in self.entering:
                answer = await table.people[seat].form(f"{table.path}join/")
                if answer.status not in (302, 303):
                    raise RuntimeError(f"joining was answered {answer.status}")
        return {"seconds": time.perf_counter() - start}

    async def enter(self) -> Json:
        """Open the sockets of the new tables and wait for their first questions."""
        start = time.perf_counter()
        entering, self.entering = self.entering, []
        self.tables += entering
        await asyncio.gather(
            *(
                self.connect(table, index)
                for table in entering
                for index in range(len(table.people))
            )
        )
        await self.until(lambda: all(table.dealt for table in entering))
        return {"seconds": time.perf_counter() - start}

    async def renew(self) -> Json:
        """Drop the tables whose game is over."""
        for table in self.tables:
            if table.over:
                for seat in table.seats:
                    seat.socket.transport.abort()
        self.tables = [table for table in self.tables if not table.over]
        return {"tables": len(self.tables)}

    async def play(self, seconds: float) -> Json:
        """Answer every question at once; at the end, wait for the moves in flight."""
        self.begin()
        start = time.perf_counter()
        self.free_play = True
        for table in self.tables:
            self.move(table)
        await asyncio.sleep(seconds)
        rate = self.moves / (time.perf_counter() - start)
        self.free_play = False
        await self.settle()
        return {**self.report(time.perf_counter() - start), "rate": rate}

    async def paced(self, seconds: float, rate: float) -> Json:
        """Answer `rate` questions a second, taking the tables in turn."""
        self.begin()
        start = time.perf_counter()
        number = skipped = 0
        while (number + 1) / rate < seconds:
            number += 1
            await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
            table = self.tables[number % len(self.tables)]
            skipped += not self.move(table)
        await self.settle()
        return {**self.report(time.perf_counter() - start), "skipped": skipped}

    async def snapshots(self, count: int, rate: float) -> Json:
        """Request snapshots and wait until all have arrived."""
        before, start = self.snapshot_count, time.perf_counter()
        sockets = [seat.socket for index in range(SEATS) for seat in self.seats(index)]
        for number in range(count):
            await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
            sockets[number % len(sockets)].send(b'{"type":"resync"}')
        await self.until(lambda: self.snapshot_count - before >= count)
        return {"snapshots": count, "seconds": time.perf_counter() - start}

    async def rest(self, seconds: float) -> Json:
        """Do nothing."""
        await asyncio.sleep(seconds)
        return {"seconds": seconds}

    async def watch(self, seconds: float) -> Json:
        """Do nothing, and count the moves of the clock."""
        self.begin()
        await asyncio.sleep(seconds)
        return self.report(seconds)

    async def idle(self, count: int) -> Json:
        """Connect more spectators, spread over the tables."""
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        places = asyncio.Semaphore(CONNECTING)

        async def spectate(number: int) -> None:
            path = self.tables[number % len(self.tables)].path
            async with places:
                socket = await open_socket(
                    Client(next(self.ports)), f"/ws{path}?watch=1", ignore_frame
                )
            self.watchers.append(socket)

        await asyncio.gather(*map(spectate, range(count)))
        await asyncio.sleep(IDLE_SECONDS)
        return {"sockets": sum(not socket.closed for socket in self.watchers)}

    def begin(self) -> None:
        """Reset the counts."""
        self.moves = self.versions = self.ends = self.held = 0
        self.latencies = []

    def report(self, seconds: float) -> Json:
        """Return the counts, and the milliseconds from each send to the last viewer's frame."""
        return {
            "moves": self.moves,
            "versions": self.versions,
            "ends": self.ends,
            "held": self.held,
            "seconds": seconds,
            "latencies": [round(latency * 1000, 3) for latency in self.latencies],
            "over": sum(table.over for table in self.tables),
        }

    # ------------------------------------------------------------------------- tables
    def seats(self, index: int) -> list[Seat]:
        """Return the seats with this index at all tables."""
        return [table.seats[index] for table in self.tables if index < len(table.seats)]

    async def connect(self, table: Table, index: int) -> None:
        """Open the socket of a seat."""
        early: list[bytes] = []
        socket = await open_socket(
            table.people[index], f"/ws{table.path}?seat={index}", early.append
        )
        random_bytes = hashlib.sha256(f"{table.path}{index}".encode()).digest()[:16]
        seat = Seat(index, socket, table.people[index], random_bytes)
        table.seats.append(seat)
        socket.taken = lambda text: self.take(table, seat, text)
        for text in early:
            socket.taken(text)

    def take(self, table: Table, seat: Seat, text: bytes) -> None:
        """Handle a frame from a socket."""
        frame = orjson.loads(text)
        kind = frame["type"]
        if kind == "events":
            if frame["version"] > table.version:
                self.versions += 1
                self.ends += MATCH_OVER in text
            self.note(table, seat, frame)
        elif kind == "snapshot":
            self.snapshot_count += 1
            if frame["game"]["status"] == "sealing":
                take_part_in_deal(seat, frame)
            elif frame["game"]["status"] == "playing":
                self.note(table, seat, frame)
        elif kind == "refused" and frame["code"] not in LATE:
            self.fault = f"refused: {frame['code']}"

    def note(self, table: Table, seat: Seat, frame: Json) -> None:
        """Store the question of a frame; once the last viewer has it, the next move can follow."""
        version, question = frame["version"], frame["question"]
        if version < seat.version:
            return
        if table.missing and seat.version <= table.before < version:
            table.missing -= 1
        seat.version = version
        table.version = max(version, table.version)
        legal = frame["view"]["legal"] if question is not None else None
        seat.asked = (question, legal) if legal else None
        table.over = table.over or frame["view"]["phase"] == "over"
        table.dealt = table.dealt or bool(seat.asked) or self.form["ais"] > 0
        if table.missing == 0:
            if table.sent:
                self.latencies.append(time.perf_counter() - table.sent)
                self.moves += 1
                table.sent = 0.0
            if self.free_play:
                self.move(table)

    def move(self, table: Table) -> bool:
        """Answer an open question of a table; return whether there was one."""
        seat = table.asked
        if seat is None or seat.asked is None or table.held:
            return False
        if not seat.rate_limit.take():
            self.held += 1
            table.held = True
            asyncio.get_running_loop().call_later(1 / PER_SECOND, self.release, table)
            return False
        (question, legal), seat.asked = seat.asked, None
        mild = [action for action in legal if action["do"] in MILD] or legal
        message = {"type": "act", "question": question, "action": self.dice.choice(mild)}
        table.before, table.missing = table.version, len(table.seats)
        table.sent = time.perf_counter()
        seat.socket.send(orjson.dumps(message))
        return True

    def release(self, table: Table) -> None:
        """Let a table continue that waited for the rate limit."""
        table.held = False
        if self.free_play:
            self.move(table)

    async def settle(self) -> Json:
        """Wait until a player can act at every table and no move is in flight."""
        if self.form["clock"] == "none":
            await self.until(lambda: all(table.asked or table.over for table in self.tables))
        return {}

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for a condition; raise RuntimeError if a socket was refused or closed."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            sockets = (seat.socket for table in self.tables for seat in table.seats)
            fault = self.fault or next((socket.closed for socket in sockets if socket.closed), "")
            if fault or time.monotonic() > deadline:
                raise RuntimeError(fault or f"the condition was not met within {PATIENCE} s")
            await asyncio.sleep(0.005)


def take_part_in_deal(seat: Seat, frame: Json) -> None:
    """Take part in each stage of the deal once."""
    stage = frame["fair"]["stage"]
    if stage in seat.stages or frame["question"] is None:
        return
    seat.stages.add(stage)
    random_bytes = seat.bytes
    if stage == "pledge":
        seat.socket.send(
            orjson.dumps({"type": "pledge", "hash": hashlib.sha256(random_bytes).hexdigest()})
        )
    elif stage == "reveal":
        seat.socket.send(orjson.dumps({"type": "reveal", "bytes": random_bytes.hex()}))


def ignore_frame(text: bytes) -> None:
    """Do nothing with a frame."""


async def main() -> None:
    """Run the phases that the input names."""
    load = Load(sys.argv[1], sys.argv[2])
    phases: dict[str, Callable[..., Awaitable[Json]]] = {
        "seat": load.seat,
        "enter": load.enter,
        "renew": load.renew,
        "settle": load.settle,
        "play": load.play,
        "paced": load.paced,
        "snapshots": load.snapshots,
        "rest": load.rest,
        "watch": load.watch,
        "idle": load.idle,
    }
    gc.disable()  # frames have no reference cycles, and a collection would distort the figures
    while line := (await asyncio.to_thread(sys.stdin.readline)).split():
        numbers = [int(word) if word.isdigit() else float(word) for word in line[1:]]
        print(orjson.dumps(await phases[line[0]](*numbers)).decode(), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
