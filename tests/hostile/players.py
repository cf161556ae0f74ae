"""Scripted players of the hostile client: they queue, sit down, and play as they are told."""

import asyncio
import hashlib
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from tests.hostile.client import Client, some_name

Frame = dict[str, Any]
# an action for a view, or None to keep silent
Policy = Callable[[Frame], Frame | None]


def keep_drawing(view: Frame) -> Frame | None:
    """Play on without an end."""
    legal: list[Frame] = view["legal"]
    mild = [action for action in legal if action["do"] in ("draw", "discard", "pass")]
    return mild[0] if mild else legal[0]


def silence(view: Frame) -> Frame | None:
    """Never answer."""
    return None


@dataclass
class Player:
    """Somebody with an account, who is told what to do by a policy."""

    client: Client
    policy: Policy = keep_drawing
    table: str = ""
    view: Frame = field(default_factory=dict)
    frame: Frame = field(default_factory=dict)
    codes: Counter[str] = field(default_factory=Counter)
    answered: set[tuple[str, int]] = field(default_factory=set)
    over_at: float = 0.0
    begun_at: float = 0.0

    async def queue(self) -> None:
        """Wait until seated; `table` is the page of the table then."""
        async with self.client.socket("/ws/queue/") as line:
            await line.send(json.dumps({"type": "join", "queue": "density-deck"}))
            async for text in line:
                frame = json.loads(text)
                if frame["type"] == "refused":
                    raise AssertionError(f"the queue refuses {frame['code']}")
                if frame.get("table"):
                    self.table = frame["table"]["url"]
                    return

    async def sit(self, until: Callable[["Player"], bool]) -> None:
        """Be at the table and play until something is so, or the socket ends."""
        try:
            async with self.client.socket(self.table.replace("/game/", "/ws/game/")) as line:
                async for text in line:
                    await self.take(line, json.loads(text))
                    if until(self):
                        return
        except WebSocketException:
            return

    async def take(self, line: ClientConnection, frame: Frame) -> None:
        """Follow a frame, and answer what it asks."""
        if frame["type"] == "refused":
            self.codes[frame["code"]] += 1
            return
        if frame["type"] not in ("snapshot", "events"):
            return
        self.frame |= frame
        self.view = frame["view"] or {}
        if self.view and not self.begun_at:
            self.begun_at = time.monotonic()
        if self.view.get("places"):
            self.over_at = time.monotonic()
            return
        question = frame.get("question")
        if question is None:
            return
        sealing = frame["type"] == "snapshot" and frame["game"]["status"] == "sealing"
        stage = self.frame["fair"]["stage"] if sealing else "play"
        if (stage, question) not in self.answered:
            await self.answer(line, stage, question)

    async def answer(self, line: ClientConnection, stage: str, question: int) -> None:
        """Seal the deal honestly; then as the policy says, after the pause."""
        own = hashlib.sha256(self.client.name.encode()).digest()[:16]
        if stage == "pledge":
            sent: Frame = {"type": "pledge", "hash": hashlib.sha256(own).hexdigest()}
        elif stage == "reveal":
            sent = {"type": "reveal", "bytes": own.hex()}
        else:
            action = self.policy(self.view)
            if action is None:
                return
            sent = {"type": "act", "question": question, "action": action}
            if pause := self.frame.get("pause", 0):
                await asyncio.sleep(pause / 1000 + 0.05)
        self.answered.add((stage, question))
        await line.send(json.dumps(sent))


async def players(port: int, count: int, seed: str) -> list[Player]:
    """So many new accounts, each from an address of its own."""
    dice = random.Random(seed)
    made = [
        Player(Client(port, address=f"10.{dice.randrange(256)}.{dice.randrange(256)}.{number}"))
        for number in range(count)
    ]
    for player in made:
        answer = await player.client.sign_up(some_name(dice))
        assert answer.status in (302, 303), f"sign-up answered {answer.status}"
    return made
