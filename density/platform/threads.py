"""Where sockets do their database work: in threads of their own, so that no socket is stalled.

Channels has one thread for all of them. Here every game has its turn: what waits for one of them
does not stand in the way of another.
"""

import asyncio
import logging
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

from django.db import close_old_connections

T = TypeVar("T")

THREADS = 4
# The line of what belongs to no game. It leaves a thread to the games; a game's lines run one
# call at a time, because its calls wait for the same row anyway.
SITE = ""
MOST_RUNNING = {SITE: THREADS - 1}
# so many calls of one line may wait, about a second's worth; callers that must not fail may more
MOST_WAITING = 256

log = logging.getLogger(__name__)


class Overloaded(Exception):
    """Too much waits in this queue already: the call is refused."""


class FairExecutor:
    """Threads that serve lines of calls in turn, one call of each."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="table")
        self._lock = threading.Lock()
        self._waiting: OrderedDict[str, deque[tuple[Future[Any], Callable[[], Any]]]]
        self._waiting = OrderedDict()
        self._running: Counter[str] = Counter()

    def submit(self, line: str, call: Callable[[], T], most: int | None = None) -> Future[T]:
        """Have a call made when its line comes to it; what is returned has its answer.

        Raises Overloaded when `most` calls wait in the line already.
        """
        future: Future[T] = Future()
        with self._lock:
            calls = self._waiting.get(line, deque())
            if most is not None and len(calls) >= most:
                raise Overloaded(line)
            calls.append((future, call))
            self._waiting[line] = calls
        self._pool.submit(self._serve)
        return future

    def _serve(self) -> None:
        """Make calls until nothing may begin now; what may only begin later, the ends will."""
        while (found := self._begin()) is not None:
            line, future, call = found
            try:
                if future.set_running_or_notify_cancel():
                    _make(future, call)
            finally:
                with self._lock:
                    self._running[line] -= 1
                    if not self._running[line]:
                        del self._running[line]

    def _begin(self) -> tuple[str, Future[Any], Callable[[], Any]] | None:
        """Take the call whose turn it is; its line goes behind all others."""
        with self._lock:
            for line, calls in self._waiting.items():
                if self._running[line] < MOST_RUNNING.get(line, 1):
                    future, call = calls.popleft()
                    if calls:
                        self._waiting.move_to_end(line)
                    else:
                        del self._waiting[line]
                    self._running[line] += 1
                    return line, future, call
        return None


def _make(future: Future[Any], call: Callable[[], Any]) -> None:
    try:
        future.set_result(call())
    except BaseException as fault:  # it belongs to the caller
        future.set_exception(fault)


_database = FairExecutor(THREADS)


async def in_thread(
    function: Callable[..., T], *arguments: Any, line: str = SITE, most: int | None = None
) -> T:
    """Run database work in a thread of the pool; returns what it returns.

    Calls of one game name its line. Raises Overloaded when `most` calls of it wait already.
    """
    return await asyncio.wrap_future(submit_call(function, *arguments, line=line, most=most))


def submit_call(
    function: Callable[..., T], *arguments: Any, line: str = SITE, most: int | None = None
) -> Future[T]:
    """Do the same for a caller that waits in another way."""
    # log lines of the thread bear the ids of the socket that asks
    call = partial(copy_context().run, _with_connection, function, *arguments)
    return _database.submit(line, call, most)


def in_background(function: Callable[..., object], *arguments: Any) -> None:
    """Have database work done in a thread of the pool, from any thread; faults are logged."""
    submit_call(function, *arguments).add_done_callback(_log_fault)


def _log_fault(done: Future[Any]) -> None:
    if not done.cancelled() and done.exception() is not None:
        log.warning(
            "background work of sockets failed (%r); it is not repeated, the next heartbeat or the "
            "clock finds what is missing",
            done.exception(),
        )


def _with_connection(function: Callable[..., T], *arguments: Any) -> T:
    close_old_connections()
    try:
        return function(*arguments)
    finally:
        close_old_connections()
