"""A process group: a site of real processes that may be killed, frozen and restarted at any time.

It is held by a process that has one thread and no Django, so that nothing of what is hurt is
shared with the fault injector.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

import psutil
import psycopg

from density.embedded import supervisor, valkey
from density.embedded.process import ManagedProcess
from density.embedded.supervisor import Supervisor
from tests import postgres, serve_process
from tests.patience import PATIENCE

DATABASE = "density"
PREPARE = """
import django
django.setup()
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from density import collecting, empty_database
empty_database.make_tables(connection)
call_command("migrate", interactive=False, verbosity=0)
collecting.collect(settings.DATA_DIR)
"""
SECONDS_FOR_A_TRANSACTION = 0.3
# without it a process of PostgreSQL that is killed takes the commits of the last moments with it
COMMITTED_IS_KEPT = ("-c", "synchronous_commit=on")


@dataclass
class ProcessGroup:
    """The processes of a site, and the port of its web servers."""

    folder: Path
    environ: Mapping[str, str]
    listener: socket.socket
    valkey: ManagedProcess
    webs: list[ManagedProcess] = field(default_factory=list)
    workers: list[ManagedProcess] = field(default_factory=list)
    # the folder of the PostgreSQL, None on SQLite
    cluster: Path | None = None
    down: set[str] = field(default_factory=set)  # killed or frozen by us
    died: list[str] = field(default_factory=list)  # ended, and not by us

    @property
    def port(self) -> int:
        """Where the web processes listen, all on the same socket."""
        return int(self.listener.getsockname()[1])

    @property
    def children(self) -> list[ManagedProcess]:
        """Every process but PostgreSQL."""
        return [self.valkey, *self.workers, *self.webs]

    def start(self) -> None:
        """Start everything and return when the web answers and the workers work."""
        self.valkey.start()
        valkey.wait_for_answer(self.valkey, valkey.socket_path(self.folder))
        for child in (*self.workers, *self.webs):
            child.start()
        for child in self.webs:
            Supervisor().wait_for_answer(child, "127.0.0.1", self.port)
        deadline = time.monotonic() + PATIENCE
        while any(len(child_processes(worker)) < 2 for worker in self.workers):
            if time.monotonic() > deadline:
                raise AssertionError("the workers did not start")
            time.sleep(0.05)

    def restart_dead(self) -> None:
        """Restart processes that ended by themselves, as a supervisor does, and record them."""
        for child in self.children:
            if child.name not in self.down and not child.running:
                self.died.append(child.name)
                child.kill_session()
                child.start()

    def stop(self) -> None:
        """Stop everything; frozen processes, too."""
        for child in reversed(self.children):
            if child.process is not None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(child.process.pid, signal.SIGCONT)
                child.stop()
        self.listener.close()

    def backends(self) -> list[int]:
        """The PostgreSQL processes that serve a connection, those first that are in a transaction.

        Waits a moment for one that is; none on SQLite.
        """
        if self.cluster is None:
            return []
        asked = (
            "select pid, xact_start is not null from pg_stat_activity where datname = %s"
            " order by xact_start, pid"
        )
        until = time.monotonic() + SECONDS_FOR_A_TRANSACTION
        with self.superuser() as line:
            while True:
                found = line.execute(asked, (DATABASE,)).fetchall()
                if any(busy for _, busy in found) or time.monotonic() > until:
                    return [int(pid) for pid, _ in found]

    @contextlib.contextmanager
    def superuser(self) -> Iterator[psycopg.Connection]:
        """A connection that may do anything; raises OperationalError while it recovers."""
        with psycopg.connect(
            host=str(self.cluster), user="postgres", dbname="postgres", autocommit=True
        ) as line:
            yield line


def child_processes(child: ManagedProcess) -> list[psutil.Process]:
    """The processes that this child has started."""
    if child.process is None:
        return []
    try:
        return psutil.Process(child.process.pid).children()
    except psutil.NoSuchProcess:
        return []


@contextlib.contextmanager
def running_group(
    folder: Path,
    database: str,
    changes: Mapping[str, str],
    *,
    webs: int,
    workers: int,
) -> Iterator[ProcessGroup]:
    """A site with an empty database, "sqlite" or "postgres", all started; gone afterwards."""
    with own_database(folder, database) as (url, cluster):
        environ = serve_process.environ(
            DATA_DIR=str(folder),
            DATABASE_URL=url,
            DJANGO_SETTINGS_MODULE="density.settings",
            SECRET_KEY="faults" * 9,
            PYTHONUNBUFFERED="1",
        )
        environ |= changes
        supervisor.open_folder(folder)
        prepare(environ)
        listener = supervisor.open_port("127.0.0.1", 0)
        group = ProcessGroup(
            folder, environ, listener, valkey.server_process(folder), cluster=cluster
        )
        group.webs = [
            _named(supervisor.web(folder, listener), "web", number) for number in range(webs)
        ]
        group.workers = [
            _named(supervisor.worker(folder), "worker", number) for number in range(workers)
        ]
        for child in group.children:
            child.environ, child.inherits_stdout = environ, False
        try:
            group.start()
            yield group
        finally:
            group.stop()


def prepare(environ: Mapping[str, str], tree: Path = serve_process.ROOT) -> None:
    """Make or migrate the tables, and collect the static files, as `serve` of a tree does."""
    subprocess.run([sys.executable, "-c", PREPARE], cwd=tree, env=environ, check=True)


def _named(child: ManagedProcess, name: str, number: int) -> ManagedProcess:
    child.name = f"{name} {number}"
    child.log = child.log.with_name(f"{name}-{number}.log")
    if "celery" in child.command:
        child.command = [*child.command, "--hostname", f"{name}-{number}@faults"]
    return child


@contextlib.contextmanager
def own_database(folder: Path, kind: str) -> Iterator[tuple[str, Path | None]]:
    """A URL, and the folder of the PostgreSQL: always one of our own, for it will be hurt."""
    if kind == "sqlite":
        yield f"sqlite:///{quote(str(folder / 'density.sqlite3'))}", None
        return
    with postgres.embedded(*COMMITTED_IS_KEPT) as url:
        cluster = Path(parse_qs(urlsplit(url).query)["host"][0])
        with psycopg.connect(
            host=str(cluster), user="postgres", dbname="postgres", autocommit=True
        ) as line:
            line.execute(f"create database {DATABASE}")
        yield url, cluster
        shutil.copy(cluster / "postgres.log", folder / "logs" / "postgres.log")
