"""Tables in a partition for each month, on PostgreSQL (docs/decisions/0041).

The models know nothing of it: a partitioned table has the columns of the model under its name.
What a model says is unique is so inside each partition; a move is written to the revision that it
was made from, so a game that goes on into the next month needs no more.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.core.management.color import no_style
from django.db import connection, models, transaction

from games.models import Match, Move

# the partition of what fits no month: nothing is ever refused
REST = "rest"
# how long others may keep a table, and wait for it, when its partitions are changed
PATIENCE = "5s"

Month = date | str


@dataclass(frozen=True)
class Table:
    """A table that grows for ever, and the column that says to which month a row belongs.

    `began` is the SQL of that time for rows of before, where the model has no such column: the
    database adds one, and new rows get the time at which they are written.
    """

    model: type[models.Model]
    column: str
    began: str = ""

    @property
    def name(self) -> str:
        """The name in the database."""
        return self.model._meta.db_table

    @property
    def columns(self) -> str:
        """The columns of the model, as SQL."""
        return ", ".join(f'"{each.column}"' for each in self.model._meta.concrete_fields)

    @property
    def time(self) -> str:
        """The SQL of the time of a row of before."""
        return f"coalesce({self.began}, now())" if self.began else f'"{self.column}"'

    def partition(self, month: Month) -> str:
        """Return the name of a partition: `games_move_2026_11`, `games_move_rest`."""
        return f"{self.name}_{month if isinstance(month, str) else f'{month:%Y_%m}'}"

    def unique(self) -> Iterator[tuple[str, str]]:
        """Yield the name and the columns, as SQL, of everything that the model says is unique."""
        fields = {each.name: each.column for each in self.model._meta.concrete_fields}
        for each in self.model._meta.constraints:
            if isinstance(each, models.UniqueConstraint):
                yield each.name, ", ".join(f'"{fields[name]}"' for name in each.fields)


GAME_BEGAN = "(SELECT started_at FROM games_game WHERE games_game.id = game_id)"
TABLES = (Table(Move, "at"), Table(Match, "written_at", GAME_BEGAN))


# ------------------------------------------------------------------------------- months
def month_of(at: datetime) -> date:
    """Return the first day of the month of a time, in UTC."""
    return at.astimezone(UTC).date().replace(day=1)


def following(month: date, count: int = 1) -> date:
    """Return the first day of a later month."""
    for _ in range(count):
        month = (month + timedelta(days=31)).replace(day=1)
    return month


# ------------------------------------------------------------------------------- what is there
def is_partitioned(table: Table) -> bool:
    """Return whether the table has partitions."""
    return _asked("SELECT relkind = 'p' FROM pg_class WHERE oid = %s::regclass", table.name) == [
        (True,)
    ]


def partitions(table: Table) -> list[str]:
    """Return the names of the partitions, the oldest month first."""
    query = """
        SELECT relname FROM pg_class JOIN pg_inherits ON inhrelid = pg_class.oid
        WHERE inhparent = %s::regclass ORDER BY relname
    """
    return [name for (name,) in _asked(query, table.name)]


# ------------------------------------------------------------------------------- there and back
def split(table: Table, months_ahead: int) -> None:
    """Give every month a partition, and so many months to come, in one transaction.

    All rows are copied: that takes the room of the table once more, and a site at rest.
    """
    name, old, columns = table.name, f"{table.name}_before", table.columns
    added = f", {table.column} timestamptz NOT NULL DEFAULT now()" if table.began else ""
    with transaction.atomic():
        _run(f"LOCK TABLE {name} IN ACCESS EXCLUSIVE MODE")
        links, indexes = _foreign_keys(name), _plain_indexes(name)
        ((after,),) = _asked(f"SELECT coalesce(max(id), 0) + 1 FROM {name}")
        _run(
            *_set_aside(name, old),
            f"CREATE TABLE {name} (LIKE {old} INCLUDING DEFAULTS INCLUDING CONSTRAINTS{added})"
            f" PARTITION BY RANGE ({table.column})",
            f"CREATE SEQUENCE {name}_id_seq OWNED BY {name}.id",
            f"SELECT setval('{name}_id_seq', {after}, false)",
            f"ALTER TABLE {name} ALTER id SET DEFAULT nextval('{name}_id_seq')",
        )
        months = [(month, _values(month)) for month in _months(old, table.time)]
        parts: list[tuple[Month, str]] = [(REST, "DEFAULT"), *months]
        for month, values in parts:
            _run(_make(table, month), _take(table, month, values))
        _run(
            f"INSERT INTO {name} ({columns}, {table.column})"
            f" SELECT {columns}, {table.time} FROM {old}"
            if table.began
            else f"INSERT INTO {name} ({columns}) SELECT {columns} FROM {old}",
            f"DROP TABLE {old}",
            *(each for month, _ in parts for each in _make_unique(table, month)),
            f"ALTER TABLE {name} ADD CONSTRAINT {name}_pkey PRIMARY KEY (id, {table.column})",
            *(f"ALTER TABLE {name} ADD {link}" for link in links),
            *indexes,
        )
        extend(table, months_ahead)
    _run(f"ANALYZE {name}")


def extend(table: Table, months_ahead: int) -> list[str]:
    """Give this month and so many to come a partition; return the names of the new ones.

    Months that were written to without having one are taken out of the rest.
    """
    there, rest, made = set(partitions(table)), table.partition(REST), []
    with transaction.atomic():
        _run(f"SET LOCAL lock_timeout = '{PATIENCE}'")
        ((now,),) = _asked("SELECT now()")
        months = {following(month_of(now), count) for count in range(months_ahead + 1)}
        for month in sorted(months.union(_months(rest, table.column))):
            if (part := table.partition(month)) not in there:
                first, end = _bounds(month)
                _run(
                    f"LOCK TABLE {table.name} IN ACCESS EXCLUSIVE MODE",
                    _make(table, month),
                    f"WITH gone AS (DELETE FROM {rest} WHERE {table.column} >= {first}"
                    f" AND {table.column} < {end} RETURNING *)"
                    f" INSERT INTO {part} SELECT * FROM gone",
                    *_make_unique(table, month),
                    _take(table, month, _values(month)),
                )
                made.append(part)
    return made


def join(table: Table) -> None:
    """Make one table of all partitions, as the migrations made it, in one transaction."""
    name, old, columns = table.name, f"{table.name}_before", table.columns
    with transaction.atomic():
        _run(
            f"LOCK TABLE {name} IN ACCESS EXCLUSIVE MODE",
            *(f"DROP INDEX {index}" for index in _names_of_plain_indexes(name)),
            *_set_aside(name, old),
            # their names are wanted again
            *(f"ALTER TABLE {old} DROP CONSTRAINT {each}" for each in _constraints(name)),
        )
        # indexes and foreign keys are made when it ends
        with connection.schema_editor() as editor:
            editor.create_model(table.model)
            editor.execute(f"INSERT INTO {name} ({columns}) SELECT {columns} FROM {old}")
            editor.execute(f"DROP TABLE {old}")
        _run(*connection.ops.sequence_reset_sql(no_style(), [table.model]))
    _run(f"ANALYZE {name}")


# ------------------------------------------------------------------------------- archives
def detach(month: date) -> None:
    """Make a month of every table a table of its own, which the site does not read any more."""
    _change(
        *(f"ALTER TABLE {each.name} DETACH PARTITION {each.partition(month)}" for each in TABLES)
    )


def attach(month: date) -> None:
    """Take a month back that was detached."""
    _change(*(_take(each, month, _values(month)) for each in TABLES))


def _change(*statements: str) -> None:
    """Change partitions all together, or not at all where others keep a table for long."""
    with transaction.atomic():
        _run(f"SET LOCAL lock_timeout = '{PATIENCE}'", *statements)


# ------------------------------------------------------------------------------- statements
def _set_aside(name: str, old: str) -> Iterator[str]:
    ((sequence,),) = _asked("SELECT pg_get_serial_sequence(%s, 'id')", name)
    yield f"ALTER TABLE {name} RENAME TO {old}"
    yield f"ALTER SEQUENCE {sequence} RENAME TO {old}_id_seq"


def _make(table: Table, month: Month) -> str:
    part = table.partition(month)
    # without defaults: those of the table itself count, and an archive needs no sequence
    return f"CREATE TABLE {part} (LIKE {table.name} INCLUDING CONSTRAINTS)"


def _make_unique(table: Table, month: Month) -> Iterator[str]:
    part = table.partition(month)
    for name, columns in table.unique():
        yield f"ALTER TABLE {part} ADD CONSTRAINT {part}_{name} UNIQUE ({columns})"


def _take(table: Table, month: Month, values: str) -> str:
    return f"ALTER TABLE {table.name} ATTACH PARTITION {table.partition(month)} {values}"


def _values(month: date) -> str:
    return "FOR VALUES FROM ({}) TO ({})".format(*_bounds(month))


def _bounds(month: date) -> tuple[str, str]:
    return f"'{month} 00:00+00'", f"'{following(month)} 00:00+00'"


def _months(source: str, time: str) -> list[date]:
    """Return the months of the rows of a table."""
    found = _asked(f"SELECT DISTINCT date_trunc('month', {time} AT TIME ZONE 'UTC') FROM {source}")
    return sorted(month.date() for (month,) in found)


def _constraints(name: str) -> list[str]:
    """Return the names of all constraints, the key before its columns' NOT NULL."""
    query = """
        SELECT quote_ident(conname) FROM pg_constraint WHERE conrelid = %s::regclass
        ORDER BY contype <> 'p'
    """
    return [found for (found,) in _asked(query, name)]


def _foreign_keys(name: str) -> list[str]:
    query = """
        SELECT format('CONSTRAINT %%I %%s', conname, pg_get_constraintdef(oid)) FROM pg_constraint
        WHERE conrelid = %s::regclass AND contype = 'f'
    """
    return [definition for (definition,) in _asked(query, name)]


def _plain_indexes(name: str) -> list[str]:
    """Return the statements that make the indexes that belong to no constraint."""
    query = """
        SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = %s::regclass
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
    """
    return [definition for (definition,) in _asked(query, name)]


def _names_of_plain_indexes(name: str) -> list[str]:
    return [definition.split()[2] for definition in _plain_indexes(name)]


def _asked(query: str, *values: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return list(cursor.fetchall())


def _run(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
