"""Whether this process can serve: the database, Redis, the migrations and the workers.

A reading is made in a thread of its own and kept for a moment, so that probes cost nothing.
"""

import asyncio
import os
import shutil
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from redis import RedisError

from density.platform import availability
from density.platform.redis import redis_connection
from games.engine.contract import Json
from games.live import outage

# a reading is given to all who ask within so many seconds
KEPT_SECONDS = 1.0
# bytes: with less beside it a SQLite database is about to fail
LEAST_ROOM = 16_000_000
# what does not answer in so many seconds is not ready
PATIENCE_SECONDS = 3.0

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="readiness")


class NotReady(Exception):
    """A part of the site does not do its work; the message says in a few words why."""


class Readiness:
    """The last reading, and the one under way; for one event loop."""

    def __init__(self) -> None:
        self._began = 0.0
        self._reading: asyncio.Future[Json] | None = None

    async def ask(self) -> Json:
        """Return {"ready", "parts": {name: {"ok", "why"}}}; "no answer" when it takes too long."""
        is_old = time.monotonic() - self._began >= KEPT_SECONDS
        if self._reading is None or (self._reading.done() and is_old):
            self._began = time.monotonic()
            self._reading = asyncio.get_running_loop().run_in_executor(_thread, read_health)
        try:
            return await asyncio.wait_for(asyncio.shield(self._reading), PATIENCE_SECONDS)
        except TimeoutError:
            late: Json = {"ok": False, "why": "no answer"}
            return {"ready": False, "parts": dict.fromkeys(PARTS, late)}


def read_health() -> Json:
    """Return the state of all parts now."""
    try:
        parts = {name: state_of(check) for name, check in PARTS.items()}
    finally:
        connections.close_all()
    return {"ready": all(part["ok"] for part in parts.values()), "parts": parts}


def state_of(check: Callable[[], None]) -> Json:
    """Return whether a part does its work; of a fault only the type, which names no host."""
    try:
        check()
    except NotReady as trouble:
        return {"ok": False, "why": str(trouble)}
    except Exception as fault:
        return {"ok": False, "why": type(fault).__name__}
    return {"ok": True, "why": ""}


def check_database() -> None:
    """Return when the database answers, and can be written. Raises DatabaseError or NotReady."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
        if connection.vendor == "postgresql":
            cursor.execute("SHOW transaction_read_only")
            if cursor.fetchone() == ("on",):
                raise NotReady("read-only")
    if connection.vendor == "sqlite":
        _check_room(Path(str(connection.settings_dict["NAME"])))
    # what no look at the database shows: a request has just failed by it
    if refused := availability.refused_write():
        raise NotReady(refused)


def _check_room(database: Path) -> None:
    """Return when there is room for a file that is written beside it. Raises NotReady."""
    if database.exists():
        if not os.access(database, os.W_OK):
            raise NotReady("read-only")
        if shutil.disk_usage(database).free < LEAST_ROOM:
            raise NotReady("disk full")


def check_redis() -> None:
    """Return when Redis answers, and takes what is written. Raises RedisError."""
    redis_connection().set("density:ready", 1, ex=60)


@cache
def check_migrations() -> None:
    """Return when the database has every table that this version needs.

    Once that is so it stays so, and the database is not asked again. Raises NotReady.
    """
    missing = newest_migrations() - MigrationRecorder(connection).applied_migrations().keys()
    if missing:
        raise NotReady("not applied: " + ", ".join(sorted(map(".".join, missing))))


@cache
def newest_migrations() -> frozenset[tuple[str, str]]:
    """Return the last migration of every app, as its files say."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def check_workers() -> None:
    """Return when the clock of a worker has lately given a sign of life. Raises NotReady."""
    try:
        beat = redis_connection().get(outage.WORKERS)
    except RedisError:
        raise NotReady("unknown without Redis") from None
    # a beat from the future was given before the clock was set back
    age = abs(time.time() - float(str(beat))) if beat else None
    if age is None or age > outage.WORKERS_GAP:
        raise NotReady("no worker" if age is None else f"no worker for {age:.0f} s")


PARTS: dict[str, Callable[[], None]] = {
    "database": check_database,
    "redis": check_redis,
    "migrations": check_migrations,
    "workers": check_workers,
}
