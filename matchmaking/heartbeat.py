"""The heartbeat of the queue sockets that this process holds: presence, beats, missed changes."""

import asyncio
import logging
import time
from contextvars import Context
from typing import Protocol

from redis import RedisError

from games.consumers.threads import in_thread
from matchmaking import queue, queue_cache
from matchmaking.queues import VIEWING_SECONDS

EVERY_SECONDS = 2.0
# rows are written so often
BEAT_SECONDS = 10.0

log = logging.getLogger(__name__)


class QueueSocket(Protocol):
    """A socket that the heartbeat serves."""

    user_id: int | None
    state: str
    viewed_at: float

    async def refresh(self) -> None:
        """Send the state of its user anew."""


_sockets: set[QueueSocket] = set()
_last_beats: dict[int, float] = {}
_running: set[asyncio.Task[None]] = set()


def register(socket: QueueSocket) -> None:
    """Add a socket; the first one starts the heartbeat."""
    _sockets.add(socket)
    if not any(not task.done() for task in _running):
        _running.clear()
        # not in the name of the socket that happens to be the first
        _running.add(asyncio.create_task(_run(), context=Context()))


def unregister(socket: QueueSocket) -> None:
    """Remove a socket; the last one stops the heartbeat."""
    _sockets.discard(socket)
    if not _sockets:
        _last_beats.clear()
        while _running:
            _running.pop().cancel()


async def record_viewing(socket: QueueSocket, *, viewing: bool) -> None:
    """Record at once that a user looks at a page, or has just turned away from the last one."""
    socket.viewed_at = time.monotonic() if viewing else 0.0
    if socket.user_id is not None and (viewing or socket.user_id not in _viewers()):
        await in_thread(_record_viewing, socket.user_id, viewing)


async def beat(now: float) -> None:
    """Record the users online at this monotonic time, and beat for the users who are due."""
    users = {socket.user_id for socket in _sockets if socket.user_id is not None}
    due = [user for user in users if now - _last_beats.get(user, -BEAT_SECONDS) >= BEAT_SECONDS]
    _last_beats.update(dict.fromkeys(due, now))
    for user in _last_beats.keys() - users:
        del _last_beats[user]
    states = await in_thread(_write_beats, list(users), list(_viewers()), due)
    for socket in list(_sockets):
        if socket.user_id in due and _is_stale(socket.state, states.get(socket.user_id or 0)):
            await socket.refresh()


def _is_stale(shown: str, state: str | None) -> bool:
    """Return whether a socket shows another state than its user's: it missed a change."""
    busy = ("waiting", "seated")
    return shown != state if state is not None else shown in busy


def _viewers() -> set[int]:
    since = time.monotonic() - VIEWING_SECONDS
    return {socket.user_id for socket in _sockets if socket.user_id and socket.viewed_at >= since}


def _record_viewing(user_id: int, viewing: bool) -> None:
    queue_cache.record_viewing(user_id, viewing=viewing)


def _write_beats(users: list[int], viewers: list[int], due: list[int]) -> dict[int, str]:
    # every page reports its own views; what Redis lost comes back here
    queue_cache.record_online(users, viewers)
    return queue.beat(due) if due else {}


async def _run() -> None:
    """Beat until the last socket is gone; an outage only makes it try again."""
    while True:
        try:
            await beat(time.monotonic())
        except (RedisError, OSError) as fault:
            log.warning(
                "redis unavailable (%r): the heartbeat of the queue sockets is tried again in %s s",
                *(fault, EVERY_SECONDS),
            )
        except Exception:
            log.exception(
                "the heartbeat of the queue sockets failed; it is tried again in %s s",
                EVERY_SECONDS,
            )
        await asyncio.sleep(EVERY_SECONDS)
