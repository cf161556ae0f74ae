"""Simulated users who play, watch, chat, leave and return.

`python -m tests.soak.visitors PORT PEOPLE` runs until a line on its input. Every second, and once
all have left, it reports unexpected responses.
"""

import asyncio
import contextlib
import json
import random
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from websockets.asyncio.client import ClientConnection

from games.engine.contract import Json
from tests.faults import players
from tests.faults.observed import Observed
from tests.faults.players import STEADY, ScriptedPlayer
from tests.hostile.client import PASSWORD, Client, some_name
from tests.people import set_when_over, write_line

LOST = (*players.LOST, KeyError, ValueError)
COMES_AND_GOES = replace(STEADY, leaves_every=15.0)
GAMES: dict[str, tuple[tuple[int, ...], Callable[[random.Random], Json]]] = {
    "density-deck": ((2, 3, 4), lambda dice: {"lives": dice.randint(1, 2)}),
    "rps-extreme": ((2,), lambda dice: {"target": 5, "hand_limit": dice.randint(2, 4)}),
}
PHRASES = ("well-played", "good-luck", "thanks", "nice-discard", "good-game")
PAGES = ("/", "/tables/", "/leaderboards/", "/learn/", "/queue/", "/tables/new/")
# seconds
AT_A_TABLE, WATCHES, WAITS = 240.0, 12.0, 45.0


@dataclass(kw_only=True)
class Person(ScriptedPlayer):
    """A user at a table who plays random legal actions and sometimes disconnects."""

    @property
    def table(self) -> str:
        """The path of the page."""
        return f"/game/{self.observed.game_id}/"

    async def stay(self, seconds: float = AT_A_TABLE) -> None:
        """Stay at the table until the game or the time is over, with interruptions."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.live()

    async def take(self, wire: ClientConnection, frame: Json) -> None:
        """Follow the game, chat, agree to its end, and rarely leave for good."""
        await super().take(wire, frame)
        chance = self.dice.random()
        if (frame.get("end") or {}).get("asked"):
            await self.say(wire, type="end", on=True)
        elif self.asked and self.view and frame["type"] in ("snapshot", "events"):
            if chance < 0.02:
                await self.say(wire, type="say", kind="phrase", text=self.dice.choice(PHRASES))
            elif chance < 0.022:
                await self.say(wire, type="leave")
                self.gone = True
        self.gone = self.gone or self.is_over


@dataclass
class Town:
    """The site's port, and the shared state of all users."""

    port: int
    dice: random.Random
    # unexpected responses
    strange: Counter[str] = field(default_factory=Counter)
    running: list[str] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)

    def new_visitor(self) -> Client:
        """Return a new visitor with their own address."""
        address = ".".join(str(self.dice.randrange(1, 255)) for _ in range(3))
        return Client(self.port, address=f"11.{address}")

    def person(self, client: Client, table: str, *, watches: bool = False) -> Person:
        """Return a user at a table."""
        return Person(
            client=client,
            observed=Observed(table.strip("/").split("/")[-1]),
            behavior=replace(COMES_AND_GOES, watches=watches),
            dice=self.dice,
        )

    async def member(self) -> Client:
        """Sign up and return a new user."""
        client = self.new_visitor()
        answer = await client.sign_up(some_name(self.dice))
        self.note("/accounts/signup/", answer.status, 302, 303)
        return client

    async def look(self, client: Client, path: str) -> None:
        """Get a page."""
        answer = await client.get(path)
        self.note(path, answer.status, 200, 202, 302, 303, 403, 404)

    def note(self, path: str, status: int, *usual: int) -> None:
        """Record an unexpected response."""
        if status not in usual:
            self.strange[f"{path.split('?')[0]} {status}"] += 1

    def over(self, person: Person) -> None:
        """Record the path of a finished game, for others to visit."""
        if person.is_over:
            self.finished = [*self.finished[-20:], person.table]

    # ------------------------------------------------------------------------- lives
    async def host(self) -> None:
        """Open a table, wait for others or fill it, play, see the result, play again."""
        client = self.new_visitor() if self.dice.random() < 0.6 else await self.member()
        slug = self.dice.choice(tuple(GAMES))
        sizes, options = GAMES[slug]
        seats = self.dice.choice(sizes)
        fields = {
            "game": slug,
            "seats": seats,
            "ais": self.dice.randrange(seats),
            "level": "easy",
            "access": "public",
            "clock": "fast",
            "edition": "current",
            "watchable": "on",
            "absence": self.dice.choice(("ai", "substitute", "wait")),
            **options(self.dice),
        }
        answer = await client.form("/tables/new/", **fields)
        self.note("/tables/new/", answer.status, 303)
        if answer.status == 303:
            await self.sit(client, answer.headers["location"], fills=True)

    async def sit(self, client: Client, table: str, *, fills: bool = False) -> None:
        """Play at a table to its end, and see the result."""
        person = self.person(client, table)
        await self.look(client, table)
        filling = asyncio.create_task(self.fill(client, table)) if fills else None
        self.running = [*self.running[-10:], table]
        try:
            await person.stay()
        finally:
            if filling is not None:
                filling.cancel()
        self.over(person)
        if person.is_over and self.dice.random() < 0.5:
            for page in ("", "replay/", "record.json"):
                await self.look(client, table + page)
        if person.is_over and self.dice.random() < 0.3:
            answer = await client.form(f"{table}again/")
            if answer.status == 303 and answer.headers["location"] != table:
                await self.sit(client, answer.headers["location"], fills=True)

    async def fill(self, client: Client, table: str) -> None:
        """Fill the free seats with AI players after a while."""
        await asyncio.sleep(self.dice.uniform(2, 8))
        with contextlib.suppress(*LOST):
            async with client.socket(f"/ws{table}?watch=1") as line:
                await line.send(json.dumps({"type": "fill", "level": "easy"}))
                await asyncio.sleep(1)

    async def join(self) -> None:
        """Watch the list of tables until there is a free seat, and join."""
        client = self.new_visitor() if self.dice.random() < 0.7 else await self.member()
        async with asyncio.timeout(WAITS), client.socket("/ws/tables/") as line:
            async for text in line:
                tables = json.loads(text).get("tables", ())
                free = [one for one in tables if one["open"] and not one["locked"]]
                if free:
                    table = self.dice.choice(free)
                    break
        answer = await client.form(table["join_url"])
        self.note(table["join_url"], answer.status, 303, 404)
        if answer.status == 303:
            await self.sit(client, answer.headers["location"])

    async def alone(self) -> None:
        """Play against AI players for a while, and leave during the game."""
        client = self.new_visitor()
        answer = await client.form("/play/ai/", level="easy", game=self.dice.choice(tuple(GAMES)))
        self.note("/play/ai/", answer.status, 303)
        if answer.status == 303:
            person = self.person(client, answer.headers["location"])
            await person.stay(self.dice.uniform(5, 60))
            self.over(person)
            await client.form(f"{person.table}join/", leave=person.observed.game_id)

    async def ranked(self, client: Client, queue: str) -> None:
        """Join the queue, play the ranked game to its end, and log in again."""
        seated: Json | None = None
        async with asyncio.timeout(WAITS), client.socket(f"/ws/queue/?queue={queue}") as line:
            await line.send(json.dumps({"type": "beat", "hidden": False}))
            await line.send(json.dumps({"type": "join", "queue": queue}))
            async for text in line:
                frame = json.loads(text)
                if seated := frame.get("table"):
                    break
        if seated:
            person = self.person(client, seated["url"])
            await person.stay()
            self.over(person)
        if self.dice.random() < 0.3:
            await client.form("/accounts/logout/")
            await client.log_in(client.name, PASSWORD)

    async def read(self) -> None:
        """Read pages, and watch a game for a while."""
        client = self.new_visitor()
        for _ in range(self.dice.randint(1, 4)):
            await self.look(client, self.dice.choice(PAGES))
            if self.finished:
                await self.look(client, self.dice.choice(self.finished))
            await asyncio.sleep(self.dice.uniform(0.2, 2))
        if self.running:
            watcher = self.person(client, self.dice.choice(self.running), watches=True)
            await watcher.stay(self.dice.uniform(2, WATCHES))

    # ------------------------------------------------------------------------ the town
    def lives(self, people: int) -> list[Callable[[], Awaitable[None]]]:
        """Return the repeated activities of a number of users, without ranked games."""
        usual = [self.host, self.join, self.host, self.alone, self.join, self.read]
        return [usual[number % len(usual)] for number in range(people)]

    async def again(self, life: Callable[[], Awaitable[None]]) -> None:
        """Repeat an activity until the end."""
        while True:
            with contextlib.suppress(*LOST):
                await life()
            await asyncio.sleep(self.dice.uniform(0.2, 2.0))

    async def rank(self, queue: str) -> None:
        """Play ranked games with one account until the end."""
        client = await self.member()
        await self.again(lambda: self.ranked(client, queue))


async def run_visitors(town: Town, people: int) -> None:
    """Run all users until the test is over."""
    over = asyncio.Event()
    lives = [town.again(life) for life in town.lives(people)]
    lives += [town.rank("density-deck") for _ in range(4)] if people >= 12 else []
    lives += [town.rank("rps-extreme") for _ in range(2)]
    tasks = [asyncio.create_task(life) for life in lives]
    ending = asyncio.create_task(set_when_over(over))
    while not ending.done():
        write_line(strange=town.strange)
        await asyncio.wait([ending], timeout=1.0)
        for task in tasks:
            if task.done():
                task.result()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    write_line(strange=town.strange)


if __name__ == "__main__":
    port, people = map(int, sys.argv[1:])
    asyncio.run(run_visitors(Town(port, random.Random(1)), people))
