"""The one executor: changes are made in memory, written by revision, and published once committed.

A command is a function of a position and what was sent: it returns a change, or why there is none,
and writes nothing. A command that needs the ORM for more than a change holds its game instead.
Callers differ in how they wait: pages and tasks block, sockets await, the clock gives many commands
at once.

Commands of sockets are made from positions that this process has cached. A cached position may be
old: then it refuses, or the write finds another revision, and the command is executed from what is
read then. Nothing but the revision decides that, and no other module touches the cache.
"""

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial, update_wrapper
from typing import Concatenate, Generic, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from django.db import close_old_connections, transaction

from density.platform.threads import in_thread
from games.engine.contract import Refused
from games.live import broadcast, deadlines, frames
from games.live.broadcast import Announced
from games.live.messages import Step
from games.models import Game, Match, Seat
from games.positions import rows
from games.positions.position import Position, lock_position, position_of_rows, read_position

P = ParamSpec("P")
T = TypeVar("T")

# so many changes of sockets are written, or published, together at most
MOST_TOGETHER = 64

log = logging.getLogger(__name__)


@dataclass(slots=True, kw_only=True)
class Change(rows.Change):
    """A change that is made in memory: what is to be written, and how viewers learn of it.

    `message` builds what carries it to the viewers once it is committed. `then` does what else is
    to be done in the transaction; where it returns True, that is published in place of it.
    """

    position: Position
    message: Callable[[], Step]
    then: Callable[[], object] | None = None


Outcome = Change | Refused | None
Made = TypeVar("Made", bound=Outcome)


class Command(Generic[P, Made]):
    """A function that makes a change of a position; called with a game's id it is carried out.

    Such a call returns why it was refused, or None, and raises Game.DoesNotExist.
    """

    def __init__(self, change: Callable[Concatenate[Position, P], Made]) -> None:
        self.change = change
        update_wrapper(self, change)

    def __call__(self, game_id: str, *args: P.args, **kwargs: P.kwargs) -> Refused | None:
        """Carry it out in this thread."""
        made = execute_command(game_id, self.change, *args, **kwargs)
        return made if isinstance(made, Refused) else None


def with_held_position(
    function: Callable[Concatenate[Position, P], T],
) -> Callable[Concatenate[str, P], T]:
    """Call a function with the position of a game that is held until all it does is committed.

    Raises Game.DoesNotExist.
    """

    def held(game_id: str, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with transaction.atomic():
            return function(lock_position(game_id), *args, **kwargs)

    update_wrapper(held, function)
    return held


def execute_command(
    game_id: str,
    command: Callable[Concatenate[Position, P], Made],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Made:
    """Make a change, write and publish it; hold the game if another change came first.

    Raises Game.DoesNotExist.
    """
    made = command(read_position(game_id), *args, **kwargs)
    if not isinstance(made, Change) or write_change(made):
        return made
    with transaction.atomic():
        made = command(lock_position(game_id), *args, **kwargs)
        if isinstance(made, Change):
            write_change(made)
    return made


def execute_together(
    commands: Mapping[str, Callable[[Position], Outcome]], until: float
) -> dict[str, Outcome | Exception]:
    """Make changes of different games: one statement reads, one writes, one round trip publishes.

    Return what came of each, a fault included, in order; those are left out for which this thread
    has no processor time until `until` (time.thread_time), but never all.
    """
    found = rows.read_many(list(commands))
    made: dict[str, Outcome | Exception] = {}
    for game_id, command in commands.items():
        if made and time.thread_time() >= until:
            break
        try:
            made[game_id] = command(position_of_rows(found[game_id])) if game_id in found else None
        except Exception as fault:  # it belongs to this game
            made[game_id] = fault
    changes = [each for each in made.values() if isinstance(each, Change)]
    together = [change for change in changes if change.then is None]
    written = write_together(together)
    publish_committed([change for change in together if change.game.pk in written])
    for game_id in [each.game.pk for each in changes if each.game.pk not in written]:
        try:
            made[game_id] = execute_command(game_id, commands[game_id])
        except Game.DoesNotExist:
            made[game_id] = None
        except Exception as fault:
            made[game_id] = fault
            close_old_connections()
    return made


async def execute_cached(
    game_id: str,
    command: Callable[Concatenate[Position, P], Made],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Made:
    """Do what `execute` does, from the cached position, written together with others' changes.

    A command that the cached position refuses is tried on the one that is read. Commands that need
    more than a change, or lost their revision, run in a thread. Raises Game.DoesNotExist and
    Overloaded.
    """
    cached = cache_of(game_id)
    async with cached.lock:
        position = cached.take()
        made = None if position is None else command(position, *args, **kwargs)
        if position is None or not isinstance(made, Change):
            position = await in_thread(read_position, game_id, line=game_id)
            made = command(position, *args, **kwargs)
        if not isinstance(made, Change) or (made.then is None and await _written(made)):
            cached.position = position
            return made
        again = partial(execute_command, game_id, command, *args, **kwargs)
        return await in_thread(again, line=game_id)


def write_change(change: Change) -> bool:
    """Write a change, and publish it on commit; return False when the game has changed since."""
    if change.then is None:
        written = rows.write_changes([change])
        if written:
            transaction.on_commit(partial(publish_committed, [change]))
        return bool(written)
    with transaction.atomic():
        if not rows.write_changes([change]):
            return False
        deadlines.index_on_commit(change.position, change.seats)
        if change.then() is not True:
            transaction.on_commit(partial(publish_committed, [change]))
    return True


def write_together(changes: Sequence[Change]) -> set[str]:
    """Write changes without `then` of different games; return the games that were written.

    The caller publishes those, and executes each of the others alone: its game has changed since,
    or the database failed.
    """
    try:
        return rows.write_changes(changes) if changes else set()
    except Exception as fault:
        games = ", ".join(change.game.pk for change in changes)
        log.warning(
            "database failed (%r): changes of games %s were not written, each is made alone",
            *(fault, games),
        )
        close_old_connections()
        return set()


def publish_committed(changes: Sequence[Change]) -> None:
    """Publish committed changes, and index their deadlines."""
    found = map(announced_change, changes)
    broadcast.publish_changes(*(each for each in found if each is not None))


def announced_change(change: Change) -> Announced | None:
    """Return what is to be published of a committed change."""
    game_id = change.game.pk
    try:
        due = deadlines.changed_entries(change.position, change.seats)
        return Announced(game_id, change.message(), due)
    except Exception:
        log.exception("a change of game %s was not published; clients resync", game_id)
        return None


# ---------------------------------------------------------------- cached positions of sockets
@dataclass(slots=True, weakref_slot=True)
class Cached:
    """One game's position, None where it is unknown; one change at a time is made from it."""

    position: Position | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def take(self) -> Position | None:
        """Take the position out, at the database's time now; None where one is to be read."""
        position, self.position = self.position, None
        now = rows.clock.now()
        if position is None or now is None:
            return None
        position.now = now
        return position


# a game is in it as long as a socket holds what `cache_of` returns
_cache: WeakValueDictionary[str, Cached] = WeakValueDictionary()


def cache_of(game_id: str) -> Cached:
    """Return where the position of a game is cached; to be held by every socket of its table."""
    return _cache.setdefault(game_id, Cached())


class Batches(Generic[T]):
    """A queue and the thread that works on it; `work` takes what waits, and may not fail."""

    def __init__(self, name: str, work: Callable[[list[T]], None]) -> None:
        self._name = name
        self._work = work
        self._waiting: queue.SimpleQueue[T] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def put(self, item: T) -> None:
        """Have something worked on soon."""
        self._waiting.put(item)
        if self._thread is None:
            with self._lock:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                    self._thread.start()

    def _run(self) -> None:
        while True:
            batch = [self._waiting.get()]
            while len(batch) < MOST_TOGETHER:
                try:
                    batch.append(self._waiting.get_nowait())
                except queue.Empty:
                    break
            self._work(batch)


async def _written(made: Change) -> bool:
    """Write a change together with others, and publish it; return whether its game was unchanged.

    It is published also when the socket that waits for it has ended meanwhile.
    """
    written = asyncio.get_running_loop().create_future()
    _writer.put((made, written))
    return bool(await written)


def _write(batch: list[tuple[Change, asyncio.Future[bool]]]) -> None:
    """Write the changes that wait, all in one transaction."""
    close_old_connections()
    written = write_together([made for made, _ in batch])
    for made, future in batch:
        loop = future.get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, made, future, made.game.pk in written)


def _resolve(made: Change, future: asyncio.Future[bool], written: bool) -> None:
    """Publish a written change to the sockets of this process first, and tell what waits for it."""
    if written and (found := announced_change(made)) is not None:
        broadcast.deliver_change(found)
        _announcer.put(found)
    if not future.done():
        future.set_result(written)


_writer = Batches("writer of changes", _write)
_announcer = Batches("announcer of changes", broadcast.announce_changes)


# ------------------------------------------------------------------ changes without a move
def presence_change(
    position: Position, seats: Sequence[Seat], then: Callable[[], object] | None = None
) -> Change:
    """Return a change of neither cards nor chairs: viewers get a frame while cards are played."""
    if position.game.status != Game.Status.PLAYING:
        return chairs_change(
            position, seats, then, soon=position.game.status == Game.Status.SEALING
        )
    position.game.version += 1
    position.root = None
    message = partial(frames.events_message, position, None, [])
    return Change(position.game, seats, position=position, message=message, then=then)


def chairs_change(
    position: Position,
    seats: Sequence[Seat],
    then: Callable[[], object] | None = None,
    *,
    begun: Sequence[Match] = (),
    soon: bool = False,
) -> Change:
    """Return a change of chairs or of the deal, with the matches that it begins.

    Viewers read a snapshot, if that is enough `soon` together with what follows at once.
    """
    position.game.version += 1
    message = partial(broadcast.changed_message, position.game.version, soon=soon)
    return Change(
        position.game, seats, begun=[*begun], position=position, message=message, then=then
    )
