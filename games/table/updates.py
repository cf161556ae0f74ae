"""Changes of a game that are no moves: made in memory, then written and published like moves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from django.db import transaction

from games.engine.contract import Json, Refused
from games.models import Game, Match, Seat
from games.table import broadcast, deadlines, frames, rows
from games.table.position import Position, lock, read

# so often a change is made without holding its game; then others wait
ATTEMPTS = 3

M = TypeVar("M")


@dataclass(slots=True)
class Update:
    """A change that is made in memory: what is to be written, and how viewers learn of it.

    Of cards, chairs and stages they read a snapshot, where it is `soon` together with what follows
    at once; of all else, while cards are played, they get a frame. `then` is what else is to be
    done in the transaction, and publishes by itself.
    """

    position: Position
    change: rows.Change
    by_snapshot: bool
    soon: bool = False
    then: Callable[[Position], object] | None = None

    @property
    def plain(self) -> bool:
        """Return whether nothing but the change is to be written."""
        return self.then is None

    def message(self) -> Json:
        """Return the message that carries it to all viewers of its table."""
        if self.by_snapshot:
            return broadcast.changed(self.position.game.version, soon=self.soon)
        return broadcast.message_of(frames.events(self.position, None, []))


Make = Callable[[Position], Update | Refused | None]


def stage(
    position: Position, seats: Sequence[Seat], *, begun: Sequence[Match] = (), soon: bool = False
) -> Update:
    """Return a change by which the deal comes about, with the matches that it begins."""
    position.game.version += 1
    change = rows.Change(position.game, seats, begun=list(begun), dealing=True)
    return Update(position, change, by_snapshot=True, soon=soon)


def presence(
    position: Position, seats: Sequence[Seat], then: Callable[[Position], object] | None = None
) -> Update:
    """Return a change of neither cards nor chairs."""
    status = position.game.status
    position.game.version += 1
    position.root = None
    return Update(
        position,
        rows.Change(position.game, seats),
        by_snapshot=status != Game.Status.PLAYING,
        soon=status == Game.Status.SEALING,
        then=then,
    )


def carry_out(game_id: str, make: Callable[[Position], M], commit: Callable[[M], bool]) -> M:
    """Make a change from the position as it is, and commit it; again where another was faster.

    Return what was made. Raises Game.DoesNotExist.
    """
    for _ in range(ATTEMPTS):
        made = make(read(game_id))
        if commit(made):
            return made
    with transaction.atomic():
        made = make(lock(game_id))
        commit(made)
        return made


def update(game_id: str, make: Make) -> Update | Refused | None:
    """Do the same for a change without a move, or for none."""
    return carry_out(game_id, make, commit)


def commit(made: Update | Refused | None) -> bool:
    """Write a change and publish it on commit; return False when the game is not as it was."""
    if not isinstance(made, Update):
        return True
    if made.plain:
        return _write(made)
    with transaction.atomic():
        return _write(made)


def _write(made: Update) -> bool:
    position = made.position
    if not rows.write([made.change]):
        return False
    due = deadlines.changed(position, made.change.seats)
    announced = broadcast.Announced(position.game.pk, made.message(), due)
    transaction.on_commit(partial(broadcast.publish, announced))
    if made.then is not None:
        made.then(position)
    return True
