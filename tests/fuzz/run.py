"""Sends inputs in batches and checks each: no error, no change, a known code."""

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.engine.contract import Json
from tests.fuzz.inputs import Frame, Known, Request, draw_frame, draw_request
from tests.fuzz.site import CLOSES, Answer, Database, Faults, Wire, answer_request, known_codes
from tests.rights import sockets, tables
from tests.rights.browsers import Browsers
from tests.rights.routes import row_addresses, scene_of
from tests.rights.sockets import CONNECT, fill_message
from tests.rights.tables import ROLES

FRAMES, REQUESTS = 90, 10
BATCH = FRAMES + REQUESTS
# characters shown of an input and of a traceback
LONGEST = 1200
# GET requests that may change rows other than games and accounts
SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")


@dataclass
class Fuzzer:
    """The site, the material of inputs, and the results."""

    seed: int
    browsers: Browsers
    faults: Faults
    database: Database = field(default_factory=Database)
    codes: set[str] = field(default_factory=known_codes)
    failures: list[str] = field(default_factory=list)
    legal: dict[str, tuple[int, list[Json]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read the site's routes and messages from the tables of rights, and the legal answers."""
        self.known = known_of(self.browsers)
        self.legal = {name: self.browsers.world.legal(name) for name in self.browsers.world.scenes}

    async def batch(self, number: int) -> None:
        """Send the inputs of a batch, which depend only on the seed and its number."""
        dice = Random(f"{self.seed}/{number}")
        await self.frames(dice, number)
        for place in range(REQUESTS):
            await self.one_request(dice, f"{number}, request {place}")

    # ------------------------------------------------------------------------ sockets
    async def frames(self, dice: Random, number: int) -> None:
        """Send frames to one socket, and restore the site after an accepted one."""
        socket = dice.choices(("game", "queue", "lobby"), (10, 2, 1))[0]
        scene = dice.choice(list(self.browsers.world.scenes))
        # a game's players get further than others
        role = dice.choice((*ROLES, "owner", "host", "owner", "host"))
        wire: Wire | None = None
        sent: list[Frame] = []
        for place in range(FRAMES):
            if wire is None:
                wire, sent = await self.connected(socket, role, scene), []
            sent.append(draw_frame(dice, self.known, socket))
            where = f"{number}, frame {place} to {socket} {scene} as {role}: {sent[-1].sent!r}"
            self.check_frame(where, await wire.send(sent[-1]))
            changed = self.changed()
            if self.broken(changed, wire, sent[-1], scene):
                # a clock may have changed something: the same frames must do it again
                await self.closed(wire, where)
                wire = await self.connected(socket, role, scene)
                for each in sent:
                    await wire.send(each)
                if fault := self.broken(self.changed(), wire, sent[-1], scene):
                    self.fail(where, fault)
            if changed or wire.over:
                await self.closed(wire, where)
                wire = None
        if wire is not None:
            await self.closed(wire, f"{number}")

    async def connected(self, socket: str, role: str, scene: str) -> Wire:
        """Return an open socket of this role, or of a spectator if the table is closed to it."""
        game = self.browsers.world.scenes[scene].game.pk
        path = {"game": f"/ws/game/{game}/", "queue": "/ws/queue/", "lobby": "/ws/tables/"}[socket]
        for each in (role, "owner"):
            wire = Wire(path, self.browsers.cookie(each, scene))
            if (await wire.open()).closed is None:
                break
            await wire.close()
        self.database.written()
        self.before = self.database.digested()
        return wire

    async def closed(self, wire: Wire, where: str) -> None:
        """Close a socket and restore the site."""
        if fault := await wire.close():
            self.fail(where, fault)
        self.database.restore()
        for each in self.faults.take():
            self.fail(where, each)

    def check_frame(self, where: str, answer: Answer) -> None:
        """Check the answer to a frame."""
        for fault in self.faults.take():
            self.fail(where, fault)
        if answer.closed is not None and answer.closed not in CLOSES:
            self.fail(where, f"the socket was closed with {answer.closed}")
        if answer.code and answer.code not in self.codes:
            self.fail(where, f"{answer.code} is no refusal that is documented")

    def changed(self) -> str:
        """Return the changes of the database since the socket was opened, or ""."""
        return self.database.differing(self.before) if self.database.written() else ""

    def broken(self, changed: str, wire: Wire, drawn: Frame, scene: str) -> str:
        """Return why the last frame must not have changed this; "" if it may."""
        if not changed or wire.answer.closed is not None:
            return ""
        if wire.answer.code:
            return f"refused as {wire.answer.code}, and {changed} changed"
        return "" if self.is_valid(drawn, scene) else "taken, though no rule allows it"

    def is_valid(self, drawn: Frame, scene: str) -> bool:
        """Return whether a frame is a valid message, and any move in it legal."""
        if isinstance(drawn.sent, bytes):
            return False
        try:
            sent = json.loads(drawn.sent)
        except ValueError:
            return False
        if sent.get("type") not in {each for names in sockets.TYPES.values() for each in names}:
            return False
        if sent["type"] != "act":
            return True
        question, actions = self.legal[scene]
        said = sent["action"].items()
        return sent["question"] == question and any(each.items() <= said for each in actions)

    # ----------------------------------------------------------------------- requests
    async def one_request(self, dice: Random, where: str) -> None:
        """Send a request, and restore the site after an accepted one."""
        drawn = draw_request(dice, self.known)
        cookie = self.browsers.cookie(drawn.role, dice.choice(list(self.browsers.world.scenes)))
        where = f"{where}: {drawn}"
        if await self.asked(where, drawn, cookie) and (
            changed := await self.asked(where, drawn, cookie)
        ):
            self.fail(where, f"refused, and {changed} changed")

    async def asked(self, where: str, drawn: Request, cookie: str) -> str:
        """Check the answer to a request; return the changes made by a refused one.

        Since a clock may have changed something, the same request must do it again.
        """
        answer = await answer_request(drawn, cookie)
        for fault in self.faults.take():
            self.fail(where, fault)
        if not 200 <= answer.status < 500:
            self.fail(where, f"answered {answer.status}")
        if answer.code and answer.code not in self.codes:
            self.fail(where, f"{answer.code} is no refusal that is documented")
        refused = answer.status >= 400 or drawn.method in SAFE
        if not self.database.written():
            return ""
        changed = self.database.differing(self.database.digest)
        self.database.restore()
        return changed if refused else ""

    def fail(self, where: str, why: str) -> None:
        """Record a failure, with the seed and batch that reproduce it."""
        self.failures.append(f"seed {self.seed}, batch {where[:LONGEST]}\n    {why[-LONGEST:]}")


def known_of(browsers: Browsers) -> Known:
    """Return the valid paths, forms and messages in the tables of rights."""
    world = browsers.world
    messages: dict[str, list[dict[str, Any]]] = {name: [] for name in sockets.TYPES}
    for row in tables.read_rows("messages.txt"):
        if row.sent != CONNECT:
            messages[row.method].append(json.loads(fill_message(row, "owner", world)))
    paths = [
        (row.method, address, browsers.filled(row.sent, scene_of(row.path)))
        for row in tables.read_rows("urls.txt")
        for address in row_addresses(row.path, world)[:3]
    ]
    games = [scene.game.pk for scene in world.scenes.values()]
    names = [world.scenes["playing"].owner.name, "Guest 4821", "Staff"]
    return Known(messages, games, names, paths)
