"""Executes commands: makes changes in memory, writes them by revision, publishes them on commit.

A command is a function of a position and its arguments. It returns a change, or why there is
none, and writes nothing. A command that needs the ORM for more than a change holds its game
instead. Pages and tasks block while they execute a command, sockets await it, and the clock
executes many at once.

Commands of sockets use positions that this process has cached. A cached position may be outdated:
then the command is refused, or the write finds another revision, and the command is executed again
from a newly read position. Only the revision decides that, and no other module uses the cache.
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

# the most changes of sockets that are written, or published, together
MOST_TOGETHER = 64

log = logging.getLogger(__name__)


@dataclass(slots=True, kw_only=True)
class Change(rows.Change):
    """A change in memory: the rows to write, and the message to the viewers.

    `message` builds the message after the commit. `then` does further work in the same transaction;
    if it returns True, it has published something in place of the message.
    """

    position: Position
    message: Callable[[], Step]
    then: Callable[[], object] | None = None


Outcome = Change | Refused | None
Made = TypeVar("Made", bound=Outcome)


class Command(Generic[P, Made]):
    """A function that returns a change of a position; a call with a game's id executes it.

    Such a call returns why it was refused, or None. Raises Game.DoesNotExist.
    """

    def __init__(self, change: Callable[Concatenate[Position, P], Made]) -> None:
        self.change = change
        update_wrapper(self, change)

    def __call__(self, game_id: str, *args: P.args, **kwargs: P.kwargs) -> Refused | None:
        """Execute the command in this thread."""
        outcome = execute_command(game_id, self.change, *args, **kwargs)
        return outcome if isinstance(outcome, Refused) else None


def with_held_position(
    function: Callable[Concatenate[Position, P], T],
) -> Callable[Concatenate[str, P], T]:
    """Return the function that locks the game of an id and calls `function` with its position.

    The game stays locked until all changes are committed. Raises Game.DoesNotExist.
    """

    def locked(game_id: str, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with transaction.atomic():
            return function(lock_position(game_id), *args, **kwargs)

    update_wrapper(locked, function)
    return locked


def execute_command(
    game_id: str,
    command: Callable[Concatenate[Position, P], Made],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Made:
    """Make a change, write and publish it; if another change came first, lock the game and retry.

    Raises Game.DoesNotExist.
    """
    outcome = command(read_position(game_id), *args, **kwargs)
    if not isinstance(outcome, Change) or write_change(outcome):
        return outcome
    with transaction.atomic():
        outcome = command(lock_position(game_id), *args, **kwargs)
        if isinstance(outcome, Change):
            write_change(outcome)
    return outcome


def execute_together(
    commands: Mapping[str, Callable[[Position], Outcome]], until: float
) -> dict[str, Outcome | Exception]:
    """Make changes of different games: one statement reads, one writes, one round trip publishes.

    Return the outcome or fault of each, in order. At least one command is executed, and no further
    ones once the processor time of this thread (time.thread_time) reaches `until`.
    """
    games = rows.read_many(list(commands))
    outcomes: dict[str, Outcome | Exception] = {}
    for game_id, command in commands.items():
        if outcomes and time.thread_time() >= until:
            break
        try:
            row = games.get(game_id)
            outcomes[game_id] = None if row is None else command(position_of_rows(row))
        except Exception as fault:  # it belongs to this game
            outcomes[game_id] = fault
    changes = [outcome for outcome in outcomes.values() if isinstance(outcome, Change)]
    together = [change for change in changes if change.then is None]
    written_ids = write_together(together)
    publish_committed([change for change in together if change.game.pk in written_ids])
    for game_id in [change.game.pk for change in changes if change.game.pk not in written_ids]:
        try:
            outcomes[game_id] = execute_command(game_id, commands[game_id])
        except Game.DoesNotExist:
            outcomes[game_id] = None
        except Exception as fault:
            outcomes[game_id] = fault
            close_old_connections()
    return outcomes


async def execute_cached(
    game_id: str,
    command: Callable[Concatenate[Position, P], Made],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Made:
    """Execute a command on the cached position, and write its change together with others.

    A command that is refused there is tried again on a newly read position. Commands that need more
    than a change, or lost their revision, run in a thread. Raises Game.DoesNotExist and Overloaded.
    """
    cached = cache_of(game_id)
    async with cached.lock:
        position = cached.take()
        outcome = None if position is None else command(position, *args, **kwargs)
        if position is None or not isinstance(outcome, Change):
            position = await in_thread(read_position, game_id, line=game_id)
            outcome = command(position, *args, **kwargs)
        if not isinstance(outcome, Change) or (outcome.then is None and await _write_soon(outcome)):
            cached.position = position
            return outcome
        again = partial(execute_command, game_id, command, *args, **kwargs)
        return await in_thread(again, line=game_id)


def write_change(change: Change) -> bool:
    """Write a change, and publish it on commit; return False if the game has changed meanwhile."""
    if change.then is None:
        written_ids = rows.write_changes([change])
        if written_ids:
            transaction.on_commit(partial(publish_committed, [change]))
        return bool(written_ids)
    with transaction.atomic():
        if not rows.write_changes([change]):
            return False
        deadlines.index_on_commit(change.position, change.seats)
        if change.then() is not True:
            transaction.on_commit(partial(publish_committed, [change]))
    return True


def write_together(changes: Sequence[Change]) -> set[str]:
    """Write changes without `then` of different games; return the ids of the written games.

    The caller publishes those changes and executes each other command alone: its game has changed
    meanwhile, or the database failed.
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
    announcements = map(announced_change, changes)
    broadcast.publish_changes(*(change for change in announcements if change is not None))


def announced_change(change: Change) -> Announced | None:
    """Return a committed change in the form in which it is published; None if that fails."""
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
    """One game's position, None if it is unknown; one change at a time is made from it."""

    position: Position | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def take(self) -> Position | None:
        """Remove and return the position, with the database's time; None if it has to be read."""
        position, self.position = self.position, None
        now = rows.clock.now()
        if position is None or now is None:
            return None
        position.now = now
        return position


# a game stays in the cache as long as a socket holds the result of `cache_of`
_cache: WeakValueDictionary[str, Cached] = WeakValueDictionary()


def cache_of(game_id: str) -> Cached:
    """Return the cache entry of a game, which every socket of its table has to hold."""
    return _cache.setdefault(game_id, Cached())


class Batches(Generic[T]):
    """A queue with a thread that passes the waiting items to `work`, which must not fail."""

    def __init__(self, name: str, work: Callable[[list[T]], None]) -> None:
        self._name = name
        self._work = work
        self._waiting: queue.SimpleQueue[T] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def put(self, item: T) -> None:
        """Add an item to the queue; the first one starts the thread."""
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


async def _write_soon(change: Change) -> bool:
    """Write a change together with others, and publish it; return whether it was written.

    It is published even if the waiting socket has ended meanwhile.
    """
    future = asyncio.get_running_loop().create_future()
    _writer.put((change, future))
    return bool(await future)


def _write_batch(batch: list[tuple[Change, asyncio.Future[bool]]]) -> None:
    """Write the waiting changes in one transaction."""
    close_old_connections()
    written_ids = write_together([change for change, _ in batch])
    for change, future in batch:
        loop = future.get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(
                _resolve_change, change, future, change.game.pk in written_ids
            )


def _resolve_change(change: Change, future: asyncio.Future[bool], written: bool) -> None:
    """Publish a written change, first to the sockets of this process, and resolve its future."""
    if written and (announced := announced_change(change)) is not None:
        broadcast.deliver_change(announced)
        _announcer.put(announced)
    if not future.done():
        future.set_result(written)


_writer = Batches("writer of changes", _write_batch)
_announcer = Batches("announcer of changes", broadcast.announce_changes)


# ------------------------------------------------------------------ changes without a move
def presence_change(
    position: Position, seats: Sequence[Seat], then: Callable[[], object] | None = None
) -> Change:
    """Return a change without a move, such as of presence, with a frame for each viewer.

    While no cards are played, it is as seats_change().
    """
    if position.game.status != Game.Status.PLAYING:
        return seats_change(position, seats, then, soon=position.game.status == Game.Status.SEALING)
    position.game.version += 1
    position.root = None
    message = partial(frames.events_message, position, None, [])
    return Change(position.game, seats, position=position, message=message, then=then)


def seats_change(
    position: Position,
    seats: Sequence[Seat],
    then: Callable[[], object] | None = None,
    *,
    begun: Sequence[Match] = (),
    soon: bool = False,
) -> Change:
    """Return a change of seats or of the deal, with the matches that begin.

    Viewers read a snapshot. With `soon`, they first wait a moment for another change to follow.
    """
    position.game.version += 1
    message = partial(broadcast.changed_message, position.game.version, soon=soon)
    return Change(
        position.game, seats, begun=[*begun], position=position, message=message, then=then
    )
