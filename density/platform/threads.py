"""The thread pool for the database work of sockets, with a queue for each game.

Channels has one thread for all sockets. Here the games take turns, so that a slow one does not
delay the others.
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
# The queue of calls that belong to no game. It leaves one thread to the games. The calls of a game
# run one at a time, since they wait for the same row anyway.
SITE = ""
MOST_RUNNING = {SITE: THREADS - 1}
# calls that may wait in one queue, about a second's worth; callers that must not fail set no limit
MOST_WAITING = 256

log = logging.getLogger(__name__)


class Overloaded(Exception):
    """Raised when a queue is full: the call is refused."""


class FairExecutor:
    """A thread pool that serves queues of calls in turn, one call each."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="table")
        self._lock = threading.Lock()
        self._waiting: OrderedDict[str, deque[tuple[Future[Any], Callable[[], Any]]]]
        self._waiting = OrderedDict()
        self._running: Counter[str] = Counter()

    def submit(self, line: str, call: Callable[[], T], most: int | None = None) -> Future[T]:
        """Add a call to a queue; return the future of its result.

        Raises Overloaded when `most` calls already wait in the queue.
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
        """Run calls until none may start; those that must wait are started by later ends."""
        while (task := self._begin()) is not None:
            line, future, call = task
            try:
                if future.set_running_or_notify_cancel():
                    _make(future, call)
            finally:
                with self._lock:
                    self._running[line] -= 1
                    if not self._running[line]:
                        del self._running[line]

    def _begin(self) -> tuple[str, Future[Any], Callable[[], Any]] | None:
        """Take the next call, and move its queue behind all others."""
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
    except BaseException as fault:  # for the caller to handle
        future.set_exception(fault)


_database = FairExecutor(THREADS)


async def in_thread(
    function: Callable[..., T], *arguments: Any, line: str = SITE, most: int | None = None
) -> T:
    """Run database work in a thread of the pool, and return its result.

    Calls of a game pass its id as `line`. Raises Overloaded when `most` of them already wait.
    """
    return await asyncio.wrap_future(submit_call(function, *arguments, line=line, most=most))


def submit_call(
    function: Callable[..., T], *arguments: Any, line: str = SITE, most: int | None = None
) -> Future[T]:
    """Run database work in a thread of the pool; return the future of its result."""
    # log lines of the thread have the ids of the socket that asks
    call = partial(copy_context().run, _with_connection, function, *arguments)
    return _database.submit(line, call, most)


def in_background(function: Callable[..., object], *arguments: Any) -> None:
    """Run database work in a thread of the pool without waiting; exceptions are logged."""
    submit_call(function, *arguments).add_done_callback(_log_fault)


def _log_fault(future: Future[Any]) -> None:
    if not future.cancelled() and future.exception() is not None:
        log.warning(
            "background work of sockets failed (%r); it is not repeated, the next heartbeat or "
            "clock makes up for it",
            future.exception(),
        )


def _with_connection(function: Callable[..., T], *arguments: Any) -> T:
    close_old_connections()
    try:
        return function(*arguments)
    finally:
        close_old_connections()
