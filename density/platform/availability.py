"""Says of a fault which part of the site cannot do its work now: database, Redis, disk; or none.

Such a fault is nothing that a program can mend. Pages answer it with 503, sockets with the code
`unavailable`, and the operator reads in the log which part it is.
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

# SQLite by the beginning of its error names: what keeps it from writing, and what from all else
SQLITE_REFUSES = (*("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_NOMEM"),)
SQLITE_AWAY = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_CANTOPEN", "SQLITE_PROTOCOL")
# SQL states of PostgreSQL: a full disk, a read-only server, an error of its disk
POSTGRES_REFUSES = ("53100", "25006", "58")
# no connection, no room, the server stops or starts
POSTGRES_AWAY = ("08", "53", "57P")
# what Redis says that serves readers, and takes nothing
REDIS_REFUSES = ("OOM", "MISCONF", "READONLY", "NOREPLICAS", "CLUSTERDOWN", "LOADING", "MASTERDOWN")
# of a file: the disk is full or read-only or broken, a quota is used up, no more files may be open
FILE_ERRORS = {
    *(errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG, errno.EIO),
    *(errno.EMFILE, errno.ENFILE, errno.ENOMEM),
}
# for so many seconds after a refused write the site counts as unable to write
REFUSED_SECONDS = 15
KEY = "density:refused-writes"

log = logging.getLogger(__name__)


class Trouble(NamedTuple):
    """Which part is in trouble and why; `reads` while that part still answers what is only read."""

    component: str
    why: str
    reads: bool


class LastRefusal:
    """The last seen state of a part, for when Redis itself is down."""

    seen: tuple[float, str] | None = None


def trouble_of(fault: BaseException | None) -> Trouble | None:
    """Return which part keeps the site from its work; None for a fault of its own."""
    for each in _causes(fault):
        found = _of_database(each) or _of_redis(each) or _of_file(each)
        if found is not None:
            return found
    return None


def report_outage(fault: BaseException | None, consequence: str) -> Trouble | None:
    """Do the same, log it with its consequence, and remember it for /readyz and the clocks."""
    trouble = trouble_of(fault)
    if trouble is None:
        return None
    does = "refuses writes" if trouble.reads else "unavailable"
    log.warning("%s %s (%s): %s", trouble.component, does, trouble.why, consequence)
    if trouble.reads:
        _remember(f"{trouble.component} {does}: {trouble.why}")
    return trouble


def refused_write() -> str:
    """Return which part has lately refused to write, and why; nothing when all were written."""
    if LastRefusal.seen is not None and time.monotonic() - LastRefusal.seen[0] < REFUSED_SECONDS:
        return LastRefusal.seen[1]
    try:
        return str(redis_connection().get(KEY) or "")
    except RedisError:
        return ""


def forget_refused_write() -> None:
    """Count the site as able to write again. Raises RedisError."""
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
