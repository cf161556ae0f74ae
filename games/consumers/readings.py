"""Readings that many sockets want at once."""

import asyncio
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Generic, TypeVar

from density.platform.threads import submit_call

V = TypeVar("V")
R = TypeVar("R")

# the tables of which it is remembered when they were read
MOST_REMEMBERED = 1000


class Readings(Generic[V, R]):
    """Reads for many sockets at once, joined in a thread of the pool.

    Requests for one table share one read, for all who asked before it, at most once in
    `seconds`; what is of no table is asked of SITE. `read` returns an answer for each who asks. No
    socket gets what was read before it asked, so no viewer gets an older state than it knew.
    """

    def __init__(
        self, kind: str, read: Callable[[str, set[V]], Mapping[V, R]], seconds: float = 0.0
    ) -> None:
        self._kind = kind
        self._read = read
        self._seconds = seconds
        self._lock = threading.Lock()
        # by table the requests that wait for its next reading
        self._next: dict[str, list[tuple[V, asyncio.Future[R]]]] = {}
        self._read_at: dict[str, float] = {}

    async def ask(self, table: str, who: V) -> R:
        """Return the answer for this one, read after this call; raises what the reading raises."""
        answer: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        with self._lock:
            waiting = self._next.setdefault(table, [])
            waiting.append((who, answer))
            opens = len(waiting) == 1
        if opens:
            self._plan(table)
        return await answer

    def _plan(self, table: str) -> None:
        """Have the table read, at a distance from the last time."""
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
            answers = self._read(table, {who for who, _ in waiting})
        except Exception as fault:  # it belongs to those who asked
            resolve_futures(futures, fault)
        else:
            resolve_futures(futures, [answers[who] for who, _ in waiting])


def resolve_futures(futures: Sequence[asyncio.Future[R]], answers: Sequence[R] | Exception) -> None:
    """Give what waits its answers in order, each in its event loop; all get a fault."""

    def give_in(loop: asyncio.AbstractEventLoop) -> None:
        for place, future in enumerate(futures):
            # a socket that closed meanwhile has cancelled its own
            if future.get_loop() is not loop or future.done():
                continue
            if isinstance(answers, Exception):
                future.set_exception(answers)
            else:
                future.set_result(answers[place])

    for loop in {future.get_loop() for future in futures}:
        if not loop.is_closed():
            loop.call_soon_threadsafe(give_in, loop)
