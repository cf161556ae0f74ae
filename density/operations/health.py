"""The readiness of this process: database, Redis, migrations and workers.

It is checked in a separate thread and cached for a moment, so that probes cost nothing.
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

# seconds for which a result is cached
KEPT_SECONDS = 1.0
# bytes of free disk space below which a SQLite database may fail
LEAST_ROOM = 16_000_000
# seconds after which a check counts as failed
PATIENCE_SECONDS = 3.0

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="readiness")


class NotReady(Exception):
    """Raised when a part of the site does not work; the message gives a short reason."""


class Readiness:
    """The cached or running check of one event loop."""

    def __init__(self) -> None:
        self._began = 0.0
        self._reading: asyncio.Future[Json] | None = None

    async def ask(self) -> Json:
        """Return {"ready", "parts": {name: {"ok", "why"}}}; after a timeout, why is "no answer"."""
        is_old = time.monotonic() - self._began >= KEPT_SECONDS
        if self._reading is None or (self._reading.done() and is_old):
            self._began = time.monotonic()
            self._reading = asyncio.get_running_loop().run_in_executor(_thread, read_health)
        try:
            return await asyncio.wait_for(asyncio.shield(self._reading), PATIENCE_SECONDS)
        except TimeoutError:
            timed_out: Json = {"ok": False, "why": "no answer"}
            return {"ready": False, "parts": dict.fromkeys(PARTS, timed_out)}


def read_health() -> Json:
    """Return the state of all parts now."""
    try:
        parts = {name: state_of(check) for name, check in PARTS.items()}
    finally:
        connections.close_all()
    return {"ready": all(part["ok"] for part in parts.values()), "parts": parts}


def state_of(check: Callable[[], None]) -> Json:
    """Return the state of a part; of an exception only the type, which reveals no host."""
    try:
        check()
    except NotReady as trouble:
        return {"ok": False, "why": str(trouble)}
    except Exception as fault:
        return {"ok": False, "why": type(fault).__name__}
    return {"ok": True, "why": ""}


def check_database() -> None:
    """Check that the database responds and is writable. Raises DatabaseError or NotReady."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
        if connection.vendor == "postgresql":
            cursor.execute("SHOW transaction_read_only")
            if cursor.fetchone() == ("on",):
                raise NotReady("read-only")
    if connection.vendor == "sqlite":
        _check_room(Path(str(connection.settings_dict["NAME"])))
    # a failure that only a write shows, remembered from a recent request
    if refused := availability.refused_write():
        raise NotReady(refused)


def _check_room(database: Path) -> None:
    """Check that a SQLite file is writable and has room to grow. Raises NotReady."""
    if database.exists():
        if not os.access(database, os.W_OK):
            raise NotReady("read-only")
        if shutil.disk_usage(database).free < LEAST_ROOM:
            raise NotReady("disk full")


def check_redis() -> None:
    """Check that Redis responds and is writable. Raises RedisError."""
    redis_connection().set("density:ready", 1, ex=60)


@cache
def check_migrations() -> None:
    """Check that all migrations are applied. Raises NotReady.

    Success is cached forever.
    """
    missing = newest_migrations() - MigrationRecorder(connection).applied_migrations().keys()
    if missing:
        raise NotReady("not applied: " + ", ".join(sorted(map(".".join, missing))))


@cache
def newest_migrations() -> frozenset[tuple[str, str]]:
    """Return the last migration of every app, from its files."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def check_workers() -> None:
    """Check that a worker's clock has sent a heartbeat lately. Raises NotReady."""
    try:
        beat = redis_connection().get(outage.WORKERS)
    except RedisError:
        raise NotReady("unknown without Redis") from None
    # a heartbeat lies in the future if the system clock was set back
    age = abs(time.time() - float(str(beat))) if beat else None
    if age is None or age > outage.WORKERS_GAP:
        raise NotReady("no worker" if age is None else f"no worker for {age:.0f} s")


PARTS: dict[str, Callable[[], None]] = {
    "database": check_database,
    "redis": check_redis,
    "migrations": check_migrations,
    "workers": check_workers,
}
