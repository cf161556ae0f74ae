"""A site of real processes that can be killed, frozen and restarted at any time.

Its parent has one thread and no Django, so that it shares nothing with the faulty processes.
"""

import contextlib
import http.client
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import psutil
import psycopg

from density.server import supervisor, valkey
from density.server.process import ManagedProcess
from tests import postgres, serve_process
from tests.patience import wait_until

DATABASE = "density"
PREPARE = """
import django
django.setup()
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from density.assets import collecting
from density.operations import empty_database
empty_database.make_tables(connection)
call_command("migrate", interactive=False, verbosity=0)
collecting.collect_static(settings.DATA_DIR)
"""
SECONDS_FOR_A_TRANSACTION = 0.3
# otherwise a killed PostgreSQL loses the last commits
COMMITTED_IS_KEPT = ("-c", "synchronous_commit=on")


# runs a command in the folder given next
IN_FOLDER = ("env", "-C")


@dataclass
class ProcessGroup:
    """The processes of a site, and the ports of its web servers."""

    folder: Path
    environ: Mapping[str, str]
    valkey: ManagedProcess
    # the port of each web process; the same if they share a socket
    ports: list[int] = field(default_factory=list)
    tree: Path = serve_process.ROOT  # the tree whose code newly started processes run
    webs: list[ManagedProcess] = field(default_factory=list)
    workers: list[ManagedProcess] = field(default_factory=list)
    # the folder of PostgreSQL; None on SQLite
    cluster: Path | None = None
    down: set[str] = field(default_factory=set)  # killed or frozen by us
    died: list[str] = field(default_factory=list)  # ended without us

    @property
    def port(self) -> int:
        """The port of the first web process."""
        return self.ports[0]

    @property
    def children(self) -> list[ManagedProcess]:
        """Return every process but PostgreSQL."""
        return [self.valkey, *self.workers, *self.webs]

    @property
    def web(self) -> psutil.Process:
        """Return the first web process."""
        return process_of(self.webs[0])

    def ask(self, statement: str) -> list[tuple[Any, ...]]:
        """Query the database directly."""
        if self.cluster is None:
            file = f"file:{self.folder / 'density.sqlite3'}?mode=ro"
            with contextlib.closing(sqlite3.connect(file, uri=True, timeout=20)) as line:
                return line.execute(statement).fetchall()
        with self.superuser(DATABASE) as line:
            return line.execute(statement.encode()).fetchall()

    def log_lines(self) -> list[str]:
        """Return the log lines of web servers and workers."""
        logs = sorted((self.folder / "logs").glob("w*.log"))
        return [line for log in logs for line in log.read_text(errors="replace").splitlines()]

    def tracebacks(self) -> list[str]:
        """Return the tracebacks in the logs."""
        parts = "\n".join(self.log_lines()).split("Traceback")
        return [f"Traceback{each[:2500]}" for each in parts[1:]]

    def logs(self) -> str:
        """Return the last lines of the logs of all processes."""
        return "\n".join(self.log_lines()[-60:])

    def start(self) -> None:
        """Start everything and wait until web servers and workers are ready."""
        self.valkey.start()
        valkey.wait_for_answer(self.valkey, valkey.socket_path(self.folder))
        for child in (*self.workers, *self.webs):
            child.start()
        self.wait_until_well()

    def wait_until_well(self) -> None:
        """Wait until every web process answers and every worker works."""
        wait_until(
            lambda: all(map(is_answering, self.ports)), "a web process does not answer", self.logs
        )
        wait_until(
            lambda: all(len(child_processes(worker)) >= 2 for worker in self.workers),
            "a worker does not work",
            self.logs,
        )

    def restart(self, child: ManagedProcess) -> None:
        """Restart a process like an operator, and wait until it is ready."""
        child.stop()
        child.command = [*IN_FOLDER, str(self.tree), *child.command[len(IN_FOLDER) + 1 :]]
        child.start()
        self.wait_until_well()

    def restart_dead(self) -> None:
        """Restart processes that ended unexpectedly, like a supervisor, and record them."""
        for child in self.children:
            if child.name not in self.down and not child.running:
                self.died.append(child.name)
                child.kill_session()
                child.start()

    def stop(self) -> None:
        """Stop everything, including frozen processes."""
        for child in reversed(self.children):
            if child.process is not None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(child.process.pid, signal.SIGCONT)
                child.stop()

    def backends(self) -> list[int]:
        """Return the backends of PostgreSQL, those in a transaction first; none on SQLite.

        Waits a moment for one in a transaction.
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
    def superuser(self, database: str = "postgres") -> Iterator[psycopg.Connection]:
        """Return a superuser's connection. Raises OperationalError during recovery."""
        with psycopg.connect(
            host=str(self.cluster), user="postgres", dbname=database, autocommit=True
        ) as line:
            yield line


def process_of(child: ManagedProcess) -> psutil.Process:
    assert child.process is not None
    return psutil.Process(child.process.pid)


def child_processes(child: ManagedProcess) -> list[psutil.Process]:
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
    own_ports: bool = False,
    tree: Path = serve_process.ROOT,
) -> Iterator[ProcessGroup]:
    """Run a site with an empty database, "sqlite" or "postgres".

    Its web processes share a socket, unless each gets its own port.
    """
    supervisor.open_folder(folder)
    with (
        own_database(folder, database) as (url, cluster),
        supervisor.open_port("127.0.0.1", 0) as listener,
    ):
        environ = serve_process.clean_environ(
            DATA_DIR=str(folder),
            DATABASE_URL=url,
            DJANGO_SETTINGS_MODULE="density.settings",
            SECRET_KEY="faults" * 9,
            PYTHONUNBUFFERED="1",
        )
        environ |= changes
        prepare_database(environ, tree)
        group = ProcessGroup(folder, environ, valkey.server_process(folder), cluster=cluster)
        group.tree = tree
        for number in range(webs):
            child, port = supervisor.web_process(folder, listener), int(listener.getsockname()[1])
            if own_ports:
                port = free_port()
                child.command = [sys.executable, "manage.py", "web", "--port", str(port)]
            group.ports.append(port)
            group.webs.append(_named(child, "web", number, tree))
        for number in range(workers):
            group.workers.append(_named(supervisor.worker_process(folder), "worker", number, tree))
        for child in group.children:
            child.environ, child.inherits_stdout = environ, False
        try:
            group.start()
            yield group
        finally:
            group.stop()


def prepare_database(environ: Mapping[str, str], tree: Path = serve_process.ROOT) -> None:
    """Create or migrate the tables and collect static files, like `serve` of a tree."""
    subprocess.run([sys.executable, "-c", PREPARE], cwd=tree, env=environ, check=True)


def _named(child: ManagedProcess, name: str, number: int, tree: Path) -> ManagedProcess:
    child.name = f"{name} {number}"
    child.log = child.log.with_name(f"{name}-{number}.log")
    host = ["--hostname", f"{name}-{number}@faults"] if name == "worker" else []
    child.command = [*IN_FOLDER, str(tree), *child.command, *host]
    return child


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def is_answering(port: int) -> bool:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=5.0)
    try:
        line.request("GET", "/robots.txt")
        return line.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()


@contextlib.contextmanager
def own_database(folder: Path, kind: str) -> Iterator[tuple[str, Path | None]]:
    """Yield the URL and folder of a separate PostgreSQL, which faults may damage."""
    if kind == "sqlite":
        yield f"sqlite:///{quote(str(folder / 'density.sqlite3'))}", None
        return
    with postgres.run_embedded(*COMMITTED_IS_KEPT) as url:
        cluster = Path(parse_qs(urlsplit(url).query)["host"][0])
        with psycopg.connect(
            host=str(cluster), user="postgres", dbname="postgres", autocommit=True
        ) as line:
            line.execute(f"create database {DATABASE}")
        yield url, cluster
        shutil.copy(cluster / "postgres.log", folder / "logs" / "postgres.log")
