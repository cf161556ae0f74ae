"""Where sockets do their database work: in threads of their own, so that no socket is stalled.

Channels has one thread for all of them.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from django.db import close_old_connections

T = TypeVar("T")

log = logging.getLogger(__name__)

_database = ThreadPoolExecutor(4, thread_name_prefix="table")


async def in_thread(function: Callable[..., T], *arguments: Any) -> T:
    """Run database work in a thread of the pool; returns what it returns."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_database, partial(_with_connection, function, *arguments))


def in_background(function: Callable[..., object], *arguments: Any) -> None:
    """Have database work done in a thread of the pool, from any thread; faults are logged."""
    _database.submit(_with_connection, function, *arguments).add_done_callback(_log_fault)


def _log_fault(done: Future[Any]) -> None:
    if not done.cancelled() and done.exception() is not None:
        log.warning("work of the open sockets failed: %r", done.exception())


def _with_connection(function: Callable[..., T], *arguments: Any) -> T:
    close_old_connections()
    try:
        return function(*arguments)
    finally:
        close_old_connections()
