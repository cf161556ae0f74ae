"""Scripted players: they see only their own frames, play legal actions, and behave badly.

They send frames twice, late and out of order, answer questions that are not open, go away in the
midst of it, come back, open a second page, dawdle beyond the deadline, or leave for good.
"""

import asyncio
import hashlib
import http.client
import random
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from games.engine.contract import Json
from tests.faults.observed import Observed, Received, Sent, canonical, visible_state

SILENCE = 5.0  # after so many seconds without a frame a connection is given up
PING_EVERY = 1.5
SEND_AGAIN = 2.0
DAWDLE = 6.0  # longer than any turn
FORGERY = "f" * 32  # any token does when the cookie is the same
LOST = (OSError, TimeoutError, WebSocketException, http.client.HTTPException)

_lines = ThreadPoolExecutor(24, thread_name_prefix="http")


@dataclass(frozen=True)
class Behavior:
    """How a player behaves; chances are for each occasion, times in seconds."""

    by_http: bool = False
    tab: str = "one"
    leaves_every: float = 0.0  # goes away after about so long, again and again
    deserts_after: int = 0  # never comes back after so many answers
    dawdles: float = 0.0
    again: float = 0.25  # sends the same frame twice
    late: float = 0.25  # sends an old frame once more
    ahead: float = 0.1  # answers the question after this one before this one
    rival: float = 0.1  # sends a second, different answer right after the first


@dataclass
class ScriptedPlayer:
    """One page, or one program, of one seat's owner; a spectator has no cookie."""

    port: int
    game_id: str
    user_id: int | None
    cookie: str | None
    behavior: Behavior
    dice: random.Random
    observed: Observed
    version: int = -1
    seat: int | None = None
    owned: int | None = None
    view: Json | None = None
    question: int | None = None
    stage: str = ""
    visible_state: str = ""
    can_return: bool = False
    over: bool = False
    gone: bool = False
    stays: bool = False  # goes away no more: it is to see the end
    answers: int = 0
    pause_until: float = 0.0
    chosen: dict[tuple[str, int], Json] = field(default_factory=dict)
    sent_at: dict[tuple[str, int], float] = field(default_factory=dict)
    old: list[Json] = field(default_factory=list)

    async def live(self) -> None:
        """Be at the table, again and again, until cancelled or gone for good."""
        while not self.gone:
            try:
                if self.behavior.by_http:
                    await self.visit()
                else:
                    async with self.socket() as wire:
                        await self.follow(wire)
                        await self.depart(wire)
            except LOST:
                pass
            await asyncio.sleep(self.dice.uniform(0.05, 0.6))

    @property
    def address(self) -> str:
        """Where the player comes from, as a proxy says: no log may name it."""
        return f"203.0.113.{(self.user_id or 0) % 250 + 1}"

    # ------------------------------------------------------------------------ by socket
    @asynccontextmanager
    async def socket(self) -> AsyncIterator[ClientConnection]:
        """A connection, as a browser opens it; it is cut without a goodbye."""
        headers = {"X-Forwarded-For": self.address}
        if self.cookie:
            headers["Cookie"] = self.cookie
        wire = await connect(
            f"ws://127.0.0.1:{self.port}/ws/game/{self.game_id}/?tab={self.behavior.tab}",
            additional_headers=headers,
            origin=Origin(f"http://127.0.0.1:{self.port}"),
            open_timeout=SILENCE,
            close_timeout=0.5,
            ping_interval=None,
            compression=None,
            max_size=None,
        )
        try:
            yield wire
        finally:
            wire.transport.abort()

    async def depart(self, wire: ClientConnection) -> None:
        """Say goodbye, or not, and stay away for a while."""
        if self.dice.random() < 0.5:
            await wire.close()
        else:
            wire.transport.abort()
        await asyncio.sleep(self.dice.uniform(0.0, 5.0))

    async def follow(self, wire: ClientConnection) -> None:
        """Take frames and answer, until it is time to go away or the line is dead."""
        now = time.monotonic()
        heard = pinged = now
        span = self.behavior.leaves_every
        leave_at = now + self.dice.expovariate(1 / span) if span else float("inf")
        while not self.gone and (self.stays or time.monotonic() < leave_at):
            try:
                async with asyncio.timeout(self.dice.uniform(0.05, 0.3)):
                    text = await wire.recv()
            except TimeoutError:
                pass
            else:
                heard = time.monotonic()
                await self.take(wire, orjson.loads(text))
            if time.monotonic() - heard > SILENCE:
                raise TimeoutError
            if time.monotonic() - pinged > PING_EVERY:
                pinged = time.monotonic()
                await self.say(wire, type="ping", ref="p")
            await self.answer(wire)

    async def say(self, wire: ClientConnection, **message: Any) -> None:
        """Send a message; a line that takes nothing any more is dead."""
        async with asyncio.timeout(SILENCE):
            await wire.send(canonical(message))

    async def take(self, wire: ClientConnection, frame: Json) -> None:
        """Follow the versions as docs/PROTOCOL.md says, and write down what is claimed."""
        self.observed.frames += 1
        kind = frame["type"]
        if kind == "refused":
            self.observed.refused[frame["code"]] += 1
            await self.react(wire, frame["code"])
        elif kind == "pong":
            # a server that does not tell its version is asked for everything
            if frame.get("version", self.version + 1) > self.version:
                await self.say(wire, type="resync")
        elif kind == "events":
            await self.fold(wire, frame)
        elif kind == "snapshot" and frame["version"] >= self.version:
            self.sit(frame["you"])
            sealing = frame["game"]["status"] == "sealing"
            self.see(frame, frame["fair"]["stage"] if sealing else "play")

    async def fold(self, wire: ClientConnection, frame: Json) -> None:
        """Take what is next, and ask for everything when something is missing before it."""
        if frame["events"]:
            item = Received((self.seat, self.owned), frame["version"], canonical(frame["events"]))
            self.observed.received.append(item)
        if frame["version"] > self.version + 1:
            await self.say(wire, type="resync")
        elif frame["version"] > self.version:
            self.see(frame, "play")

    async def react(self, wire: ClientConnection, code: str) -> None:
        """Do what a person does about a refusal."""
        if code == "other-tab" and self.dice.random() < 0.5:
            await self.say(wire, type="take-over")

    def sit(self, seat: int | None) -> None:
        """Note which seat is this person's now."""
        self.seat = seat
        self.owned = self.owned if seat is None else seat

    def see(self, frame: Json, stage: str) -> None:
        """Take what a frame shows in place of what was there."""
        again = frame["version"] == self.version and self.view is not None
        if again and visible_state(frame) != self.visible_state:
            self.observed.wrong.append(
                f"version {self.version} looks different twice to seat {self.seat}"
            )
        self.version, self.visible_state = frame["version"], visible_state(frame)
        self.view, self.question, self.stage = frame["view"], frame["question"], stage
        self.over = bool(self.view and self.view["places"])
        self.pause_until = time.monotonic() + frame["pause"] / 1000
        self.can_return = bool((frame.get("me") or {}).get("can_return"))

    async def answer(self, wire: ClientConnection) -> None:
        """Answer the open question, in a good or in a bad way, and again when nothing comes."""
        if self.can_return:
            self.can_return = False  # until the next frame says so again
            if self.dice.random() < 0.7:
                self.observed.returns += 1
                await self.say(wire, type="return")
        message = self.next_message()
        if message is None:
            return
        if message["type"] == "act":
            for sent in self.spoiled(message):
                self.note(sent)
                await self.say(wire, **sent)
        else:
            await self.say(wire, **message)

    def next_message(self) -> Json | None:
        """What is to be sent now, if anything."""
        now = time.monotonic()
        if self.question is None or self.over or now < self.pause_until:
            return None
        asked = (self.stage, self.question)
        if now - self.sent_at.get(asked, -SEND_AGAIN) < SEND_AGAIN:
            return None
        if asked not in self.sent_at and self.dice.random() < self.behavior.dawdles:
            self.sent_at[asked] = now + DAWDLE
            return None
        self.sent_at[asked] = now
        if self.stage != "play":
            own = hashlib.sha256(repr(self.cookie).encode()).digest()[:16]
            if self.stage == "pledge":
                return {"type": "pledge", "hash": hashlib.sha256(own).hexdigest()}
            return {"type": "reveal", "bytes": own.hex()}
        if not self.view or not self.view["legal"]:
            return None
        if asked not in self.chosen:
            self.chosen[asked] = self.dice.choice(self.view["legal"])
            self.answers += 1
            self.gone = 0 < self.behavior.deserts_after <= self.answers
        return {"type": "act", "question": self.question, "action": self.chosen[asked]}

    def spoiled(self, message: Json) -> list[Json]:
        """The message with what goes wrong around it."""
        sent = [message]
        chance, behavior, spoiled = self.dice.random, self.behavior, self.observed.spoiled
        if chance() < behavior.ahead:
            spoiled["before its turn"] += 1
            sent.insert(0, message | {"question": message["question"] + 1})
        if chance() < behavior.again:
            spoiled["twice"] += 1
            sent.append(message)
        if chance() < behavior.rival and self.view:
            spoiled["with a rival"] += 1
            sent.append(message | {"action": self.dice.choice(self.view["legal"])})
        if chance() < behavior.late and self.old:
            spoiled["replayed"] += 1
            sent.insert(self.dice.randrange(len(sent) + 1), self.dice.choice(self.old))
        self.old.append(message)
        return sent

    def note(self, message: Json) -> Sent:
        """Write down that this was sent: it may come true from now on."""
        sent = Sent(self.owned or 0, message["question"], canonical(message["action"]))
        self.observed.sent.add(sent)
        return sent

    # -------------------------------------------------------------------------- by HTTP
    async def visit(self) -> None:
        """Look and act over HTTP, as programs do."""
        status, frame = await self.ask("GET", "")
        if status != 200:
            return
        self.observed.frames += 1
        self.sit(frame["you"])
        if frame["version"] >= self.version:
            self.see(frame, frame["fair"]["stage"] or "")
        if frame["game"]["status"] != "playing":
            return
        self.stage = "play"
        answer = self.next_message()
        for message in [] if answer is None else self.spoiled(answer):
            sent = self.note(message)
            status, body = await self.ask("POST", "act/", message)
            if status == 200:
                self.observed.done.append((sent, body["version"]))
            elif "code" in body:
                self.observed.refused[body["code"]] += 1

    async def ask(self, method: str, what: str, message: Json | None = None) -> tuple[int, Json]:
        """One request; raises what a broken line raises."""
        path = f"/api/games/{self.game_id}/{what}"
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(_lines, self._ask, method, path, message)

    def _ask(self, method: str, path: str, message: Json | None) -> tuple[int, Json]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SILENCE)
        headers = {
            "Cookie": f"{self.cookie}; csrftoken={FORGERY}",
            "X-CSRFToken": FORGERY,
            "X-Forwarded-For": self.address,
            "Content-Type": "application/json",
        }
        try:
            line.request(method, path, None if message is None else canonical(message), headers)
            answer = line.getresponse()
            body = answer.read()
        finally:
            line.close()
        found = answer.headers.get_content_type() == "application/json"
        return answer.status, orjson.loads(body) if found else {}
