"""Rehearse docs/BACKUP.md on PostgreSQL: `python -m tests.backup.recovery`.

A server with the archive of docs/deploy is backed up while games are played, loses its moves, and
is recovered to the moment before: the games go on there.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg

from games.engine.contract import Json
from tests import postgres
from tests.backup.rehearsal import begun_site, go_on
from tests.patience import PATIENCE, wait_until
from tests.serve_process import ROOT

DEPLOY = ROOT / "docs" / "deploy"
ARCHIVE = "/var/backups/density/wal"
# what the server of the tests is started with forbids an archive
ARCHIVING = ("-c", "wal_level=replica", "-c", "max_wal_senders=4", "-c", "synchronous_commit=on")


@contextlib.contextmanager
def server(programs: Path, folder: Path) -> Iterator[str]:
    """A PostgreSQL on the data in this folder; its URL without a database."""
    running = postgres.start_server(programs, folder, *ARCHIVING)
    try:
        yield f"postgres:///%s?host={quote(str(folder))}&user=postgres"
    finally:
        running.send_signal(signal.SIGINT)
        running.wait(PATIENCE)


def script(programs: Path, host: Path, name: str, *words: str) -> str:
    """What a script of docs/deploy says, run as the user of the server."""
    done = subprocess.run(
        ["sh", "-s", *words],
        input=(DEPLOY / name).read_text(),
        env={"PATH": f"{programs}:{os.environ['PATH']}", "PGHOST": str(host), "PGUSER": "postgres"},
        cwd="/",
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        **postgres.become(),  # type: ignore[call-overload] # user and group are strings
    )
    return str(done.stdout).strip()


def place(parent: Path, name: str) -> Path:
    """A folder of the server's user."""
    folder = parent / name
    folder.mkdir()
    postgres.hand_over(folder)
    return folder


def count(url: str) -> int:
    """How many moves there are."""
    with psycopg.connect(url) as line:
        return int(line.execute("SELECT count(*) FROM games_move").fetchall()[0][0])


def lose_the_moves(url: str) -> str:
    """The moment before all moves are deleted; returns when the log of that is archived."""
    with psycopg.connect(url, autocommit=True) as line:
        ((moment,),) = line.execute("SELECT clock_timestamp()::text").fetchall()
        time.sleep(0.01)  # a commit of the same moment belongs to neither side
        line.execute("DELETE FROM games_move")
        ((last,),) = line.execute("SELECT pg_walfile_name(pg_current_wal_lsn())").fetchall()
        line.execute("SELECT pg_switch_wal()")
        query = "SELECT last_archived_wal >= %s FROM pg_stat_archiver"
        wait_until(lambda: line.execute(query, (last,)).fetchall()[0][0], "the log is not archived")
    return str(moment)


def recover(programs: Path, parent: Path) -> Json:
    """Lose the moves of a site, and get them back; what the players found."""
    first, archive = place(parent, "first"), place(parent, "wal")
    postgres.make_cluster(programs, first)
    conf = (DEPLOY / "postgres-archive.conf").read_text().replace(ARCHIVE, str(archive))
    with (first / "data" / "postgresql.conf").open("a") as file:
        file.write(conf)
    with server(programs, first) as url:
        with psycopg.connect(url % "postgres", autocommit=True) as line:
            line.execute("CREATE DATABASE density")
        here = {"DATABASE_URL": url % "density"}
        folder = parent / "old"
        with begun_site(folder, here) as people:
            base = script(programs, first, "postgres-backup.sh", str(place(parent, "base")))
            people.wait_for(lambda said: said["finished"] >= 3)
        before = count(url % "density")
        moment = lose_the_moves(url % "density")
        assert count(url % "density") == 0
    second = place(parent, "second")
    script(
        *(programs, second, "postgres-recover.sh"),
        *(base, str(archive), str(second / "data"), moment),
    )
    with server(programs, second) as url:
        assert count(url % "density") == before, "moves are missing"
        shutil.rmtree(folder / "valkey")
        return {"committed": before, **go_on(folder, {"DATABASE_URL": url % "density"})}


def main() -> int:
    """Rehearse it; 1 when anything was wrong."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # nothing may be left behind
    with tempfile.TemporaryDirectory(prefix="density-recovery-") as name:
        parent = Path(name)
        parent.chmod(0o755)
        programs = postgres.readable_by_all(postgres.programs_folder(), parent)
        result = recover(programs, parent)
    print(json.dumps(result), flush=True)
    is_whole = result["restored"] >= result["committed"] and result["went_on"]
    return int(bool(result["wrong"]) or not is_whole)


if __name__ == "__main__":
    sys.exit(main())
