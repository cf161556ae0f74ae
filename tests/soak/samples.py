"""Samples of a site that is soaked: memory, connections, queues, keys and rows at one moment."""

import contextlib
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import psutil
import redis

from density.embedded.valkey import socket_path
from tests.process_group import ProcessGroup, process_of
from tests.soak.frozen import tcp

MEGA = 1024 * 1024
# keys of the site and of its broker that stay, however many people come; Celery's own lists aside
STANDING = re.compile(
    r"^(?:density:(?:due|here|beat|web-beat|resumed|lobby|online|queue:online|queue:looks|queue:kick)"
    r"|unacked(?:_index|_mutex)?|_kombu\.binding.*|celery|ai|coach|deadlines)$"
)
COUNTED = (
    *("games_game", "games_seat", "games_match", "games_move", "games_result"),
    *("accounts_user", "django_session"),
)
BYTES = {
    True: "select page_count * page_size from pragma_page_count(), pragma_page_size()",
    False: "select pg_database_size(current_database())",
}
CONNECTIONS = "select count(*) from pg_stat_activity where datname = current_database()"
STATUSES = "select status, count(*) from games_game group by status"
ASKED = "select count(*) from games_seat where asked"


@dataclass(frozen=True)
class Sample:
    """The site at one moment; times in seconds, memory in megabytes."""

    at: float
    memory: dict[str, float] = field(default_factory=dict)
    threads: dict[str, int] = field(default_factory=dict)
    files: dict[str, int] = field(default_factory=dict)
    # connections over TCP that the web process holds, and Valkey's clients and channels
    sockets: int = 0
    clients: int = 0
    channels: int = 0
    keys: int = 0
    # keys that never expire and are not among those that always stand there
    left_behind: tuple[str, ...] = ()
    # members of sets that never expire
    members: dict[str, int] = field(default_factory=dict)
    # tasks that no worker has begun
    queue: int = 0
    database_connections: int = 0
    database_bytes: int = 0
    games: dict[str, int] = field(default_factory=dict)
    asked: int = 0
    # what the people say that they have done
    people: dict[str, Any] = field(default_factory=dict)

    @property
    def finished(self) -> int:
        """How many games have come to their end."""
        return self.games.get("finished", 0)


def take(site: ProcessGroup, since: float, people: dict[str, Any]) -> Sample:
    """Take a sample of the site."""
    memory, threads, files = measure(site)
    store = redis.Redis(unix_socket_path=str(socket_path(site.folder)), decode_responses=True)
    keys = list(store.scan_iter(count=1000))
    info: Any = store.info()
    memory["valkey's data"] = info["used_memory"] / MEGA
    return Sample(
        time.monotonic() - since,
        memory,
        threads,
        files,
        len(tcp(site.web)),
        info["connected_clients"],
        len(store.pubsub_channels("*")),
        len(keys),
        tuple(sorted(left_behind(store, keys))),
        {name: store.zcard(name) for name in ("density:due", "density:here")},
        sum(store.llen(name) for name in store.scan_iter(_type="list")),
        database_connections(site),
        site.ask(BYTES[site.cluster is None])[0][0],
        dict(site.ask(STATUSES)),
        site.ask(ASKED)[0][0],
        people,
    )


def parts(site: ProcessGroup) -> dict[str, list[psutil.Process]]:
    """The processes of each part that is watched."""
    workers = [process_of(worker) for worker in site.workers]
    return {
        "web": [process_of(web) for web in site.webs],
        "worker": workers,
        "children": [child for worker in workers for child in worker.children()],
        "valkey": [process_of(site.valkey)],
    }


def measure(site: ProcessGroup) -> tuple[dict[str, float], dict[str, int], dict[str, int]]:
    """Megabytes, threads and open files of each part."""
    memory, threads, files = Counter[str](), Counter[str](), Counter[str]()
    for part, processes in parts(site).items():
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                memory[part] += process.memory_info().rss
                threads[part] += process.num_threads()
                files[part] += process.num_fds()
    return {part: size / MEGA for part, size in memory.items()}, dict(threads), dict(files)


def left_behind(store: redis.Redis, keys: list[str]) -> list[str]:
    """Keys without an expiry that are none of those that always stand there."""
    suspects = [key for key in keys if not STANDING.match(key)]
    with store.pipeline(transaction=False) as pipe:
        for key in suspects:
            pipe.ttl(key)
        found = pipe.execute()
    return [key for key, seconds in zip(suspects, found, strict=True) if seconds == -1]


def database_connections(site: ProcessGroup) -> int:
    """How many connections the database has; of SQLite, how often its file is open."""
    if site.cluster is not None:
        return int(site.ask(CONNECTIONS)[0][0]) - 1
    name, count = str(site.folder / "density.sqlite3"), 0
    for processes in parts(site).values():
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                count += sum(file.path == name for file in process.open_files())
    return count


def rows(site: ProcessGroup) -> dict[str, int]:
    """How many rows the tables have that grow with games and people."""
    return {name: site.ask(f"select count(*) from {name}")[0][0] for name in COUNTED}
