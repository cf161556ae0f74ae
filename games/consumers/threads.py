"""Where sockets do their database work: in threads of their own, so that no socket is stalled.

Channels has one thread for all of them.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from django.db import close_old_connections

T = TypeVar("T")

_database = ThreadPoolExecutor(4, thread_name_prefix="table")


async def in_thread(function: Callable[..., T], *arguments: Any) -> T:
    """Run database work in a thread of the pool; returns what it returns."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_database, partial(_with_connection, function, *arguments))


def _with_connection(function: Callable[..., T], *arguments: Any) -> T:
    close_old_connections()
    try:
        return function(*arguments)
    finally:
        close_old_connections()
