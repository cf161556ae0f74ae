"""The heartbeat of a process for all its open sockets."""

import asyncio
import contextlib
import logging
import time
from contextvars import Context
from functools import partial

from density.platform import threads
from density.platform.threads import in_background, in_thread
from games.consumers.readings import Readings
from games.consumers.users import UserSocket
from games.live import executor, hub, online, outage
from games.live.broadcast import SITE, draining_message
from games.live.commands import presence
from games.lobby import drain
from games.models import Game

EVERY_SECONDS = 3.0
# time between two checks of a socket's session, the end of which is published anyway
SESSION_SECONDS = 180.0

log = logging.getLogger(__name__)
beat = outage.Beat(outage.WEB, outage.WEB_GAP)


# the next check of each socket's session, in monotonic time
_open_sockets: dict[UserSocket, float] = {}
# the table that a socket watches, and the name by which it is counted there
_watching: dict[UserSocket, tuple[str, str]] = {}
# the open page of a user who may have a seat at its table
_seated: dict[UserSocket, presence.Socket] = {}
_running: set[asyncio.Task[None]] = set()


def add_socket(socket: UserSocket) -> None:
    """Add an open socket; the first one starts the heartbeat."""
    _open_sockets[socket] = time.monotonic() + SESSION_SECONDS
    if not any(not task.done() for task in _running):
        _running.clear()
        beat.rest()
        thread.start()
        # in an empty context: its logs must not be attributed to the first socket
        _running.add(asyncio.create_task(_check_sessions_forever(), context=Context()))


def remove_socket(socket: UserSocket) -> None:
    """Remove a closed socket; the last one stops the heartbeat."""
    _open_sockets.pop(socket, None)
    if not _open_sockets:
        thread.stop()
        while _running:
            _running.pop().cancel()


def forget_socket(socket: UserSocket) -> None:
    """Remove everything about a socket that has ended."""
    _watching.pop(socket, None)
    _seated.pop(socket, None)
    remove_socket(socket)


async def count_spectator(
    socket: UserSocket, game_id: str, name: str, *, watching: bool
) -> int | None:
    """Count a socket as a spectator of its table, or stop counting it.

    Return the new number of spectators; None if nothing changed.
    """
    if watching == (socket in _watching):
        return None
    if watching:
        _watching[socket] = (game_id, name)
        return await _watchers.ask(threads.SITE, (game_id, name))
    del _watching[socket]
    await in_thread(online.forget_spectator, game_id, name, line=game_id)
    return (await in_thread(online.count_spectators, [game_id], line=game_id))[game_id]


def _report_spectators(_: str, watching: set[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """Report spectators; return the number of spectators of each socket's table."""
    online.note_spectators(watching)
    counts = online.count_spectators(list({game_id for game_id, _ in watching}))
    return {socket: counts[socket[0]] for socket in watching}


_watchers = Readings("watchers", _report_spectators)


async def mark_present(socket: UserSocket, page: presence.Socket, *, watching: bool) -> None:
    """Count a user as present as long as this page is open."""
    _seated[socket] = page
    if not await _pages.ask(threads.SITE, page):
        return
    if watching:
        arrival = partial(
            presence.mark_arrival, page.game_id, page.user_id, page.tab, watching=True
        )
        await in_thread(arrival, line=page.game_id)
        return
    with contextlib.suppress(Game.DoesNotExist):
        await executor.execute_cached(page.game_id, presence.apply_arrival, page.user_id, page.tab)


async def mark_absent(socket: UserSocket) -> None:
    """Note that a page is closed; a user without another page is away."""
    page = _seated.pop(socket, None)
    if page is not None:
        await in_thread(presence.release_socket, page, line=page.game_id)


def _report_pages(_: str, pages: set[presence.Socket]) -> dict[presence.Socket, bool]:
    """Report open pages; return whether the seat of each page's user has to be updated."""
    if beat.missed():
        in_background(outage.resume_turns)
    presence.hold_sockets(pages)
    arriving = presence.pages_to_mark(pages)
    return {page: page in arriving for page in pages}


_pages = Readings("open pages", _report_pages)


def report_process() -> None:
    """Report this process and its open sockets to Redis. Raises RedisError.

    The thread of the heartbeat calls it, so that a client that stalls the event loop causes no
    outage and no absences. Work on the database is left to other threads, because it may be slow.
    """
    if beat.missed():
        in_background(outage.resume_turns)
    seated, watching = dict(_seated), dict(_watching)
    for game_id, user_id in presence.hold_sockets(list(seated.values())):
        in_background(partial(presence.mark_arrival, game_id, user_id, None, watching=True))
    if watching:
        online.note_spectators(watching.values())
    online.note_users(
        {socket.user_id for socket in list(_open_sockets) if socket.user_id is not None},
        {
            socket.user_id: game
            for socket, (game, _) in watching.items()
            if socket.user_id is not None
        },
    )
    if (on := drain.is_on()) != drain.known.sent:
        # this process has just started, or has missed the message
        hub.deliver_here(SITE, draining_message(on=on))
    # sockets that closed meanwhile were reported as open after they had been removed
    for socket in seated.keys() - _seated.keys():
        in_background(presence.release_socket, seated[socket])
    for socket in watching.keys() - _watching.keys():
        in_background(online.forget_spectator, *watching[socket])


thread = outage.Heartbeat("heartbeat of the sockets", report_process, EVERY_SECONDS)


async def check_sessions(now: float) -> None:
    """Check the sessions of sockets that are due, and close the sockets of ended sessions."""
    for socket in [socket for socket, until in _open_sockets.items() if until <= now]:
        if socket in _open_sockets:
            _open_sockets[socket] = now + SESSION_SECONDS
            await socket.check_session()


async def _check_sessions_forever() -> None:
    """Check sessions until cancelled; after a fault, try again."""
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        try:
            await check_sessions(time.monotonic())
        except Exception:
            log.exception("session check of sockets failed; the next is in %s s", EVERY_SECONDS)
