"""The tables of a scenario, with their players and outcomes."""

import asyncio
import itertools
import random
import time
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from django.contrib.sessions.backends.base import UpdateError
from django.db import DatabaseError, InterfaceError, close_old_connections

from games.engine.contract import Json, Refused
from games.live import snapshots
from games.models import Game, Seat
from tests.faults.observed import Observed, visible_state
from tests.faults.players import SILENCE, STEADY, Behavior, ScriptedPlayer
from tests.hostile.client import Client
from tests.people import set_when_over, write_line
from tests.servers import cookie_header
from tests.table import harness

LOOK_EVERY = 0.7
PATIENCE = 60.0  # seconds without a move until a game counts as stuck
# at a tenth of the usual pace: 2 s per turn and 2 s of time bank; 5.5 s in the first turn
CLOCK = {"free": 20, "bank": 20}
T = TypeVar("T")
# user id and cookie
User = tuple[int, str]

_database = ThreadPoolExecutor(2, thread_name_prefix="database")

ALWAYS_THERE = (
    Behavior(),
    Behavior(dawdles=0.03),
    Behavior(by_http=True),
    Behavior(leaves_every=6.0),
    Behavior(leaves_every=2.0, late=0.4),
)
DESERTER = Behavior(deserts_after=4)


@dataclass
class Table:
    """A game and its players and spectators."""

    observed: Observed
    people: list[ScriptedPlayer] = field(default_factory=list)
    finished: bool = False
    stuck: str = ""

    @property
    def moves(self) -> int:
        """The number of moves that its viewers have seen, a lower bound."""
        return max(int(person.frame.get("ply", 0)) for person in self.people)

    def add(self, port: int, user: User | None, behavior: Behavior, dice: random.Random) -> None:
        """Add a page of a user, or of a spectator."""
        user_id, key = user or (0, "")
        # the player's address as sent by a proxy, which no log may contain
        client = Client(port, address=f"203.0.113.{user_id % 250 + 1}", patience=SILENCE)
        client.cookies |= dict([key.split("=", 1)] if key else [])
        own = random.Random(dice.getrandbits(64))
        self.people.append(
            ScriptedPlayer(
                client=client,
                observed=self.observed,
                behavior=behavior,
                dice=own,
                user_id=user_id or None,
            )
        )


async def ask_database(function: Callable[..., T], *arguments: Any) -> T:
    """Query the database, retrying until it is available."""
    loop = asyncio.get_running_loop()
    while True:
        try:
            return await loop.run_in_executor(_database, _fresh, function, *arguments)
        except (DatabaseError, InterfaceError, UpdateError):
            await asyncio.sleep(0.3)


def _fresh(function: Callable[..., T], *arguments: Any) -> T:
    close_old_connections()
    return function(*arguments)


async def open_table(port: int, lives: int, dice: random.Random) -> Table:
    """Seat players and AI players at a new table, until the deal is being sealed.

    Everyone starts with this many lives or fewer.
    """
    people, ais = dice.choice(((1, 2), (1, 3), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (4, 0)))
    behavior = [dice.choice(ALWAYS_THERE) for _ in range(people)]
    if people > 1 and dice.random() < 0.35:
        behavior[dice.randrange(people)] = DESERTER
    options = {
        "lives": dice.randint(1, lives),
        "edition": dice.choice(("current", "classic", "to the letter")),
        "ais": ais,
        **({"free": None} if people == 1 else CLOCK),
    }
    game_id, users = await ask_database(partial(seat_people, people, options))
    table = Table(Observed(game_id))
    for user, how in zip(users, behavior, strict=True):
        table.add(port, user, how, dice)
    if dice.random() < 0.25:  # a second page of the first player
        table.add(port, users[0], Behavior(tab="two", leaves_every=5.0), dice)
    if dice.random() < 0.5:
        table.add(port, None, Behavior(leaves_every=8.0), dice)
    return table


def steady_table(game_id: str, users: Iterable[User], ports: list[int]) -> Table:
    """Return a table of well-behaved players, connected to the web processes in turn."""
    table = Table(Observed(game_id))
    for chair, user in enumerate(users):
        table.add(ports[chair % len(ports)], user, STEADY, random.Random(user[0]))
        table.people[-1].ports = ports
    return table


async def keep_tables(
    open_next: Callable[[int], Awaitable[Table]], at_once: int, least: int = 0
) -> list[Table]:
    """Keep opening and playing tables until the run is over; return all of them.

    At least the given number are played. `open_next` opens the table with a number.
    """
    over = asyncio.Event()
    tables: list[Table] = []
    numbers = itertools.count()

    async def keep_one() -> None:
        while (number := next(numbers)) < least or not over.is_set():
            table = await open_next(number)
            tables.append(table)
            await play_table(table, over)

    waiting = asyncio.create_task(set_when_over(over))
    telling = asyncio.create_task(_tell(tables))
    await asyncio.gather(*(keep_one() for _ in range(at_once)))
    await waiting
    telling.cancel()
    return tables


async def _tell(tables: list[Table]) -> None:
    """Print the state of the tables, forever."""
    while True:
        running = [table for table in tables if not table.finished]
        write_line(
            dealt=sum(bool(table.observed.received) for table in tables),
            finished=len(tables) - len(running),
            tables=len(running),
            missing=sum(person.is_missing for table in running for person in table.people),
            moves=sum(table.moves for table in tables),
        )
        await asyncio.sleep(0.1)


def seat_people(people: int, options: Json) -> tuple[str, list[User]]:
    """Open a game; return its id and its players in the order of the seats."""
    # discard the rest of a failed attempt
    users = harness.make_users(people, f"{random.getrandbits(48):x}")
    for user in users:  # no log may contain it
        user.email = f"mail.{user.pk}@players.example.org"
        user.save()
    game = harness.open_game(users, **options)
    return game.pk, [(user.pk, cookie_header(user)) for user in users]


async def play_table(table: Table, over: asyncio.Event) -> None:
    """Run the players until the game is finished and all have seen it, or it is stuck.

    A game is stuck if no one moves for a minute after the faults are over.
    """
    tasks = [asyncio.create_task(person.live()) for person in table.people]
    seen, since = ("", -1), time.monotonic()
    try:
        while True:
            standing = await ask_database(_standing, table.observed.game_id)
            if standing[0] == Game.Status.FINISHED:
                table.finished = True
                await wait_for_agreement(table)
                return
            if standing != seen or not over.is_set():
                seen, since = standing, time.monotonic()
            elif time.monotonic() - since > PATIENCE:
                table.stuck = await ask_database(_portrait, table.observed.game_id)
                return
            await asyncio.sleep(LOOK_EVERY)
    finally:
        for person, task in zip(table.people, tasks, strict=True):
            person.gone = True
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        for fault in ended:
            if fault is not None and not isinstance(fault, asyncio.CancelledError):
                raise fault


async def wait_for_agreement(table: Table) -> None:
    """Wait until every connected viewer sees what the server's snapshot shows."""
    deadline = time.monotonic() + PATIENCE
    missing = [person for person in table.people if not person.gone]
    for person in missing:
        person.stays = True
    while missing:
        for person in list(missing):
            shown = await ask_database(_snapshot, table.observed.game_id, person.user_id)
            if person.visible_state == visible_state(shown):
                missing.remove(person)
            elif time.monotonic() > deadline:
                table.observed.wrong.append(
                    f"seat {person.seat} ({person.behavior}) holds version {person.version} of"
                    f" {shown['version']}, and it is not what the server shows"
                )
                missing.remove(person)
        await asyncio.sleep(0.2)


def _snapshot(game_id: str, user_id: int | None) -> Json:
    shown = snapshots.make_snapshot(game_id, user_id)
    if isinstance(shown, Refused):
        raise TypeError(f"{game_id} does not show itself to {user_id}")
    return dict(shown)


def _standing(game_id: str) -> tuple[str, int]:
    status, ply = Game.objects.values_list("status", "ply").get(pk=game_id)
    return status, ply


def _portrait(game_id: str) -> str:
    """Describe the state of a stuck game, for debugging."""
    game = Game.objects.get(pk=game_id)
    fields = ("index", "kind", "question", "asked", "due_at", "away_since", "stand_in")
    seats = list(Seat.objects.filter(game=game).values(*fields))
    return f"{game.status} at version {game.version}, clock {game.clock}: {seats}"
