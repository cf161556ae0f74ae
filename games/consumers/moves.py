"""Changes that come by sockets: made from cached positions, and written many at once.

A position is cached in this process between the changes of its game. It may be old: then the write
finds another revision than the change was made from, and a thread executes the command, as it does
where the database refused the changes that were written together.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from django.db import close_old_connections

from games.consumers.batches import Batches
from games.consumers.threads import in_thread
from games.live import broadcast, executor
from games.live.executor import Change, Outcome
from games.live.hub import hub
from games.positions import rows
from games.positions.position import Position, read

MOST_CACHED = 2000
# so many changes are written together at most
MOST_AT_ONCE = 64

Writing = tuple[Change, asyncio.Future[bool]]


@dataclass(slots=True)
class Cached:
    """One game's position, None where it is unknown; one change at a time is made from it."""

    position: Position | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


_cache: OrderedDict[str, Cached] = OrderedDict()


def forget(game_id: str) -> None:
    """Read a game again before its next change: what its frames show has changed."""
    if game_id in _cache:
        _cache[game_id].position = None


def drop(game_id: str) -> None:
    """Remove a game from the cache: no socket of its table is left here."""
    _cache.pop(game_id, None)


async def execute(game_id: str, command: Callable[[Position], Outcome], seen: int = -1) -> Outcome:
    """Make a change, write and publish it; return it, or why there is none.

    `seen` is the newest version that the socket has sent. What a cached position refuses, and what
    needs more than a change, is for a thread. Raises Game.DoesNotExist and Overloaded.
    """
    cached = _cached(game_id)
    async with cached.lock:
        position, cached.position = cached.position, None
        now = rows.clock.now()
        fresh = position is None or position.game.version < seen or now is None
        if position is None or fresh or now is None:
            position = await in_thread(read, game_id, line=game_id)
        else:
            position.now = now
        made = command(position)
        if isinstance(made, Change):
            if made.then is None and await _written(made):
                cached.position = position
                return made
        elif fresh:
            cached.position = position
            return made
        return await in_thread(executor.execute, game_id, command, line=game_id)


def _cached(game_id: str) -> Cached:
    cached = _cache.setdefault(game_id, Cached())
    _cache.move_to_end(game_id)
    if len(_cache) > MOST_CACHED:
        _cache.popitem(last=False)
    return cached


async def _written(made: Change) -> bool:
    """Write a change together with others, and publish it; return whether its game was unchanged.

    It is published also when the socket that waits for it has ended meanwhile.
    """
    written = asyncio.get_running_loop().create_future()
    _writer.put((made, written))
    return bool(await written)


def _publish(made: Change) -> None:
    """Publish a committed change; the sockets of this process receive it at once."""
    announced = executor.announced(made)
    if announced is not None:
        hub().deliver(broadcast.group_of(announced.game_id), announced.message)
        _announcer.put(announced)


def _write(batch: list[Writing]) -> None:
    """Write the changes that wait, all in one transaction."""
    close_old_connections()
    written = executor.write_together([made for made, _ in batch])
    for made, future in batch:
        _resolve(made, future, made.game.pk in written)


def _resolve(made: Change, future: asyncio.Future[bool], written: bool) -> None:
    """Publish a written change, and tell what waits for it, in its event loop."""

    def give() -> None:
        if written:
            _publish(made)
        if not future.done():
            future.set_result(written)

    loop = future.get_loop()
    if not loop.is_closed():
        loop.call_soon_threadsafe(give)


_writer: Batches[Writing] = Batches("writer of changes", _write, MOST_AT_ONCE)
_announcer = Batches("announcer of changes", broadcast.announce, MOST_AT_ONCE)
