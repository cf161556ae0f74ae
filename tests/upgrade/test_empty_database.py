"""An empty database gets at once what all migrations one by one would leave in it."""

import contextlib
import re
import secrets
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from tests.serve_process import ROOT, environ

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

BEGIN = """
import django
django.setup()
from django.core.management import call_command
from django.db import connection
from django.db.migrations import RunPython, RunSQL, SeparateDatabaseAndState
from density import empty_database
tables = connection.introspection.table_names
"""
AT_ONCE = """
assert empty_database.make_tables(connection)
assert not empty_database.make_tables(connection)
call_command("migrate", verbosity=0)
"""
FROM_BEFORE = """
for app, name in (("games", "0008"), ("accounts", "0005"), ("matchmaking", "0001")):
    call_command("migrate", app, name, verbosity=0)
assert not empty_database.make_tables(connection)
call_command("migrate", verbosity=0)
"""
INTERRUPTED = """
def interrupt(execute, sql, values, many, context):
    if sql.startswith("INSERT") and "0001_slots" in values:
        raise KeyboardInterrupt
    return execute(sql, values, many, context)

try:
    with connection.execute_wrapper(interrupt):
        empty_database.make_tables(connection)
except KeyboardInterrupt:
    assert tables() == [], tables()
else:
    raise AssertionError("was not interrupted")
"""
NEEDS_A_STEP = """
from importlib import import_module
last = import_module("matchmaking.migrations.0001_slots").Migration
last.operations = [*last.operations, {step}]
assert not empty_database.make_tables(connection)
assert tables() == [], tables()
"""
ROWS = {
    "migrations": "SELECT app, name FROM django_migrations",
    "permissions": "SELECT codename, name FROM auth_permission",
    "models": "SELECT app_label, model FROM django_content_type",
}
POSTGRES = {
    "columns": """
        SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
               a.attidentity::text, pg_get_expr(d.adbin, d.adrelid), l.collname
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
        LEFT JOIN pg_collation l ON l.oid = a.attcollation
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind <> 'i'
              AND a.attnum > 0 AND NOT a.attisdropped""",
    "constraints": """
        SELECT conrelid::regclass::text, conname, contype::text, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace""",
    "indexes": "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "others": """
        SELECT relname, relkind::text, reloptions FROM pg_class
        WHERE relnamespace = 'public'::regnamespace""",
    "triggers": "SELECT tgname, tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal",
    "functions": "SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
}
HASH = re.compile(r"_[0-9a-f]{8}(?![0-9a-z])")
Schema = dict[str, Any]


def run(folder: Path, url: str, *arguments: str) -> None:
    """Run Python on a database of its own, as a deployed site does."""
    changes = {"DATA_DIR": str(folder), "DATABASE_URL": url}
    subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environ(**changes, DJANGO_SETTINGS_MODULE="density.settings"),
        check=True,
        timeout=600,  # other lanes of a test run may have the machine
    )


def parts(sql: str) -> list[str]:
    """The columns and constraints of a table of SQLite, in no order."""
    found, depth, quoted = [""], 0, ""
    for sign in sql[sql.index("(") + 1 : sql.rindex(")")]:
        if quoted:
            quoted = "" if sign == quoted else quoted
        elif sign in "'\"":
            quoted = sign
        else:
            depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth and not quoted:
            found.append("")
        else:
            found[-1] += sign
    return sorted(part.strip() for part in found)


def sqlite_schema(path: Path) -> Schema:
    """All that a file of SQLite is made of, and the rows that migrations leave."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        made = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name <> 'sqlite_sequence'"
        schema: Schema = {
            f"{kind} {name} {table}": parts(sql) if kind == "table" else sql
            for kind, name, table, sql in database.execute(made)
        }
        for name, query in ROWS.items():
            schema[name] = sorted(database.execute(query))
    return schema


def newer_names(row: str) -> str:
    """A row with the names that PostgreSQL and Django would choose now.

    What belongs to a table keeps its name when the table is renamed; nothing asks for it by that.
    """
    return HASH.sub("_…", row.replace("games_tally", "games_playerstats"))


def postgres_schema(url: str) -> Schema:
    """All that a database of PostgreSQL is made of, and the rows that migrations leave."""
    with psycopg.connect(url.replace(":@", "")) as database:
        return {
            name: sorted(newer_names(repr(row)) for row in database.execute(query))
            for name, query in (*POSTGRES.items(), *ROWS.items())
        }


@contextlib.contextmanager
def postgres_database() -> Iterator[str]:
    """The URL of an empty database in the PostgreSQL of the run."""
    name = f"empty_{secrets.token_hex(4)}"
    chosen = settings.DATABASES["default"]
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    try:
        places = {"host": chosen["HOST"], "port": chosen["PORT"], "user": chosen["USER"]}
        given = {key: value for key, value in places.items() if value}
        yield f"postgres://:{quote(chosen['PASSWORD'])}@/{name}?{urlencode(given)}"
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database of the kind of this run."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path}/empty.sqlite3"
        return
    with postgres_database() as url:
        yield url


@pytest.fixture(scope="module")
def migrated(
    tmp_path_factory: pytest.TempPathFactory,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> Schema:
    """What the migrations one by one make of an empty database."""
    folder = tmp_path_factory.mktemp("migrated")
    with django_db_blocker.unblock(), contextlib.ExitStack() as stack:
        url = f"sqlite:///{folder}/migrated.sqlite3"
        if connection.vendor != "sqlite":
            url = stack.enter_context(postgres_database())
        run(folder, url, "manage.py", "migrate", "--verbosity", "0")
        return schema(url)


def schema(url: str) -> Schema:
    """All that a database is made of."""
    if url.startswith("sqlite"):
        return sqlite_schema(Path(url.removeprefix("sqlite:///")))
    return postgres_schema(url)


def test_an_empty_database_becomes_what_migrations_make_of_it(
    tmp_path: Path, empty: str, migrated: Schema
) -> None:
    run(tmp_path, empty, "-c", BEGIN + AT_ONCE)
    made = schema(empty)
    assert len(made) > len(ROWS)
    for name in made.keys() | migrated.keys():
        assert made.get(name) == migrated.get(name), name


def test_a_database_of_before_is_left_to_the_migrations(
    tmp_path: Path, empty: str, migrated: Schema
) -> None:
    run(tmp_path, empty, "-c", BEGIN + FROM_BEFORE)
    made = schema(empty)
    for name in made.keys() | migrated.keys():
        if name in ROWS:  # also of models that have other names now
            assert set(made[name]) >= set(migrated[name])
        else:
            assert made.get(name) == migrated.get(name), name


def test_an_interrupted_start_leaves_it_empty(tmp_path: Path, empty: str) -> None:
    run(tmp_path, empty, "-c", BEGIN + INTERRUPTED + AT_ONCE)


@pytest.mark.parametrize(
    "step",
    [
        "RunSQL('SELECT 1')",
        "RunPython(RunPython.noop)",
        "SeparateDatabaseAndState(database_operations=[RunSQL('SELECT 1')])",
    ],
)
def test_a_step_that_no_model_tells_is_left_to_the_migrations(
    step: str, tmp_path: Path, empty: str
) -> None:
    run(tmp_path, empty, "-c", BEGIN + NEEDS_A_STEP.format(step=step))
