"""What a process does for all sockets of the queue that it holds open, over and over again."""

import asyncio
import logging
import time
from typing import Protocol

from redis import RedisError

from games.consumers.threads import in_thread
from matchmaking import pulse, queue
from matchmaking.queues import LOOKS_SECONDS

EVERY_SECONDS = 2.0
# rows are written so often
BEAT_SECONDS = 10.0

log = logging.getLogger(__name__)


class Held(Protocol):
    """A socket on the rounds."""

    user_id: int | None
    state: str
    looked_at: float

    async def refresh(self) -> None:
        """Show anew what its user is."""


_held: set[Held] = set()
_beaten: dict[int, float] = {}
_running: set[asyncio.Task[None]] = set()


def join(socket: Held) -> None:
    """Take a socket along on the rounds; the first one starts them."""
    _held.add(socket)
    if not any(not task.done() for task in _running):
        _running.clear()
        _running.add(asyncio.create_task(_run()))


def leave(socket: Held) -> None:
    """Leave a socket out; the last one ends the rounds."""
    _held.discard(socket)
    if not _held:
        _beaten.clear()
        while _running:
            _running.pop().cancel()


async def look(socket: Held, *, looks: bool) -> None:
    """Note at once that a reader looks at a page, or has just turned away from the last one."""
    socket.looked_at = time.monotonic() if looks else 0.0
    if socket.user_id is not None and (looks or socket.user_id not in _looking()):
        await in_thread(_note_look, socket.user_id, looks)


async def go(now: float) -> None:
    """One round at this monotonic time: say who is online, and beat for those who are due."""
    users = {socket.user_id for socket in _held if socket.user_id is not None}
    due = [user for user in users if now - _beaten.get(user, -BEAT_SECONDS) >= BEAT_SECONDS]
    _beaten.update(dict.fromkeys(due, now))
    for user in _beaten.keys() - users:
        del _beaten[user]
    states = await in_thread(_beat, list(users), list(_looking()), due)
    for socket in list(_held):
        if socket.user_id in due and _is_stale(socket.state, states.get(socket.user_id or 0)):
            await socket.refresh()


def _is_stale(shown: str, state: str | None) -> bool:
    """Whether a socket shows something else than what its user is: it missed some news."""
    busy = ("waiting", "seated")
    return shown != state if state is not None else shown in busy


def _looking() -> set[int]:
    since = time.monotonic() - LOOKS_SECONDS
    return {socket.user_id for socket in _held if socket.user_id and socket.looked_at >= since}


def _note_look(user_id: int, looks: bool) -> None:
    pulse.note_look(user_id, looks=looks)


def _beat(users: list[int], looking: list[int], due: list[int]) -> dict[int, str]:
    # who looked says so by itself; what Redis lost comes back here
    pulse.note_online(users, looking)
    return queue.beat(due) if due else {}


async def _run() -> None:
    """Go round until the last socket is gone; an outage only makes it try again."""
    while True:
        try:
            await go(time.monotonic())
        except (RedisError, OSError) as fault:
            log.warning("redis unavailable (%r): a round of the queue's sockets waits", fault)
        except Exception:
            log.exception("a round of the queue's sockets failed")
        await asyncio.sleep(EVERY_SECONDS)
