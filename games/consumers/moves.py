"""Changes that come by sockets: made from positions that are kept, and written many at once.

A position is kept in this process between the changes of its game. It may be old: then the write
finds another revision than the change was made from, and it is made anew from what is read.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from django.db import close_old_connections

from games.consumers.batches import Batches
from games.consumers.threads import in_thread
from games.engine.contract import Refused
from games.table import broadcast, deadlines, play, rows, updates
from games.table.hub import hub
from games.table.play import Accepted, Made
from games.table.position import Position, read
from games.table.updates import Update

MOST_KEPT = 2000
# so many changes are written together at most
MOST_AT_ONCE = 64

Change = Made | Update
Writing = tuple[Change, asyncio.Future[bool]]
M = TypeVar("M")
T = TypeVar("T")


@dataclass(slots=True)
class Kept:
    """One game's position, none where it is not known; one change at a time is made from it."""

    position: Position | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


_kept: OrderedDict[str, Kept] = OrderedDict()


def forget(game_id: str) -> None:
    """Read a game anew before its next change: something else of it has changed."""
    kept = _kept.get(game_id)
    if kept is not None:
        kept.position = None


def drop(game_id: str) -> None:
    """Keep nothing of a game any more: no socket of its table is left here."""
    _kept.pop(game_id, None)


async def act(
    game_id: str, user_id: int | None, question: int, written: object, tab: str, seen: int
) -> Accepted | Refused:
    """Do what games.table.play.act does. `seen` is the newest version that the socket has sent.

    Raises Game.DoesNotExist and Overloaded.
    """
    make = partial(play.answer, user_id=user_id, question=question, written=written, tab=tab)
    slow = partial(play.act, game_id, user_id, question, written, tab)
    made = await change(game_id, make, slow, seen)
    return Accepted(made.position.game.version) if isinstance(made, Made) else made


async def change(
    game_id: str, make: Callable[[Position], M], slow: Callable[[], T], seen: int = -1
) -> M | T:
    """Make a change in memory, write it and publish it; return what was made.

    `make` changes nothing where it refuses, or finds nothing to do. `slow` does it all in a thread,
    where there is more to write. Raises Game.DoesNotExist and Overloaded.
    """
    kept = _kept_of(game_id)
    async with kept.lock:
        for _ in range(updates.ATTEMPTS):
            position, kept.position = kept.position, None
            old = position is not None and position.game.version >= seen
            now = rows.clock.now()
            if position is None or not old or now is None:
                position = await in_thread(read, game_id, line=game_id)
            else:
                position.now = now
            made = make(position)
            if isinstance(made, Made | Update):
                if not made.plain:
                    break
                if await write(made):
                    kept.position = position
                    return made
            elif not old:  # else it may be refused because the position is old
                kept.position = position
                return made
        return await in_thread(slow, line=game_id)


def _kept_of(game_id: str) -> Kept:
    kept = _kept.get(game_id)
    if kept is None:
        kept = _kept[game_id] = Kept()
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    else:
        _kept.move_to_end(game_id)
    return kept


async def write(made: Change) -> bool:
    """Write a change together with others, and publish it; return whether its game was as it was.

    It is published also when the socket that waits for it has ended meanwhile.
    """
    written = asyncio.get_running_loop().create_future()
    _writer.put((made, written))
    return bool(await written)


def publish(made: Change) -> None:
    """Publish a committed change; the sockets of this process receive it at once."""
    game_id = made.position.game.pk
    message = made.message()
    hub().deliver(broadcast.group_of(game_id), message)
    due = deadlines.changed(made.position, made.change.seats)
    _announcer.put(broadcast.Announced(game_id, message, due))


def _write(batch: list[Writing]) -> None:
    """Write the changes that wait, all in one transaction; each by itself if one is refused."""
    close_old_connections()
    try:
        written = rows.write([made.change for made, _ in batch])
    except Exception as fault:
        if len(batch) == 1:
            _resolve(*batch[0], fault)
            return
        for one in batch:
            _write([one])
    else:
        for made, future in batch:
            _resolve(made, future, made.position.game.pk in written)


def _resolve(made: Change, future: asyncio.Future[bool], answer: bool | Exception) -> None:
    """Publish a written change, and give what waits for it its answer, in its event loop."""

    def give() -> None:
        if answer is True:
            publish(made)
        if future.done():
            return
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)

    loop = future.get_loop()
    if not loop.is_closed():
        loop.call_soon_threadsafe(give)


_writer: Batches[Writing] = Batches("writer of changes", _write, MOST_AT_ONCE)
_announcer = Batches("announcer of changes", broadcast.announce, MOST_AT_ONCE)
