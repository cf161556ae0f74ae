"""Rehearse docs/BACKUP.md on PostgreSQL: `python -m tests.backup.recovery`.

A server with the archive of docs/deploy is backed up while games are played. Then its moves are
deleted, it is recovered to the moment before that, and the games continue.
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
# the tests' usual options of the server turn off archiving
ARCHIVING = ("-c", "wal_level=replica", "-c", "max_wal_senders=4", "-c", "synchronous_commit=on")


@contextlib.contextmanager
def run_server(programs: Path, folder: Path) -> Iterator[str]:
    """Run PostgreSQL on the data in this folder; yield its URL without a database."""
    running = postgres.start_server(programs, folder, *ARCHIVING)
    try:
        yield f"postgres:///%s?host={quote(str(folder))}&user=postgres"
    finally:
        running.send_signal(signal.SIGINT)
        running.wait(PATIENCE)


def run_script(programs: Path, host: Path, name: str, *words: str) -> str:
    """Run a script of docs/deploy as the server's user; return its output."""
    done = subprocess.run(
        ["sh", "-s", *words],
        input=(DEPLOY / name).read_text(),
        env={"PATH": f"{programs}:{os.environ['PATH']}", "PGHOST": str(host), "PGUSER": "postgres"},
        cwd="/",
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        **postgres.process_identity(),  # type: ignore[call-overload] # user and group are strings
    )
    return str(done.stdout).strip()


def make_folder(parent: Path, name: str) -> Path:
    """Make a folder of the server's user."""
    folder = parent / name
    folder.mkdir()
    postgres.hand_over(folder)
    return folder


def count_moves(url: str) -> int:
    """Return the number of moves in a database."""
    with psycopg.connect(url) as line:
        return int(line.execute("SELECT count(*) FROM games_move").fetchall()[0][0])


def lose_the_moves(url: str) -> str:
    """Delete all moves; return the time before that once the log is archived."""
    with psycopg.connect(url, autocommit=True) as line:
        ((moment,),) = line.execute("SELECT clock_timestamp()::text").fetchall()
        time.sleep(0.01)  # no commit may fall on this very moment
        line.execute("DELETE FROM games_move")
        ((last,),) = line.execute("SELECT pg_walfile_name(pg_current_wal_lsn())").fetchall()
        line.execute("SELECT pg_switch_wal()")
        query = "SELECT last_archived_wal >= %s FROM pg_stat_archiver"
        wait_until(lambda: line.execute(query, (last,)).fetchall()[0][0], "the log is not archived")
    return str(moment)


def recover_site(programs: Path, parent: Path) -> Json:
    """Delete the moves of a site and recover them; return the players' report."""
    first, archive = make_folder(parent, "first"), make_folder(parent, "wal")
    postgres.make_cluster(programs, first)
    conf = (DEPLOY / "postgres-archive.conf").read_text().replace(ARCHIVE, str(archive))
    with (first / "data" / "postgresql.conf").open("a") as file:
        file.write(conf)
    with run_server(programs, first) as url:
        with psycopg.connect(url % "postgres", autocommit=True) as line:
            line.execute("CREATE DATABASE density")
        here = {"DATABASE_URL": url % "density"}
        folder = parent / "old"
        with begun_site(folder, here) as people:
            base = run_script(
                programs, first, "postgres-backup.sh", str(make_folder(parent, "base"))
            )
            people.wait_for(lambda said: said["finished"] >= 3)
        before = count_moves(url % "density")
        moment = lose_the_moves(url % "density")
        assert count_moves(url % "density") == 0
    second = make_folder(parent, "second")
    run_script(
        *(programs, second, "postgres-recover.sh"),
        *(base, str(archive), str(second / "data"), moment),
    )
    with run_server(programs, second) as url:
        assert count_moves(url % "density") == before, "moves are missing"
        shutil.rmtree(folder / "valkey")
        return {"committed": before, **go_on(folder, {"DATABASE_URL": url % "density"})}


def main() -> int:
    """Run the rehearsal; return 1 if anything was wrong."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # clean up in any case
    with tempfile.TemporaryDirectory(prefix="density-recovery-") as name:
        parent = Path(name)
        parent.chmod(0o755)
        programs = postgres.readable_by_all(postgres.programs_folder(), parent)
        result = recover_site(programs, parent)
    print(json.dumps(result), flush=True)
    is_whole = result["restored"] >= result["committed"] and result["went_on"]
    return int(bool(result["wrong"]) or not is_whole)


if __name__ == "__main__":
    sys.exit(main())
