"""Copies a whole database out of a site that runs, and into one that is empty."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

from density.server.process import CannotRun

# the name of the copy by the database that it is of
FILES = {"sqlite": "database.sqlite3", "postgresql": "database.dump"}
# how the programs of PostgreSQL are given what Django gives its driver: never as arguments, which
# every user of the machine can read
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
    """Write the database as it is at one moment into a file of this folder; return the file.

    Others go on reading and writing meanwhile. Raises CannotRun.
    """
    file = folder / FILES[connection.vendor]
    if connection.vendor == "sqlite":
        _copy_sqlite(Path(str(connection.settings_dict["NAME"])), file)
    else:
        usage = f"pg_dump --format=custom --file={file} and the name of the database"
        _run(connection, usage, "pg_dump", "--format=custom", f"--file={file}")
    return file


def copy_in(connection: BaseDatabaseWrapper, file: Path) -> None:
    """Fill a database without tables from such a file, all or nothing. Raises CannotRun."""
    if connection.vendor == "sqlite":
        name = Path(str(connection.settings_dict["NAME"]))
        name.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        half = name.with_name(f"{name.name}.half")
        shutil.copyfile(file, half)
        half.chmod(0o600)
        sync_to_disk(half)
        half.replace(name)
        return
    usage = f"pg_restore --no-owner --single-transaction --dbname=NAME {file}"
    # a name with = or :// would be taken for other parameters
    quoted = str(connection.settings_dict["NAME"]).replace("\\", r"\\").replace("'", r"\'")
    named = f"--dbname=dbname='{quoted}'"
    options = ("--no-owner", "--single-transaction", "--exit-on-error", named)
    _run(connection, usage, "pg_restore", *options, str(file))


def is_empty(connection: BaseDatabaseWrapper) -> bool:
    """Return whether there is nothing yet where the database is to be; it is not made by asking."""
    if connection.vendor == "sqlite":
        name = Path(str(connection.settings_dict["NAME"]))
        return not any(Path(f"{name}{end}").exists() for end in ("", "-wal", "-journal"))
    return not connection.introspection.table_names()


def _copy_sqlite(name: Path, file: Path) -> None:
    """Copy by SQLite's backup API, in one read transaction: writers of the log are not held up."""
    try:
        # neither made where it is missing, nor opened without its log
        with (
            closing(sqlite3.connect(f"{name.absolute().as_uri()}?mode=rw", uri=True)) as source,
            closing(sqlite3.connect(file)) as target,
        ):
            source.backup(target)
            # one file, without a log beside it
            target.execute("PRAGMA journal_mode=DELETE")
            ((found,),) = target.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.Error as fault:
        raise CannotRun(f"The database {name} cannot be copied: {fault}.") from fault
    if found != "ok":
        raise CannotRun(f"The database {name} is damaged: {found}.")


def _run(connection: BaseDatabaseWrapper, usage: str, program: str, *arguments: str) -> None:
    """Run a program of PostgreSQL on the database of this connection."""
    if shutil.which(program) is None:
        raise CannotRun(
            f"{program} is not installed here: install PostgreSQL's client programs, or run"
            f" {usage} where they are."
        )
    done = subprocess.run(
        [program, "--no-password", *arguments],
        env={**os.environ, **pg_environ(connection.get_connection_params())},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["it gave no reason"])[0]
        raise CannotRun(f"{program} failed: {said}")


def pg_environ(parameters: dict[str, Any]) -> dict[str, str]:
    """Return the environment by which PostgreSQL's programs reach what these parameters name."""
    found = ((name, parameters.get(key)) for key, name in PG_VARIABLES.items())
    return {name: str(value) for name, value in found if value not in (None, "")}


def sync_to_disk(path: Path) -> None:
    """Return when a file or folder is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
