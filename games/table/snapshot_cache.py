"""What snapshots are made of, kept in this process for the next snapshot of the same game.

Nothing is shown unasked: every reading asks the database what is newer. It reads a game's row and
its seats anew when their stamp is another one, and plays on from the moves that it has.
"""

import threading
from collections import OrderedDict
from dataclasses import replace
from typing import NamedTuple

from games.table import look_back, position, rows, snapshot_rows
from games.table.look_back import LookBack
from games.table.position import Position
from games.table.snapshot_rows import SnapshotRows

# Together the games kept weigh so many events at most; a game weighs what its look-back has, and
# its rows as much as some events do. An event with its explanation for five viewers has 2 KB.
MOST_KEPT, WEIGHT_OF_ROWS = 30_000, 30


class Reading(NamedTuple):
    """A game as it is, what is around it, and its look-back: none before the deal."""

    position: Position
    rows: SnapshotRows
    past: LookBack | None


class Kept(NamedTuple):
    """A game as it was when it had this stamp."""

    stamp: str
    position: Position
    past: LookBack | None

    @property
    def weight(self) -> int:
        """How much it counts of all that is kept."""
        return WEIGHT_OF_ROWS + (0 if self.past is None else len(self.past.happened))


class Cache:
    """The games that are kept, by id; those longest unread go first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._weight = 0
        self._lock = threading.Lock()
        self._games: OrderedDict[str, Kept] = OrderedDict()

    def get(self, game_id: str) -> Kept | None:
        """Return a game as it was put here last."""
        with self._lock:
            if game_id in self._games:
                self._games.move_to_end(game_id)
            return self._games.get(game_id)

    def put(self, game_id: str, made: Kept) -> None:
        """Keep a game in place of what was kept of it."""
        with self._lock:
            before = self._games.pop(game_id, None)
            self._games[game_id] = made
            self._weight += made.weight - (before.weight if before else 0)
            while self._weight > self._most:
                _, oldest = self._games.popitem(last=False)
                self._weight -= oldest.weight

    def drop(self, game_id: str) -> None:
        """Keep nothing of a game any more."""
        with self._lock:
            before = self._games.pop(game_id, None)
            self._weight -= before.weight if before else 0


cache = Cache(MOST_KEPT)


def read(game_id: str) -> Reading:
    """Return a game as last committed, with all that its snapshots show.

    Raises Game.DoesNotExist.
    """
    kept = cache.get(game_id)
    before = kept.past if kept else None
    found = snapshot_rows.read(game_id, before.ply if before else 0)
    if kept and found.stamp and found.stamp == kept.stamp:
        rows.clock.set(found.now)
        return Reading(replace(kept.position, now=found.now), found, before)
    # read after the stamp: what is kept is never older than its stamp says
    read_anew = position.read(game_id)
    past, around = _past(read_anew, before, found)
    cache.put(game_id, Kept(found.stamp, read_anew, past))
    return Reading(read_anew, around, past)


def _past(
    now: Position, before: LookBack | None, found: SnapshotRows
) -> tuple[LookBack | None, SnapshotRows]:
    """Return the look-back of a game, and what is around it, with all moves where it needs them."""
    if now.state is None:
        return None, found
    past = look_back.continued(now, before, found.moves)
    if past is None:
        found = snapshot_rows.read(now.game.pk, 0)
        past = look_back.whole(now, found.moves)
    return past, found
