"""The look-back of snapshots: the events of the current match, and the end of the previous one.

Moves are only added to the log, never changed. So this process caches look-backs and continues
them with newer moves. A look-back that does not lead to the state of the game that was read is
made again.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from games.engine.contract import GameEvent
from games.live import snapshot_rows
from games.live.snapshot_rows import SnapshotRows
from games.models import Game
from games.positions import position as positions
from games.positions.position import Position, read_position
from games.protocol import Mark
from games.records import game_log
from games.records.game_log import Logged

# the most games in the cache: an event with its explanation for five viewers takes 2 kB, and a
# match has about 60 events
MOST_CACHED = 500


class Happened(NamedTuple):
    """An event, with the cause and time that all viewers get."""

    event: Any
    added: Mark


@dataclass(frozen=True, slots=True)
class LookBack:
    """The events up to a ply, with the state that they led to.

    `logs` are the events as viewers get them, by seat, as far as they have been needed.
    """

    ply: int
    state: Any
    happened: tuple[Happened, ...]
    logs: dict[int | None, list[GameEvent]]

    def log(self, position: Position, viewer: int | None) -> list[GameEvent]:
        """Return the events for a seat, or for spectators (None); callers must not change them."""
        log = self.logs.get(viewer, [])
        if len(log) < len(self.happened):
            new = self.happened[len(log) :]
            event_for = position.rules.event_for
            log = [*log, *({**event_for(event, viewer), **added} for event, added in new)]
            self.logs[viewer] = log
        return log


class TableReading(NamedTuple):
    """The data that the snapshots of a table are built from; before the deal there is no past."""

    position: Position
    past: LookBack | None
    rows: SnapshotRows


# by game, least recently used first
_cache: OrderedDict[str, TableReading] = OrderedDict()
_lock = threading.Lock()


def read_table(game_id: str) -> TableReading:
    """Return a table as last committed, by one statement if its revision is the cached one.

    Raises Game.DoesNotExist.
    """
    reading = _read_changed(game_id, _cache.get(game_id))
    with _lock:
        _cache[game_id] = reading
        _cache.move_to_end(game_id)
        if len(_cache) > MOST_CACHED:
            _cache.popitem(last=False)
    return reading


def drop_cached(game_id: str) -> None:
    """Remove a game from the cache."""
    with _lock:
        _cache.pop(game_id, None)


def _read_changed(game_id: str, cached: TableReading | None) -> TableReading:
    past = None if cached is None else cached.past
    after = 0 if past is None else past.ply
    # accounts may be deleted without a new revision of their finished games
    if cached and cached.position.game.status != Game.Status.FINISHED:
        rows = snapshot_rows.read_rows(game_id, after)
        if rows.revision == cached.position.game.revision:
            position = replace(cached.position, now=rows.now)
            return TableReading(position, past, rows)
    position = read_position(game_id)
    rows = snapshot_rows.read_rows(game_id, after)
    if position.state is None:
        return TableReading(position, None, rows)
    past = _continue_look_back(position, past, rows.moves)
    if past is None:
        rows = snapshot_rows.read_rows(game_id, 0)
        past = _play_moves(position, _begin_look_back(position), rows.moves)
    return TableReading(position, past, rows)


def _continue_look_back(
    position: Position, older: LookBack | None, moves: Sequence[Logged]
) -> LookBack | None:
    """Return the look-back of a position: an older one, if there is one, with newer moves.

    None if they do not lead to the current state of the game.
    """
    try:
        past = _play_moves(position, older or _begin_look_back(position), moves)
    except ValueError:
        return None
    fits = past.ply == position.game.ply and past.state == position.state
    return past if fits else None


def _begin_look_back(position: Position) -> LookBack:
    chance = positions.chance_of_all(position)
    state, events = chance.start(position.rules, position.ruleset)
    return LookBack(0, state, tuple(Happened(event, positions.FIRST_DEAL) for event in events), {})


def _play_moves(position: Position, older: LookBack, moves: Sequence[Logged]) -> LookBack:
    """Return a look-back with the moves up to the ply of the position."""
    moves = [move for move in moves if move.ply <= position.game.ply]
    if not moves:
        return older
    chance = positions.chance_of_all(position)
    ply, state, happened = older.ply, older.state, [*older.happened]
    for move in moves:
        state, events = game_log.repeat_move(position.rules, chance, state, move)
        added = positions.cause_of_move(position.game, move.by, move.at)
        happened += [Happened(event, added) for event in events]
        ply = move.ply
    first = _first_event(position, happened)
    # events for viewers stay valid only if the look-back still begins with the same event
    logs = {} if first else dict(older.logs)
    return LookBack(ply, state, tuple(happened[first:]), logs)


def _first_event(position: Position, happened: Sequence[Happened]) -> int:
    """Return the index of the end of the previous match, or of the first deal."""
    deal_row, event_for = position.game_type.deal_row, position.rules.event_for
    deals = [place for place, (event, _) in enumerate(happened) if deal_row(event) is not None]
    if not deals:
        return 0
    before = range(deals[-1] - 1, -1, -1)
    ends = (at for at in before if event_for(happened[at].event, None)["e"] == "match_over")
    return next(ends, deals[-1])
