"""Launches a PostgreSQL with a streaming replica beside it."""

import contextlib
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

import psycopg

from tests import postgres
from tests.patience import PATIENCE

# what is committed is on its way to the replica
STREAMING = (
    *("-c", "wal_level=replica", "-c", "max_wal_senders=4"),
    *("-c", "synchronous_commit=local"),
)


@dataclass
class Pair:
    """The URL of a database and of its replica."""

    url: str
    replica_url: str
    replica: "subprocess.Popen[bytes]"

    def write(self, statement: str, *values: object) -> None:
        """Write to the database past the site."""
        with psycopg.connect(self.url, autocommit=True) as line:
            line.execute(statement, values)

    def catch_up(self) -> None:
        """Return when the replica has all that was written."""
        with psycopg.connect(self.url) as line:
            ((written,),) = line.execute("SELECT pg_current_wal_lsn()::text").fetchall()

        def there() -> bool:
            with psycopg.connect(self.replica_url) as replica:
                query = "SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn"
                return bool(replica.execute(query, (written,)).fetchall()[0][0])

        wait_until(there)

    def hold(self) -> None:
        """Let the replica stay as it is, however much is written."""
        with psycopg.connect(self.replica_url, autocommit=True) as replica:
            replica.execute("SELECT pg_wal_replay_pause()")
            query = "SELECT pg_get_wal_replay_pause_state()"
            wait_until(lambda: replica.execute(query).fetchall() == [("paused",)])

    def end_replica(self) -> None:
        """Let the replica be gone."""
        self.replica.send_signal(signal.SIGQUIT)
        self.replica.wait(PATIENCE)


def wait_until(done: Callable[[], bool]) -> None:
    """Return when it is done."""
    deadline = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.02)


@contextlib.contextmanager
def running() -> Iterator[Pair]:
    """A database of its own, and its replica."""
    with postgres.embedded(*STREAMING) as url:
        primary = parse_qs(urlsplit(url).query)["host"][0]
        with psycopg.connect(
            host=primary, user="postgres", dbname="postgres", autocommit=True
        ) as line:
            line.execute("CREATE DATABASE density")
        folder = Path(tempfile.mkdtemp(prefix="density-pg-"))
        try:
            programs = postgres.readable_by_all(postgres.programs_folder(), folder)
            postgres.hand_over(folder)
            subprocess.run(
                [
                    *(programs / "pg_basebackup", "--host", primary, "--username", "postgres"),
                    *("--pgdata", folder / "data", "--checkpoint", "fast", "--no-sync"),
                    *("--write-recovery-conf", "--wal-method", "stream"),
                ],
                check=True,
                cwd="/",
                **postgres.become(),  # type: ignore[call-overload] # user and group are strings
            )
            server = postgres.start_server(programs, folder, *STREAMING)
            pair = Pair(url, url.replace(quote(primary), quote(str(folder))), server)
            try:
                yield pair
            finally:
                pair.end_replica()
        finally:
            shutil.rmtree(folder, ignore_errors=True)
