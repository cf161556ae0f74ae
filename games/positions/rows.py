"""The rows of games in plain SQL: one statement reads them, one writes any number of changes.

The ORM, which everything else uses, would cost a move many times as much. Every change of a game
or its seats raises the game's revision, and a move is written only if the revision is still that
of its position. So positions may be cached, or read without a lock.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache, partial
from typing import Any

import orjson
from django.db import connection, models, transaction
from django.db.models import F

from accounts.models import Mute
from density.platform import metrics
from games.engine.contract import Json
from games.models import Game, Match, Move, Seat
from games.positions.clock_watch import JUMP_SECONDS

# the columns of Game that a change writes
MOVED = (*("state", "version", "ply", "pause_until"), *("status", "started_at", "first_dealer"))
# the columns of Seat that a change writes: question, clock, presence, and its part in the deal
SAVED = (
    *("question", "asked", "due_at", "allowed_ms", "turns", "turn_at", "free_ms", "bank_ms"),
    *("lapses", "away_since", "absent_turns", "absent_ms", "tab", "stand_in", "stand_in_at"),
    *("stand_in_match", "free_match", "returns", "abandoned_at", "live", "wants_end", "ready"),
    *("ai_pace", "pledge", "client_bytes", "bytes_by", "silent", "silent_at"),
)
ADDED = ("game_id", "ply", "seat", "question", "match", "round", "action", "by", "at")
BEGUN = ("game_id", "number", "dealer", "living", "merkle_root", "ended_by")
ENDED = ("ended_by", "round", "scores", "winners", "damage", "lives")

# how long a reading of the database's clock is valid, because that clock can be set, too
CLOCK_SECONDS = 10.0

Convert = Callable[[Any], Any]


@dataclass(slots=True)
class Rows:
    """A game and its seats at `now`, the database's time.

    `mutes` are the users whom each owner muted, by user id.
    """

    game: Game
    seats: list[Seat]
    now: datetime
    mutes: dict[int, frozenset[int]]


@dataclass(slots=True)
class Change:
    """The rows that a change writes: the changed game and seats, and new rows.

    `ended` are the columns of matches that end (GameType.match_row).
    """

    game: Game
    seats: Sequence[Seat]
    move: Move | None = None
    ended: list[Json] = field(default_factory=list)
    begun: list[Match] = field(default_factory=list)


class Clock:
    """The database's clock since its last reading, for moves that read nothing."""

    def __init__(self) -> None:
        self._read: tuple[datetime, float, float] | None = None

    def set(self, now: datetime) -> None:
        """Save the current time of the database."""
        self._read = now, time.monotonic(), time.time()

    def now(self) -> datetime | None:
        """Return the time; None if it has to be read again.

        That is before the first reading of this process, when the last one is CLOCK_SECONDS old,
        and after this machine's clock was set: the database may be on the same machine.
        """
        if self._read is None:
            return None
        database_time, at, wall = self._read
        passed = time.monotonic() - at
        if passed > CLOCK_SECONDS or abs(time.time() - wall - passed) > JUMP_SECONDS:
            return None
        return database_time + timedelta(seconds=passed)


clock = Clock()


# --------------------------------------------------------------------------- reading
def read_rows(game_id: str) -> Rows:
    """Return the committed rows. Raises Game.DoesNotExist, also for a game without a seat."""
    games = read_many([game_id])
    if not games:
        raise Game.DoesNotExist(game_id)
    return games[game_id]


def read_many(game_ids: Sequence[str]) -> dict[str, Rows]:
    """Return the committed rows of games by id; games without a seat are left out."""
    statement, converters = _select_statement(connection.vendor)
    game_columns, seat_columns = (
        slice(len(_column_names(Game))),
        slice(len(_column_names(Game)), -2),
    )
    *_, to_time = converters
    games: dict[str, Rows] = {}
    parameter = list(game_ids) if connection.vendor == "postgresql" else _to_json(game_ids)
    for row in fetch_rows(statement, parameter):
        seat = _build_row(Seat, row[seat_columns], converters[seat_columns])
        rows = games.get(seat.game_id)
        if rows is None:
            clock.set(to_time(row[-1]))
            game = _build_row(Game, row[game_columns], converters[game_columns])
            rows = games[seat.game_id] = Rows(game, [], to_time(row[-1]), {})
        rows.seats.append(seat)
        if row[-2] and seat.user_id is not None:
            rows.mutes[seat.user_id] = frozenset(map(int, row[-2].split(",")))
    return games


def lock_rows(game_id: str) -> Rows:
    """Lock a game until this transaction ends, and return its rows.

    Raises Game.DoesNotExist.
    """
    raise_revisions([game_id])
    return read_rows(game_id)


def raise_revisions(game_ids: Iterable[str]) -> None:
    """Raise the revisions of games in a fixed order; this locks them until the transaction ends."""
    for game_id in sorted(game_ids):
        Game.objects.filter(pk=game_id).update(revision=F("revision") + 1)


@cache
def _column_names(model: type[models.Model]) -> tuple[str, ...]:
    return tuple(field.attname for field in model._meta.concrete_fields)


@cache
def _select_statement(vendor: str) -> tuple[str, list[Convert]]:
    """Return the statement that reads games, and the converters of its columns to Python values."""
    if vendor == "postgresql":
        among, now = "= ANY($1)", "statement_timestamp()"
        together = "string_agg(muted_id::text, ',')"
    else:
        among, together = "IN (SELECT value FROM json_each(%s))", "group_concat(muted_id)"
        now = "strftime('%%Y-%%m-%%d %%H:%%M:%%f', 'now')"
    columns = [
        f'{table}."{field.column}"'
        for table, model in (("game", Game), ("seat", Seat))
        for field in model._meta.concrete_fields
    ]
    statement = f"""
        SELECT {", ".join(columns)},
          (SELECT {together} FROM {Mute._meta.db_table} WHERE owner_id = seat.user_id), {now}
        FROM {Game._meta.db_table} AS game
        JOIN {Seat._meta.db_table} AS seat ON seat.game_id = game.id
        WHERE game.id {among} ORDER BY seat."index"
    """
    fields = [*Game._meta.concrete_fields, *Seat._meta.concrete_fields]
    at = Game._meta.get_field("created_at")
    return statement, [*map(_converter, fields), str, _converter(at)]


def _converter(column: "models.Field[Any, Any]") -> Convert:
    """Return the conversion that the ORM applies to a value of this column."""
    backend = connection.ops.get_db_converters(column.cached_col)
    steps = [*backend, *column.get_db_converters(connection)]
    if isinstance(column, models.JSONField):
        return lambda value: None if value is None else orjson.loads(value)

    def convert(value: Any) -> Any:
        for step in steps:
            value = step(value, None, connection)
        return value

    return convert if steps else _identity


def _identity(value: Any) -> Any:
    return value


def _build_row(
    model: type[Game | Seat], values: Sequence[Any], converters: Sequence[Convert]
) -> Any:
    converted = [convert(value) for convert, value in zip(converters, values, strict=True)]
    return model.from_db(connection.alias, _column_names(model), converted)


# --------------------------------------------------------------------------- writing
def write_changes(changes: Sequence[Change]) -> set[str]:
    """Write changes of different games in one transaction; return the ids of the written games.

    A game whose revision is no longer that of the change's position stays unchanged. If the
    database fails, the error is raised and nothing is written.
    """
    if connection.vendor == "postgresql":
        written_ids = _write_at_once(changes)
    else:
        with transaction.atomic():
            written_ids = {change.game.pk for change in changes if _write_one(change)}
    for change in changes:
        change.game.revision += 1
    transaction.on_commit(partial(_count_moves, changes, written_ids))
    return written_ids


def _count_moves(changes: Sequence[Change], written_ids: set[str]) -> None:
    for change in changes:
        if change.move is not None and change.game.pk in written_ids:
            origin = "lapsed" if change.move.by == Move.By.CLOCK else change.move.by
            metrics.count_event("moves", change.game.slug, origin)


def _write_at_once(changes: Sequence[Change]) -> set[str]:
    """Write changes by one statement, which takes all rows as JSON."""
    parts: dict[str, list[Json]] = {"games": [], "seats": [], "moves": [], "ended": [], "begun": []}
    for change in sorted(changes, key=lambda change: change.game.pk):
        key = {"game_id": change.game.pk}
        revision = {"was": change.game.revision}
        parts["games"].append(key | revision | _column_values(change.game, MOVED))
        parts["seats"] += [
            key | {"index": seat.index} | _column_values(seat, SAVED) for seat in change.seats
        ]
        parts["moves"] += [] if change.move is None else [_column_values(change.move, ADDED)]
        parts["ended"] += [key | row for row in change.ended]
        parts["begun"] += [_column_values(match, BEGUN) for match in change.begun]
    return {game_id for (game_id,) in fetch_rows(_write_statement(), _to_json(parts))}


@cache
def _write_statement() -> str:
    def typed(model: type[models.Model], names: Sequence[str], *more: str) -> str:
        fields = {field.attname: field for field in model._meta.concrete_fields}
        return ", ".join(
            [*(f'"{name}" {fields[name].db_type(connection)}' for name in names), *more]
        )

    def new(names: Sequence[str]) -> str:
        return ", ".join(f'"{name}" = row."{name}"' for name in names)

    def insert(part: str, model: type[models.Model], names: Sequence[str]) -> str:
        columns = ", ".join(f'"{name}"' for name in names)
        return f"""
          INSERT INTO {model._meta.db_table} ({columns})
          SELECT {", ".join(f'row."{name}"' for name in names)}
          FROM given, written, jsonb_to_recordset(given.all_rows -> '{part}')
            AS row({typed(model, names)})
          WHERE written.id = row.game_id
        """

    key = '"game_id" varchar'
    return f"""
        WITH given AS (SELECT $1::jsonb AS all_rows),
        written AS (
          UPDATE games_game AS game SET {new(MOVED)}, revision = row.was + 1
          FROM given, jsonb_to_recordset(given.all_rows -> 'games')
            AS row({typed(Game, MOVED, key, '"was" integer')})
          WHERE game.id = row.game_id AND game.revision = row.was RETURNING game.id
        ),
        seats AS (
          UPDATE games_seat AS seat SET {new(SAVED)}
          FROM given, written, jsonb_to_recordset(given.all_rows -> 'seats')
            AS row({typed(Seat, SAVED, key, '"index" integer')})
          WHERE written.id = row.game_id
            AND seat.game_id = row.game_id AND seat."index" = row."index"
        ),
        moves AS ({insert("moves", Move, ADDED)}),
        ended AS (
          UPDATE games_match AS match SET {new(ENDED)}
          FROM given, written, jsonb_to_recordset(given.all_rows -> 'ended')
            AS row({typed(Match, (*ENDED, "number"), key)})
          WHERE written.id = row.game_id
            AND match.game_id = row.game_id AND match.number = row.number
        ),
        begun AS ({insert("begun", Match, BEGUN)})
        SELECT id FROM written
    """


def fetch_rows(statement: str, *values: str | list[str]) -> list[Any]:
    """Return all rows of a statement.

    PostgreSQL caches the plan of the statement, which costs more than its execution. Django's own
    cursors would send new text every time.
    """
    if connection.vendor != "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(statement, values)
            return list(cursor.fetchall())
    from psycopg import RawCursor  # noqa: PLC0415 - may be missing with SQLite

    connection.ensure_connection()
    with connection.wrap_database_errors:
        raw = RawCursor(connection.connection)
        return raw.execute(statement, values, prepare=True).fetchall()


def _to_json(value: object) -> str:
    return orjson.dumps(value, default=_to_plain).decode()


def _to_plain(value: Any) -> object:
    """Return bytes as PostgreSQL reads them, and the named tuples of a state as tuples."""
    return f"\\x{value.hex()}" if isinstance(value, bytes | memoryview) else tuple(value)


def _column_values(row: models.Model, names: Sequence[str]) -> Json:
    return {name: getattr(row, name) for name in names}


def _write_one(change: Change) -> bool:
    """Write one change; return whether its game had the same revision."""
    game = change.game
    columns = _column_values(game, MOVED) | {"revision": game.revision + 1}
    where = {"id": game.pk, "revision": game.revision}
    if not _execute_write("UPDATE", Game, columns, where):
        return False
    for seat in change.seats:
        _execute_write(
            "UPDATE", Seat, _column_values(seat, SAVED), {"game_id": game.pk, "index": seat.index}
        )
    if change.move is not None:
        _execute_write("INSERT", Move, _column_values(change.move, ADDED))
    for row in change.ended:
        ended = {name: row.get(name) for name in ENDED}
        _execute_write("UPDATE", Match, ended, {"game_id": game.pk, "number": row["number"]})
    for match in change.begun:
        _execute_write("INSERT", Match, _column_values(match, BEGUN))
    return True


def _execute_write(
    verb: str, model: type[models.Model], values: Json, where: Json | None = None
) -> int:
    """Insert a row, or update those that match `where`; return the number of rows."""
    text = _sql_text(verb, model, tuple(values), tuple(where or ()))
    adapted = [
        adapt(value)
        for adapt, value in zip(_adapters(model, tuple(values)), values.values(), strict=True)
    ]
    with connection.cursor() as cursor:
        cursor.execute(text, [*adapted, *(where or {}).values()])
        return int(cursor.rowcount)


@cache
def _sql_text(
    verb: str, model: type[models.Model], names: tuple[str, ...], where: tuple[str, ...]
) -> str:
    table = model._meta.db_table
    if verb == "INSERT":
        columns = ", ".join(f'"{name}"' for name in names)
        return f"INSERT INTO {table} ({columns}) VALUES ({', '.join(['%s'] * len(names))})"
    new = ", ".join(f'"{name}" = %s' for name in names)
    return f"UPDATE {table} SET {new} WHERE " + " AND ".join(f'"{name}" = %s' for name in where)


@cache
def _adapters(model: type[models.Model], names: tuple[str, ...]) -> list[Convert]:
    """Return the converters of Python values to database values, for each column."""
    fields = {field.attname: field for field in model._meta.concrete_fields}

    def adapter(column: "models.Field[Any, Any]") -> Convert:
        if isinstance(column, models.JSONField):
            return lambda value: None if value is None else _to_json(value)
        if isinstance(column, models.DateTimeField):
            return connection.ops.adapt_datetimefield_value
        return _identity

    return [adapter(fields[name]) for name in names]
