"""Answers that many sockets of a table want at once: read once, and given to all that asked before.

No socket gets what was read before it asked, so no viewer gets an older state than it knew.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from games.consumers.batches import give
from games.consumers.threads import submit
from games.engine.contract import Json, Refused
from games.table import snapshots as readings
from games.table.broadcast import encode

# A table is read again after so many seconds at the earliest, whole or only its status: ten times
# a second is more than a viewer notices, and however many ask, it costs no more than that.
WHOLE_SECONDS, STATUS_SECONDS = 0.1, 0.02
# the tables of which it is remembered when they were read
MOST_REMEMBERED = 1000

Viewer = int | None
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What one viewer may know of a table, all but ready for the wire."""

    version: int
    seated: bool
    watchers: int
    text: str

    def sent_to(self, tab: str, watchers: int) -> str:
        """Return the frame for one page; a page's name needs no escapes."""
        return f'{self.text[:-1]},"watchers":{watchers},"tab":"{tab}"}}'


class Shared(Generic[R]):
    """One kind of reading; at most one of each table waits, and they keep a distance."""

    def __init__(
        self, kind: str, read: Callable[[str, set[Viewer]], dict[Viewer, R]], seconds: float
    ) -> None:
        self._kind = kind
        self._read = read
        self._seconds = seconds
        self._lock = threading.Lock()
        # by table the requests that wait for its next reading
        self._next: dict[str, list[tuple[Viewer, asyncio.Future[R]]]] = {}
        self._read_at: dict[str, float] = {}

    async def ask(self, game_id: str, viewer: Viewer = None) -> R:
        """What this viewer may know, read after this call; raises what the reading raises."""
        answer: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        with self._lock:
            waiting = self._next.setdefault(game_id, [])
            waiting.append((viewer, answer))
            opens = len(waiting) == 1
        if opens:
            self._plan(game_id)
        return await answer

    def _plan(self, game_id: str) -> None:
        """Have the table read, at a distance from the last time."""
        last = self._read_at.get(game_id, 0.0)
        wait = last + self._seconds - time.monotonic()
        start = partial(submit, self._run, game_id, line=f"{game_id} {self._kind}")
        if wait > 0:
            asyncio.get_running_loop().call_later(wait, start)
        else:
            start()

    def _run(self, game_id: str) -> None:
        with self._lock:
            waiting = self._next.pop(game_id)
            if len(self._read_at) >= MOST_REMEMBERED:
                self._read_at.clear()
            self._read_at[game_id] = time.monotonic()
        futures = [answer for _, answer in waiting]
        try:
            answers = self._read(game_id, {viewer for viewer, _ in waiting})
        except Exception as fault:  # it belongs to the requests
            give(futures, fault)
        else:
            give(futures, [answers[viewer] for viewer, _ in waiting])


def _snapshots(game_id: str, viewers: set[Viewer]) -> dict[Viewer, Snapshot | Refused]:
    texts: dict[int, Snapshot] = {}

    def ready(frame: Json | Refused) -> Snapshot | Refused:
        if isinstance(frame, Refused):
            return frame
        if id(frame) not in texts:
            rest = {name: part for name, part in frame.items() if name != "watchers"}
            seated = frame["you"] is not None
            texts[id(frame)] = Snapshot(frame["version"], seated, frame["watchers"], encode(rest))
        return texts[id(frame)]

    made = readings.snapshots(game_id, viewers)
    return {viewer: ready(frame) for viewer, frame in made.items()}


def _status(game_id: str, viewers: set[Viewer]) -> dict[Viewer, Json]:
    return dict.fromkeys(viewers, readings.status(game_id))


snapshots: Shared[Snapshot | Refused] = Shared("whole", _snapshots, WHOLE_SECONDS)
statuses: Shared[Json] = Shared("status", _status, STATUS_SECONDS)
