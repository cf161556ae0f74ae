"""Readings that many sockets request at once, joined."""

import asyncio
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Generic, TypeVar

from density.platform.threads import submit_call

V = TypeVar("V")
R = TypeVar("R")

# the most tables whose last time of reading is stored
MOST_REMEMBERED = 1000


class Readings(Generic[V, R]):
    """Joins the requests of many sockets into one call of `read`, in a thread of the pool.

    All waiting requests for a table share one call, at most every `seconds`; requests without a
    table use SITE. `read` returns an answer for each requester. A socket never gets data that was
    read before its request, so no viewer gets an older state than it knew.
    """

    def __init__(
        self, kind: str, read: Callable[[str, set[V]], Mapping[V, R]], seconds: float = 0.0
    ) -> None:
        self._kind = kind
        self._read = read
        self._seconds = seconds
        self._lock = threading.Lock()
        # the requests that wait for the next reading, by table
        self._next: dict[str, list[tuple[V, asyncio.Future[R]]]] = {}
        self._read_at: dict[str, float] = {}

    async def ask(self, table: str, requester: V) -> R:
        """Return the answer for one requester, read after this call; raises what `read` raises."""
        answer: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        with self._lock:
            waiting = self._next.setdefault(table, [])
            waiting.append((requester, answer))
            opens = len(waiting) == 1
        if opens:
            self._plan(table)
        return await answer

    def _plan(self, table: str) -> None:
        """Schedule the next reading of a table, at least `seconds` after the last one."""
        last = self._read_at.get(table, 0.0)
        wait = last + self._seconds - time.monotonic()
        start = partial(submit_call, self._run, table, line=f"{table} {self._kind}")
        if wait > 0:
            asyncio.get_running_loop().call_later(wait, start)
        else:
            start()

    def _run(self, table: str) -> None:
        with self._lock:
            waiting = self._next.pop(table)
            if len(self._read_at) >= MOST_REMEMBERED:
                self._read_at.clear()
            self._read_at[table] = time.monotonic()
        futures = [answer for _, answer in waiting]
        try:
            answers = self._read(table, {requester for requester, _ in waiting})
        except Exception as fault:  # it belongs to the requesters
            resolve_futures(futures, fault)
        else:
            resolve_futures(futures, [answers[requester] for requester, _ in waiting])


def resolve_futures(futures: Sequence[asyncio.Future[R]], answers: Sequence[R] | Exception) -> None:
    """Resolve futures with their answers in order, each in its event loop; a fault goes to all."""

    def give_in(loop: asyncio.AbstractEventLoop) -> None:
        for place, future in enumerate(futures):
            # a socket that closed meanwhile has cancelled its future
            if future.get_loop() is not loop or future.done():
                continue
            if isinstance(answers, Exception):
                future.set_exception(answers)
            else:
                future.set_result(answers[place])

    for loop in {future.get_loop() for future in futures}:
        if not loop.is_closed():
            loop.call_soon_threadsafe(give_in, loop)
