"""The one executor: changes are made in memory, written by revision, and published once committed.

A command is a function of a position and what was sent: it returns a change, or why there is none,
and writes nothing. What needs the ORM for more than a change holds its game instead.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, update_wrapper
from typing import Concatenate, Generic, ParamSpec, TypeVar

from django.db import close_old_connections, transaction

from games.engine.contract import Json, Refused
from games.live import broadcast, deadlines, frames
from games.live.broadcast import Announced
from games.models import Game, Match, Seat
from games.positions import rows
from games.positions.position import Position, lock, read

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)


@dataclass(slots=True, kw_only=True)
class Change(rows.Change):
    """A change that is made in memory: what is to be written, and how viewers learn of it.

    `message` builds what carries it to the viewers once it is committed. `then` does what else is
    to be done in the transaction; where it returns True, that is published in place of it.
    """

    position: Position
    message: Callable[[], Json]
    then: Callable[[], object] | None = None


Outcome = Change | Refused | None


class Command(Generic[P]):
    """A function that makes a change of a position; called with a game's id it is carried out.

    Such a call returns why it was refused, or None, and raises Game.DoesNotExist.
    """

    def __init__(self, change: Callable[Concatenate[Position, P], Outcome]) -> None:
        self.change = change
        update_wrapper(self, change)

    def __call__(self, game_id: str, *args: P.args, **kwargs: P.kwargs) -> Refused | None:
        """Carry it out in this thread."""
        made = execute(game_id, self.change, *args, **kwargs)
        return made if isinstance(made, Refused) else None


def holding(
    function: Callable[Concatenate[Position, P], T],
) -> Callable[Concatenate[str, P], T]:
    """Call a function with the position of a game that is held until all it does is committed.

    Raises Game.DoesNotExist.
    """

    def held(game_id: str, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with transaction.atomic():
            return function(lock(game_id), *args, **kwargs)

    update_wrapper(held, function)
    return held


def execute(
    game_id: str,
    command: Callable[Concatenate[Position, P], Outcome],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Outcome:
    """Make a change, write and publish it; hold the game if another change came first.

    Raises Game.DoesNotExist.
    """
    made = command(read(game_id), *args, **kwargs)
    if not isinstance(made, Change) or write(made):
        return made
    with transaction.atomic():
        made = command(lock(game_id), *args, **kwargs)
        if isinstance(made, Change):
            write(made)
    return made


def write(change: Change) -> bool:
    """Write a change, and publish it on commit; return False when the game has changed since."""
    if change.then is None:
        written = rows.write([change])
        if written:
            transaction.on_commit(partial(publish, [change]))
        return bool(written)
    with transaction.atomic():
        if not rows.write([change]):
            return False
        deadlines.index_on_commit(change.position, change.seats)
        if change.then() is not True:
            transaction.on_commit(partial(publish, [change]))
    return True


def write_together(changes: Sequence[Change]) -> set[str]:
    """Write changes without `then` of different games; return the games that were written.

    The caller publishes those, and executes each of the others alone: its game has changed since,
    or the database failed.
    """
    try:
        return rows.write(changes) if changes else set()
    except Exception as fault:
        games = ", ".join(change.game.pk for change in changes)
        log.warning(
            "database failed (%r): changes of games %s were not written, each is made alone",
            *(fault, games),
        )
        close_old_connections()
        return set()


def publish(changes: Sequence[Change]) -> None:
    """Publish committed changes, and index their deadlines."""
    found = map(announced, changes)
    broadcast.publish(*(each for each in found if each is not None))


def announced(change: Change) -> Announced | None:
    """Return what is to be published of a committed change."""
    game_id = change.game.pk
    try:
        due = deadlines.changed(change.position, change.seats)
        return Announced(game_id, change.message(), due)
    except Exception:
        log.exception("a change of game %s was not published; clients resync", game_id)
        return None


# ------------------------------------------------------------------ changes without a move
def presence(
    position: Position, seats: Sequence[Seat], then: Callable[[], object] | None = None
) -> Change:
    """Return a change of neither cards nor chairs: viewers get a frame while cards are played."""
    if position.game.status != Game.Status.PLAYING:
        return chairs(position, seats, then, soon=position.game.status == Game.Status.SEALING)
    position.game.version += 1
    position.root = None
    message = partial(frames.events, position, None, [])
    return Change(position.game, seats, position=position, message=message, then=then)


def chairs(
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
    message = partial(broadcast.changed, position.game.version, soon=soon)
    return Change(
        position.game, seats, begun=[*begun], position=position, message=message, then=then
    )
