"""Copies a whole database out of a running site, and into an empty one."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

from density.server.process import CannotRun

# file name of the copy, by database
FILES = {"sqlite": "database.sqlite3", "postgresql": "database.dump"}
# Connection parameters go to PostgreSQL's programs as environment variables: other users of the
# machine can read command-line arguments.
PG_VARIABLES = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
    "service": "PGSERVICE",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "connect_timeout": "PGCONNECT_TIMEOUT",
}


def copy_out(connection: BaseDatabaseWrapper, folder: Path) -> Path:
    """Write a consistent copy of the database into a file of this folder; return the file.

    Readers and writers are not blocked. Raises CannotRun.
    """
    file = folder / FILES[connection.vendor]
    if connection.vendor == "sqlite":
        _copy_sqlite(Path(str(connection.settings_dict["NAME"])), file)
    else:
        usage = f"pg_dump --format=custom --file={file} and the name of the database"
        _run(connection, usage, "pg_dump", "--format=custom", f"--file={file}")
    return file


def copy_in(connection: BaseDatabaseWrapper, file: Path) -> None:
    """Restore such a file into an empty database, all or nothing. Raises CannotRun."""
    if connection.vendor == "sqlite":
        name = Path(str(connection.settings_dict["NAME"]))
        name.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        partial = name.with_name(f"{name.name}.half")
        shutil.copyfile(file, partial)
        partial.chmod(0o600)
        sync_to_disk(partial)
        partial.replace(name)
        return
    usage = f"pg_restore --no-owner --single-transaction --dbname=NAME {file}"
    # quoted, because a name with = or :// would be read as connection parameters
    quoted = str(connection.settings_dict["NAME"]).replace("\\", r"\\").replace("'", r"\'")
    database_option = f"--dbname=dbname='{quoted}'"
    options = ("--no-owner", "--single-transaction", "--exit-on-error", database_option)
    _run(connection, usage, "pg_restore", *options, str(file))


def is_empty(connection: BaseDatabaseWrapper) -> bool:
    """Return whether the database has no tables; does not create a missing SQLite file."""
    if connection.vendor == "sqlite":
        name = Path(str(connection.settings_dict["NAME"]))
        return not any(Path(f"{name}{end}").exists() for end in ("", "-wal", "-journal"))
    return not connection.introspection.table_names()


def _copy_sqlite(name: Path, file: Path) -> None:
    """Copy a SQLite database with its backup API, which does not block writers."""
    try:
        # mode=rw does not create a missing file, and reads its write-ahead log
        with (
            closing(sqlite3.connect(f"{name.absolute().as_uri()}?mode=rw", uri=True)) as source,
            closing(sqlite3.connect(file)) as target,
        ):
            source.backup(target)
            # so that the copy is a single file
            target.execute("PRAGMA journal_mode=DELETE")
            ((check_result,),) = target.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.Error as fault:
        raise CannotRun(f"The database {name} cannot be copied: {fault}.") from fault
    if check_result != "ok":
        raise CannotRun(f"The database {name} is damaged: {check_result}.")


def _run(connection: BaseDatabaseWrapper, usage: str, program: str, *arguments: str) -> None:
    """Run a program of PostgreSQL on the database of this connection."""
    if shutil.which(program) is None:
        raise CannotRun(
            f"{program} is not installed here: install PostgreSQL's client programs, or run"
            f" {usage} where they are."
        )
    result = subprocess.run(
        [program, "--no-password", *arguments],
        env={**os.environ, **pg_environ(connection.get_connection_params())},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode:
        reason = (result.stderr.strip().splitlines() or ["it gave no reason"])[0]
        raise CannotRun(f"{program} failed: {reason}")


def pg_environ(parameters: dict[str, Any]) -> dict[str, str]:
    """Return the environment variables for PostgreSQL's programs with these parameters."""
    pairs = ((name, parameters.get(key)) for key, name in PG_VARIABLES.items())
    return {name: str(value) for name, value in pairs if value not in (None, "")}


def sync_to_disk(path: Path) -> None:
    """Sync a file or folder to disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
