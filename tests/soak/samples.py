"""Samples of a site in a soak test: memory, connections, queues, keys and rows."""

import contextlib
import re
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import psutil
import redis

from density.server.valkey import socket_path
from games.coach import QUEUE
from tests.process_group import ProcessGroup, child_processes, process_of

MEGA = 1024 * 1024
PARTS = ("web", "worker", "children", "valkey")
# permanent keys of the site and its broker, without Celery's lists
STANDING = re.compile(
    r"^(?:density:(?:due|here|beat|web-beat|resumed|lobby|online|queue:online|queue:looks|queue:kick)"
    r"|unacked(?:_index|_mutex)?|_kombu\.binding.*|celery|ai|coach|deadlines)$"
)
BYTES = {
    True: "select page_count * page_size from pragma_page_count(), pragma_page_size()",
    False: "select pg_database_size(current_database())",
}
CONNECTIONS = "select count(*) - 1 from pg_stat_activity where datname = current_database()"
FINISHED = "select count(*) from games_game where status = 'finished'"
ASKED = "select count(*) from games_seat where asked"


@dataclass(frozen=True)
class Sample:
    """The numbers of the site at a time in seconds; memory is in megabytes."""

    at: float
    numbers: dict[str, float]
    # keys without expiry that are not permanent ones
    left_behind: frozenset[str] = frozenset()


def take_sample(site: ProcessGroup, since: float) -> Sample:
    """Take a sample of the site."""
    numbers = defaultdict[str, float](float)
    for part, process in watched_processes(site):
        with contextlib.suppress(psutil.NoSuchProcess):
            numbers[f"memory of {part}"] += process.memory_info().rss / MEGA
            numbers[f"threads of {part}"] += process.num_threads()
            numbers[f"files of {part}"] += process.num_fds()
    store = redis.Redis(unix_socket_path=str(socket_path(site.folder)), decode_responses=True)
    info: Any = store.info()
    found: dict[str, float] = {
        **numbers,
        "memory of valkey's data": info["used_memory"] / MEGA,
        "sockets": sum(bool(each.raddr) for each in site.web.net_connections("tcp")),
        "clients": info["connected_clients"],
        "channels": len(store.pubsub_channels("*")),
        "present": store.zcard("density:here"),
        "deadlines": store.zcard("density:due") - site.ask(ASKED)[0][0],
        # tasks that no worker has started; this site has no worker for the coach's
        "tasks": sum(store.llen(name) for name in store.scan_iter(_type="list") if name != QUEUE),
        "database connections": 0 if site.cluster is None else site.ask(CONNECTIONS)[0][0],
        "database bytes": site.ask(BYTES[site.cluster is None])[0][0],
        "finished": site.ask(FINISHED)[0][0],
    }
    return Sample(time.monotonic() - since, found, left_behind(store))


def watched_processes(site: ProcessGroup) -> Iterator[tuple[str, psutil.Process]]:
    """Yield the watched processes by part."""
    for web in site.webs:
        yield "web", process_of(web)
    for worker in site.workers:
        yield "worker", process_of(worker)
        yield from (("children", child) for child in child_processes(worker))
    yield "valkey", process_of(site.valkey)


def left_behind(store: redis.Redis) -> frozenset[str]:
    """Return keys without expiry that are not permanent ones."""
    suspects = [key for key in store.scan_iter(count=1000) if not STANDING.match(key)]
    with store.pipeline(transaction=False) as pipe:
        for key in suspects:
            pipe.ttl(key)
        found = pipe.execute()
    return frozenset(key for key, seconds in zip(suspects, found, strict=True) if seconds == -1)
