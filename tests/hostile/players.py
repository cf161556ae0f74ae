"""Players by program on a real socket: they play as they are told."""

import asyncio
import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection

from tests.hostile.client import Client

Frame = dict[str, Any]
# an action for a view, or None to keep silent
Policy = Callable[[Frame], Frame | None]


@dataclass
class Player:
    """Somebody with an account, who is told what to do by a policy."""

    client: Client
    policy: Policy
    table: str = ""
    view: Frame = field(default_factory=dict)
    frame: Frame = field(default_factory=dict)
    answered: set[tuple[str, int]] = field(default_factory=set)
    over_at: float = 0.0
    begun_at: float = 0.0

    async def take(self, line: ClientConnection, frame: Frame) -> None:
        """Follow a frame, and answer what it asks."""
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
