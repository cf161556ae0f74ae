"""What a snapshot shows beside the position: one statement reads all of it."""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

import orjson
from django.db import connection

from accounts.models import Mode, Mute, Rank, User
from games.models import DealCommitment, Game, Line, Match, Move, Seat
from games.records.game_log import Logged
from games.records.standings import Ranked
from games.table import rows

# so many lines of talk a viewer gets
LATEST = 50


class Said(NamedTuple):
    """A line of talk; the speaker is None when the account is deleted."""

    pk: int
    speaker: int | None
    seat: int
    name: str
    kind: str
    text: str
    at: datetime


class SnapshotRows(NamedTuple):
    """Rows around a game as they are at `now`: moves after a ply and the latest lines, in order.

    `stamp` differs after every write of the game's row or of a seat; "" where the database has
    none. `mutes` are the users whom each owner of a seat muted, by user id.
    """

    now: datetime
    stamp: str
    moves: list[Logged]
    said: list[Said]
    ranks: list[Ranked]
    mutes: dict[int, frozenset[int]]
    root: str | None
    commitment: str | None


def read(game_id: str, after: int) -> SnapshotRows:
    """Return what there is around a game, with its moves after this ply. Raises Game.DoesNotExist.

    Moves are added and never changed, so they fit a game that is read before or after them as far
    as it has them.
    """
    found = rows.fetched(_reading(connection.vendor), str(after), game_id)
    if not found:
        raise Game.DoesNotExist(game_id)
    now, stamp, moves, said, ranks, mutes, root, commitment = found[0]
    return SnapshotRows(
        _time(now),
        stamp,
        [Logged._make((*row, _time(at))) for *row, at in _listed(moves)],
        [Said._make((*row, _time(at))) for *row, at in _listed(said)],
        [Ranked(*row) for row in _listed(ranks)],
        {owner: frozenset(map(int, muted.split(","))) for owner, muted in _listed(mutes)},
        root,
        commitment,
    )


def version(game_id: str) -> int:
    """Return a game's version. Raises Game.DoesNotExist."""
    (key,) = _keys(connection.vendor, 1)
    found = rows.fetched(f"SELECT version FROM {Game._meta.db_table} WHERE id = {key}", game_id)
    if not found:
        raise Game.DoesNotExist(game_id)
    return int(found[0][0])


# ---------------------------------------------------------------------------- statement
def _keys(vendor: str, count: int) -> list[str]:
    """Return what stands for the parameters of a statement, in order."""
    return [f"${number}" if vendor == "postgresql" else "%s" for number in range(1, count + 1)]


@cache
def _reading(vendor: str) -> str:
    """Return the statement; its parameters are a ply and the game's id."""
    ply, game_id = _keys(vendor, 2)
    stamp, now = "''", "strftime('%%Y-%%m-%%d %%H:%%M:%%f', 'now')"
    row, all_rows, text, action = "json_array", "json_group_array", "group_concat", "json(action)"
    if vendor == "postgresql":
        row, all_rows, text, action = "json_build_array", "json_agg", "string_agg", "action"
        now = "CAST(statement_timestamp() AS text)"
        # where and by which transaction PostgreSQL has written the rows
        stamp = f"""
            concat(game.xmin, game.ctid, (
              SELECT string_agg(concat(seat.xmin, seat.ctid), '' ORDER BY seat.id)
              FROM {Seat._meta.db_table} AS seat WHERE seat.game_id = game.id))
        """

    def listed(columns: str, source: str) -> str:
        return f"(SELECT CAST({all_rows}({row}({columns})) AS text) FROM {source})"

    moves = f"{Move._meta.db_table} WHERE game_id = game.id AND ply > CAST({ply} AS integer)"
    lines = f"""
        (SELECT * FROM {Line._meta.db_table} WHERE game_id = game.id
         ORDER BY id DESC LIMIT {LATEST}) AS line
    """
    ranks = f"""
        {Seat._meta.db_table} AS seat
        JOIN {User._meta.db_table} AS owner ON owner.id = seat.user_id
        JOIN {Rank._meta.db_table} AS rank ON rank.user_id = owner.id
        WHERE seat.game_id = game.id AND rank.slug = game.slug
          AND rank.mode = '{Mode.RANKED.value}' AND rank.games > 0 AND NOT owner.hides_rating
    """
    mutes = f"""
        (SELECT owner_id, {text}(CAST(muted_id AS text), ',') AS muted
         FROM {Mute._meta.db_table} JOIN {Seat._meta.db_table} AS seat ON seat.user_id = owner_id
         WHERE seat.game_id = game.id GROUP BY owner_id) AS mute
    """
    return f"""
        SELECT {now}, {stamp},
          {listed(f"ply, seat, {action}, by, at", moves)},
          {listed("id, user_id, seat, name, kind, text, at", lines)},
          {listed("owner.id, rank.rating, rank.games, rank.rung", ranks)},
          {listed("owner_id, muted", mutes)},
          (SELECT merkle_root FROM {Match._meta.db_table} WHERE game_id = game.id
           ORDER BY number DESC LIMIT 1),
          (SELECT commitment FROM {DealCommitment._meta.db_table} WHERE game_id = game.id)
        FROM {Game._meta.db_table} AS game WHERE game.id = {game_id}
    """


def _listed(together: str | None) -> Iterable[list[Any]]:
    """Return rows that came as JSON, in the order of their first column."""
    found: list[list[Any]] = orjson.loads(together or "[]")
    return sorted(found, key=_first)


def _first(row: list[Any]) -> int:
    return int(row[0])


def _time(text: str) -> datetime:
    """Return a time of the database, which SQLite has without a zone."""
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)
