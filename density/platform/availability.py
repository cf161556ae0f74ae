"""Recognizes exceptions that mean an outage of the database, Redis or the disk.

Pages answer an outage with 503, sockets with the code `unavailable`, and the log names the part for
the operator.
"""

import errno
import logging
import sqlite3
import time
from collections.abc import Iterator
from typing import NamedTuple

from django.db import DatabaseError, InterfaceError, OperationalError
from kombu.exceptions import OperationalError as BrokerFault
from redis import RedisError, ResponseError

from density.platform.redis import passing_over_outages, redis_connection

# prefixes of SQLite's error names: errors of writes only, and of reads too
SQLITE_REFUSES = (*("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_NOMEM"),)
SQLITE_AWAY = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_CANTOPEN", "SQLITE_PROTOCOL")
# SQLSTATE prefixes of PostgreSQL: a full disk, a read-only server, a disk error
POSTGRES_REFUSES = ("53100", "25006", "58")
# no connection, no resources, the server is starting or stopping
POSTGRES_AWAY = ("08", "53", "57P")
# Redis errors of a server that refuses writes
REDIS_REFUSES = ("OOM", "MISCONF", "READONLY", "NOREPLICAS", "CLUSTERDOWN", "LOADING", "MASTERDOWN")
# the disk is full, read-only or broken, a quota is used up, or too many files are open
FILE_ERRORS = {
    *(errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG, errno.EIO),
    *(errno.EMFILE, errno.ENFILE, errno.ENOMEM),
}
# seconds for which the site counts as read-only after a refused write
REFUSED_SECONDS = 15
KEY = "density:refused-writes"

log = logging.getLogger(__name__)


class Trouble(NamedTuple):
    """The part that is unavailable and why; `reads`: it can still be read."""

    component: str
    why: str
    reads: bool


class LastRefusal:
    """The last refused write, with its time, in case Redis itself is down."""

    seen: tuple[float, str] | None = None


def trouble_of(fault: BaseException | None) -> Trouble | None:
    """Return the outage behind an exception; None if it is a bug."""
    for cause in _causes(fault):
        trouble = _of_database(cause) or _of_redis(cause) or _of_file(cause)
        if trouble is not None:
            return trouble
    return None


def report_outage(fault: BaseException | None, consequence: str) -> Trouble | None:
    """Return the outage behind an exception; log it, and remember it for /readyz and the clocks."""
    trouble = trouble_of(fault)
    if trouble is None:
        return None
    state = "refuses writes" if trouble.reads else "unavailable"
    log.warning("%s %s (%s): %s", trouble.component, state, trouble.why, consequence)
    if trouble.reads:
        _remember(f"{trouble.component} {state}: {trouble.why}")
    return trouble


def refused_write() -> str:
    """Return the part that lately refused a write, and why; "" if there is none."""
    if LastRefusal.seen is not None and time.monotonic() - LastRefusal.seen[0] < REFUSED_SECONDS:
        return LastRefusal.seen[1]
    try:
        return str(redis_connection().get(KEY) or "")
    except RedisError:
        return ""


def forget_refused_write() -> None:
    """Count the site as writable again. Raises RedisError."""
    LastRefusal.seen = None
    redis_connection().delete(KEY)


def _remember(words: str) -> None:
    LastRefusal.seen = time.monotonic(), words
    with passing_over_outages("other processes do not learn of it"):
        redis_connection().set(KEY, words, ex=REFUSED_SECONDS)


def _causes(fault: BaseException | None) -> Iterator[BaseException]:
    while fault is not None:
        yield fault
        fault = fault.__cause__


def _of_database(fault: BaseException) -> Trouble | None:
    if isinstance(fault, sqlite3.Error):
        name = getattr(fault, "sqlite_errorname", "") or ""
        reads = name.startswith(SQLITE_REFUSES)
        return Trouble("database", name, reads) if reads or name.startswith(SQLITE_AWAY) else None
    cause = fault.__cause__
    if not isinstance(fault, (DatabaseError, InterfaceError)) or not type(
        cause
    ).__module__.startswith("psycopg"):
        return None
    state = getattr(cause, "sqlstate", None)
    if state is None:
        away = isinstance(fault, (OperationalError, InterfaceError))
        return Trouble("database", "no connection", reads=False) if away else None
    reads = state.startswith(POSTGRES_REFUSES)
    return Trouble("database", state, reads) if reads or state.startswith(POSTGRES_AWAY) else None


def _of_redis(fault: BaseException) -> Trouble | None:
    if isinstance(fault, BrokerFault):
        return Trouble("broker", "no connection", reads=False)
    if not isinstance(fault, RedisError):
        return None
    if not isinstance(fault, ResponseError):
        return Trouble("redis", type(fault).__name__, reads=False)
    name = type(fault).__name__
    word = str(fault).partition(" ")[0]
    words = {"OutOfMemoryError": "OOM", "ReadOnlyError": "READONLY", "BusyLoadingError": "LOADING"}
    word = words.get(name, word)
    return Trouble("redis", word, reads=True) if word in REDIS_REFUSES else None


def _of_file(fault: BaseException) -> Trouble | None:
    if not isinstance(fault, OSError) or fault.errno not in FILE_ERRORS:
        return None
    return Trouble("disk", errno.errorcode[fault.errno], reads=True)
