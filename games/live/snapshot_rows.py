"""The rows of a snapshot in addition to its position, read by one statement."""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

import orjson
from django.db import connection

from accounts.models import Mode, Rank, User
from games.models import DealCommitment, Game, Line, Match, Move, Seat
from games.positions import rows
from games.records.game_log import Logged
from games.records.standings import Ranked

# the most chat lines that a viewer gets
LATEST = 50


class ChatRow(NamedTuple):
    """A chat line; the speaker is None if the account is deleted."""

    pk: int
    speaker: int | None
    seat: int
    name: str
    kind: str
    text: str
    at: datetime


class SnapshotRows(NamedTuple):
    """Rows of a game at a revision: moves after a ply and the latest chat lines, in order; ranks.

    `now` is the database's clock.
    """

    now: datetime
    revision: int
    moves: list[Logged]
    lines: list[ChatRow]
    ranks: list[Ranked]
    root: str | None
    commitment: str | None


def read_rows(game_id: str, after: int) -> SnapshotRows:
    """Return these rows of a game, with its moves after this ply. Raises Game.DoesNotExist.

    Moves are only added, so they fit a position that was read earlier, up to its ply.
    """
    games = rows.fetch_rows(_select_statement(connection.vendor), str(after), game_id)
    if not games:
        raise Game.DoesNotExist(game_id)
    now, revision, moves, lines, ranks, root, commitment = games[0]
    return SnapshotRows(
        _parse_time(now),
        revision,
        [Logged._make((*row, _parse_time(at))) for *row, at in _sort_rows(moves)],
        [ChatRow._make((*row, _parse_time(at))) for *row, at in _sort_rows(lines)],
        [Ranked(*row) for row in _sort_rows(ranks)],
        root,
        commitment,
    )


# ---------------------------------------------------------------------------- statement
@cache
def _select_statement(vendor: str) -> str:
    """Return the statement; its parameters are a ply and the game's id."""
    ply, game_id, now = "%s", "%s", "strftime('%%Y-%%m-%%d %%H:%%M:%%f', 'now')"
    row, all_rows, action = "json_array", "json_group_array", "json(action)"
    if vendor == "postgresql":
        ply, game_id, now = "$1", "$2", "CAST(statement_timestamp() AS text)"
        row, all_rows, action = "json_build_array", "json_agg", "action"

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
          AND rank.mode = CASE WHEN owner.bot_owner_id IS NULL
                               THEN '{Mode.RANKED.value}' ELSE '{Mode.BOTS.value}' END
          AND rank.games > 0 AND NOT owner.hides_rating
    """
    return f"""
        SELECT {now}, game.revision,
          {listed(f"ply, seat, {action}, by, at", moves)},
          {listed("id, user_id, seat, name, kind, text, at", lines)},
          {listed("owner.id, rank.rating, rank.games, rank.rung", ranks)},
          (SELECT merkle_root FROM {Match._meta.db_table} WHERE game_id = game.id
           ORDER BY number DESC LIMIT 1),
          (SELECT commitment FROM {DealCommitment._meta.db_table} WHERE game_id = game.id)
        FROM {Game._meta.db_table} AS game WHERE game.id = {game_id}
    """


def _sort_rows(together: str | None) -> Iterable[list[Any]]:
    """Return rows from a JSON list, ordered by their first column."""
    rows_as_lists: list[list[Any]] = orjson.loads(together or "[]")
    return sorted(rows_as_lists, key=_first_column)


def _first_column(row: list[Any]) -> int:
    return int(row[0])


def _parse_time(text: str) -> datetime:
    """Return a time of the database; SQLite stores it without a zone."""
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)
