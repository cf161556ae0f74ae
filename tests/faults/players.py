"""Scripted players who see only their own frames, play legal actions, and behave badly.

They send frames twice, late and out of order, answer questions that are not open, disconnect,
return, open a second page, miss deadlines, or leave for good.
"""

import asyncio
import hashlib
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from games.engine.contract import Json
from tests.faults.observed import Observed, Received, Sent, canonical_json, visible_state
from tests.hostile.client import Client

# exceptions of a lost connection
LOST = (OSError, TimeoutError, WebSocketException)
SILENCE = 5.0  # seconds without a frame after which a connection is given up
PING_EVERY = 1.5
SEND_AGAIN = 2.0
DAWDLE = 6.0  # longer than any turn
LOST_LINE = 1006
JSON = {"Content-Type": "application/json"}


@dataclass(frozen=True)
class Behavior:
    """The behavior of a player; probabilities are per occasion, times in seconds."""

    by_http: bool = False
    tab: str = "one"
    watches: bool = False
    leaves_every: float = 0.0  # disconnects repeatedly after about this time
    deserts_after: int = 0  # leaves for good after this many answers
    dawdles: float = 0.0
    again: float = 0.25  # sends the same frame twice
    late: float = 0.25  # sends an old frame again
    ahead: float = 0.1  # answers the next question first
    rival: float = 0.1  # sends a conflicting answer right after the first


STEADY = Behavior(again=0, late=0, ahead=0, rival=0)


@dataclass(kw_only=True)
class ScriptedPlayer:
    """A page or program of a seat's owner or of a spectator.

    `frame` merges all frames so far.
    """

    client: Client
    observed: Observed
    behavior: Behavior
    dice: random.Random
    user_id: int | None = None
    ports: Sequence[int] = ()  # ports of web processes: each connection uses the next one
    frame: Json = field(default_factory=dict)
    stage: str = ""  # "play", or while sealing "pledge" or "reveal"
    pause_until: float = 0.0
    version: int = -1
    seat: int | None = None
    owned: int | None = None
    visible_state: str = ""
    can_return: bool = False
    gone: bool = False
    stays: bool = False  # stays connected to see the end
    answers: int = 0
    lost_at: float | None = None
    chosen: dict[tuple[str, int], Json] = field(default_factory=dict)
    sent_at: dict[tuple[str, int], float] = field(default_factory=dict)
    old: list[Json] = field(default_factory=list)

    @property
    def view(self) -> Json:
        """The player's view of the game; empty before the deal."""
        return self.frame.get("view") or {}

    @property
    def asked(self) -> tuple[str, int] | None:
        """The stage and number of the open question, if any."""
        question = self.frame.get("question")
        return None if question is None or self.is_over else (self.stage, question)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.view.get("places"))

    @property
    def is_missing(self) -> bool:
        """Whether the player has no current snapshot."""
        return self.version < 0 or self.lost_at is not None

    async def live(self) -> None:
        """Connect to the table repeatedly, until canceled or gone for good."""
        while not self.gone:
            try:
                await (self.visit() if self.behavior.by_http else self.sit())
            except LOST as fault:
                self.lose(fault)
            await asyncio.sleep(self.dice.uniform(0.2, 0.6))

    def lose(self, fault: Exception) -> None:
        """Record how the connection ended, and switch to the next web process."""
        if self.ports:
            place = self.ports.index(self.client.port) + 1
            self.client.port = self.ports[place % len(self.ports)]
        if self.lost_at is None:
            self.lost_at = time.monotonic()
            closed = fault.rcvd if isinstance(fault, ConnectionClosed) else None
            self.observed.codes[LOST_LINE if closed is None else closed.code] += 1

    # ------------------------------------------------------------------------ by socket
    async def sit(self) -> None:
        """Keep the page open for a while, then close it properly or not."""
        page = f"tab={self.behavior.tab}{'&watch=1' if self.behavior.watches else ''}"
        async with self.client.socket(f"/ws/game/{self.observed.game_id}/?{page}") as wire:
            try:
                await self.follow(wire)
                if self.dice.random() < 0.5:
                    await wire.close()
            finally:
                wire.transport.abort()
        await asyncio.sleep(self.dice.uniform(0.0, 5.0))

    async def follow(self, wire: ClientConnection) -> None:
        """Receive frames and answer, until it is time to leave or the connection is dead."""
        heard = pinged = now = time.monotonic()
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
        """Send a message; give up a connection that accepts no more data."""
        async with asyncio.timeout(SILENCE):
            await wire.send(canonical_json(message))

    async def take(self, wire: ClientConnection, frame: Json) -> None:
        """Follow the versions as in docs/PROTOCOL.md, and record acknowledgements."""
        self.observed.frames += 1
        kind = frame["type"]
        if kind == "refused":
            self.observed.refused[frame["code"]] += 1
            if frame["code"] == "other-tab" and self.dice.random() < 0.5:
                await self.say(wire, type="take-over")
        elif kind == "pong":
            # without a version, ask for a snapshot
            if frame.get("version", self.version + 1) > self.version:
                await self.say(wire, type="resync")
        elif kind == "events":
            await self.fold(wire, frame)
        elif kind == "snapshot" and frame["version"] >= self.version:
            self.own(frame["you"])
            self.see(frame)
            if self.lost_at is not None:
                self.observed.back.append(time.monotonic() - self.lost_at)
                self.lost_at = None

    async def fold(self, wire: ClientConnection, frame: Json) -> None:
        """Merge the next frame, or ask for a snapshot when one is missing."""
        if frame["events"]:
            item = Received(
                (self.seat, self.owned), frame["version"], canonical_json(frame["events"])
            )
            self.observed.received.append(item)
        if frame["version"] > self.version + 1:
            await self.say(wire, type="resync")
        elif frame["version"] > self.version:
            self.see(frame)

    def own(self, seat: int | None) -> None:
        """Record the player's current seat."""
        self.seat = seat
        self.owned = self.owned if seat is None else seat

    def see(self, frame: Json) -> None:
        """Record a frame; check that the same version always looks the same."""
        seen = visible_state(frame)
        if frame["version"] == self.version and self.frame and seen != self.visible_state:
            self.observed.wrong.append(
                f"version {self.version} looks different twice to seat {self.seat}"
            )
        self.frame |= frame
        is_sealing = frame.get("game", {}).get("status") == "sealing"
        self.stage = frame["fair"]["stage"] if is_sealing else "play"
        self.pause_until = time.monotonic() + frame.get("pause", 0) / 1000
        self.version, self.visible_state = frame["version"], seen
        self.can_return = bool((frame.get("me") or {}).get("can_return"))

    async def answer(self, wire: ClientConnection) -> None:
        """Answer the open question, properly or not, and again when nothing happens."""
        if self.can_return:
            self.can_return = False  # until the next frame repeats it
            if self.dice.random() < 0.7:
                self.observed.returns += 1
                await self.say(wire, type="return")
        message = self.next_message()
        if message is None:
            return
        for sent in self.spoiled(message):
            self.note(sent)
            await self.say(wire, **sent)

    def next_message(self) -> Json | None:
        """Return the message to send now, if any."""
        now, asked = time.monotonic(), self.asked
        if asked is None or now < self.pause_until:
            return None
        if now - self.sent_at.get(asked, -SEND_AGAIN) < SEND_AGAIN:
            return None
        if asked not in self.sent_at and self.dice.random() < self.behavior.dawdles:
            self.sent_at[asked] = now + DAWDLE
            return None
        self.sent_at[asked] = now
        return self.message()

    def message(self) -> Json | None:
        """Return the answer to the open question: bytes for the deal, or an action."""
        own = hashlib.sha256(self.observed.game_id.encode()).digest()[:16]
        if self.stage == "pledge":
            return {"type": "pledge", "hash": hashlib.sha256(own).hexdigest()}
        if self.stage == "reveal":
            return {"type": "reveal", "bytes": own.hex()}
        action = self.choose()
        return action and {"type": "act", "question": self.frame["question"], "action": action}

    def choose(self) -> Json | None:
        """Return a legal action, always the same for the same question."""
        if not self.view.get("legal") or self.asked is None:
            return None
        if self.asked not in self.chosen:
            self.chosen[self.asked] = self.dice.choice(self.view["legal"])
            self.answers += 1
            self.gone = 0 < self.behavior.deserts_after <= self.answers
        return self.chosen[self.asked]

    def spoiled(self, message: Json) -> list[Json]:
        """Return the message with the bad ones that accompany it."""
        sent = [message]
        if message["type"] != "act":
            return sent
        chance, behavior, spoiled = self.dice.random, self.behavior, self.observed.spoiled
        if chance() < behavior.ahead:
            spoiled["before its turn"] += 1
            sent.insert(0, message | {"question": message["question"] + 1})
        if chance() < behavior.again:
            spoiled["twice"] += 1
            sent.append(message)
        if chance() < behavior.rival:
            spoiled["with a rival"] += 1
            sent.append(message | {"action": self.dice.choice(self.view["legal"])})
        if chance() < behavior.late and self.old:
            spoiled["replayed"] += 1
            sent.insert(self.dice.randrange(len(sent) + 1), self.dice.choice(self.old))
        self.old.append(message)
        return sent

    def note(self, message: Json) -> Sent | None:
        """Record an answer as sent."""
        if message["type"] != "act":
            return None
        sent = Sent(self.owned or 0, message["question"], canonical_json(message["action"]))
        self.observed.sent.add(sent)
        return sent

    # -------------------------------------------------------------------------- by HTTP
    async def visit(self) -> None:
        """Read and act over HTTP, like a program."""
        path = f"/api/v1/games/{self.observed.game_id}/"
        answer = await self.client.get(path)
        if answer.status != 200:
            return
        frame, self.lost_at = answer.json, None
        self.observed.frames += 1
        self.own(frame["you"])
        if frame["version"] >= self.version:
            self.see(frame)
        if frame["game"]["status"] != "playing":
            return
        message = self.next_message()
        for each in [] if message is None else self.spoiled(message):
            sent = self.note(each)
            headers = {"X-CSRFToken": self.client.cookies["csrftoken"], **JSON}
            body = canonical_json(each).encode()
            answer = await self.client.send("POST", f"{path}moves/", body, headers)
            if answer.status == 200 and sent is not None:
                self.observed.done.append((sent, answer.json["version"]))
            elif "code" in answer.json:
                self.observed.refused[answer.json["code"]] += 1
