"""The site of a soak: real processes, and their parts for whoever measures."""

import contextlib
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import psycopg
import redis

from density.embedded.valkey import socket_path
from tests.faults.process_group import DATABASE, ProcessGroup, running_group

# everybody comes from an address of their own, behind the one proxy
CHANGES = {"LIMITS": "1", "TRUSTED_PROXIES": "1"}


@dataclass
class Site:
    """A running site."""

    group: ProcessGroup
    valkey: "redis.Redis"

    @property
    def port(self) -> int:
        """Where it answers."""
        return self.group.port

    @property
    def web(self) -> psutil.Process:
        """The web process."""
        return process_of(self.group.webs[0].process)

    def parts(self) -> dict[str, list[psutil.Process]]:
        """The processes of each part that is watched."""
        workers = [process_of(worker.process) for worker in self.group.workers]
        return {
            "web": [process_of(web.process) for web in self.group.webs],
            "worker": workers,
            "children": [child for worker in workers for child in worker.children()],
            "valkey": [process_of(self.group.valkey.process)],
        }

    def ask(self, statement: str) -> list[tuple[Any, ...]]:
        """Read the database past the site."""
        if self.group.cluster is None:
            file = f"file:{self.group.folder / 'density.sqlite3'}?mode=ro"
            with contextlib.closing(sqlite3.connect(file, uri=True, timeout=20)) as line:
                return line.execute(statement).fetchall()
        with psycopg.connect(
            host=str(self.group.cluster), user="postgres", dbname=DATABASE, autocommit=True
        ) as line:
            return line.execute(statement.encode()).fetchall()

    def log(self) -> str:
        """Everything that the web and the worker have written."""
        logs = sorted((self.group.folder / "logs").glob("w*.log"))
        return "".join(log.read_text(errors="replace") for log in logs)

    def tracebacks(self) -> list[str]:
        """The tracebacks among it, each from its first line on."""
        return [f"Traceback{each[:2500]}" for each in self.log().split("Traceback")[1:]]


def process_of(child: Any) -> psutil.Process:
    """The process of a started child."""
    return psutil.Process(child.pid)


@contextlib.contextmanager
def standing(folder: Path, database: str, changes: Mapping[str, str]) -> Iterator[Site]:
    """A site with an empty database; gone afterwards."""
    given = {**CHANGES, **changes}
    with running_group(folder, database, given, webs=1, workers=1) as up:
        valkey = redis.Redis(unix_socket_path=str(socket_path(folder)), decode_responses=True)
        try:
            yield Site(up, valkey)
        finally:
            valkey.close()
