"""A player at a table, over a real socket: follows the frames and says what is to be answered."""

import hashlib
import time
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import WebSocketException

from tests.hostile.client import Client

Frame = dict[str, Any]
# what a connection may end with
LOST = (OSError, TimeoutError, WebSocketException)


@dataclass
class Player:
    """One page of a table; `frame` has all that the frames until now have shown."""

    client: Client
    table: str  # the path of the page
    frame: Frame = field(default_factory=dict)
    stage: str = ""  # "play", or the one of sealing: "pledge", "reveal"
    pause_until: float = 0.0

    @property
    def socket_path(self) -> str:
        """The path of the table's socket."""
        return self.table.replace("/game/", "/ws/game/")

    @property
    def view(self) -> Frame:
        """What the player sees of the game; nothing before the deal."""
        return self.frame.get("view") or {}

    @property
    def asked(self) -> tuple[str, int] | None:
        """The stage and the number of the open question, if there is one."""
        question = self.frame.get("question")
        return None if question is None or self.is_over else (self.stage, question)

    @property
    def is_over(self) -> bool:
        """Whether the game is."""
        return bool(self.view.get("places"))

    def see(self, frame: Frame) -> None:
        """Take what a snapshot or a frame of events shows in place of what was there."""
        self.frame |= frame
        is_sealing = frame.get("game", {}).get("status") == "sealing"
        self.stage = frame["fair"]["stage"] if is_sealing else "play"
        self.pause_until = time.monotonic() + frame.get("pause", 0) / 1000

    def choose(self) -> Frame | None:
        """Return the action to play; None where there is none."""
        raise NotImplementedError

    def message(self) -> Frame | None:
        """Return what answers the open question: honest bytes for the deal, or an action."""
        own = hashlib.sha256(self.table.encode()).digest()[:16]
        if self.stage == "pledge":
            return {"type": "pledge", "hash": hashlib.sha256(own).hexdigest()}
        if self.stage == "reveal":
            return {"type": "reveal", "bytes": own.hex()}
        action = self.choose()
        return action and {"type": "act", "question": self.frame["question"], "action": action}
