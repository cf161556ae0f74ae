"""A PgBouncer in front of the PostgreSQL of a test, in transaction mode."""

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg

from tests.patience import PATIENCE
from tests.postgres import become

PORT = 6432
# few enough that every transaction of a run is lent another connection than the one before
POOL = 12
CONFIGURATION = """
[databases]
density = host={folder} dbname=density user=postgres

[pgbouncer]
listen_addr =
listen_port = {port}
unix_socket_dir = {folder}
auth_type = any
pool_mode = transaction
default_pool_size = {pool}
max_client_conn = 500
server_round_robin = 1
"""


def program() -> str:
    """The PgBouncer of this machine. Raises SystemExit with what to install."""
    found = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        raise SystemExit("This needs PgBouncer: install the package pgbouncer.")
    return found


@contextlib.contextmanager
def pooling(folder: Path, *, says_so: bool = True) -> Iterator[str]:
    """The URL of a pooler before the PostgreSQL of this folder; `says_so` names its mode."""
    file = folder / "pgbouncer.ini"
    file.write_text(CONFIGURATION.format(folder=folder, port=PORT, pool=POOL))
    file.chmod(0o644)
    with (folder / "pgbouncer.log").open("wb") as log:
        process: subprocess.Popen[bytes] = subprocess.Popen(
            [program(), str(file)],
            stdout=log,
            stderr=log,
            cwd="/",
            **become(),  # type: ignore[call-overload] # user and group are strings
        )
    try:
        wait_for(process, folder)
        mode = "&pooling=transaction" if says_so else ""
        yield f"postgres:///density?host={quote(str(folder))}&port={PORT}&user=postgres{mode}"
    finally:
        process.terminate()
        process.wait(PATIENCE)


def wait_for(process: "subprocess.Popen[bytes]", folder: Path) -> None:
    """Return when it takes connections."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(host=str(folder), port=PORT, user="postgres", dbname="density").close()
        except psycopg.OperationalError:
            log = (folder / "pgbouncer.log").read_text()
            assert process.poll() is None, log
            assert time.monotonic() < deadline, log
            time.sleep(0.05)
        else:
            return
