"""Work that a thread does for many, as much at once as waits by then."""

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from games.consumers.threads import submit

T = TypeVar("T")
R = TypeVar("R")


class Batches(Generic[T]):
    """A queue and the thread that works on it; `work` takes what waits, and may not fail."""

    def __init__(self, name: str, work: Callable[[list[T]], None], most: int) -> None:
        self._name = name
        self._work = work
        self._most = most
        self._waiting: queue.SimpleQueue[T] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def put(self, item: T) -> None:
        """Have something worked on soon."""
        self._waiting.put(item)
        if self._thread is None:
            with self._lock:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                    self._thread.start()

    def _run(self) -> None:
        while True:
            batch = [self._waiting.get()]
            while len(batch) < self._most:
                try:
                    batch.append(self._waiting.get_nowait())
                except queue.Empty:
                    break
            self._work(batch)


class Readings(Generic[T, R]):
    """What many sockets want to know at once, read together in a thread of the pool.

    `read` gets what was asked for, and returns an answer to each. One reading at a time is under
    way; what is asked for meanwhile waits for the next.
    """

    def __init__(self, name: str, read: Callable[[Sequence[T]], Sequence[R]], most: int) -> None:
        self._name = name
        self._read = read
        self._most = most
        self._lock = threading.Lock()
        self._waiting: list[tuple[T, asyncio.Future[R]]] = []

    async def ask(self, wanted: T) -> R:
        """Return the answer, read after this call; raises what the reading raises."""
        future: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        with self._lock:
            self._waiting.append((wanted, future))
            opens = len(self._waiting) == 1
        if opens:
            submit(self._run, line=self._name)
        return await future

    def _run(self) -> None:
        with self._lock:
            batch, self._waiting = self._waiting[: self._most], self._waiting[self._most :]
            more = bool(self._waiting)
        if more:
            submit(self._run, line=self._name)
        futures = [future for _, future in batch]
        try:
            answers = self._read([wanted for wanted, _ in batch])
        except Exception as fault:  # it belongs to those who asked
            give(futures, fault)
        else:
            give(futures, answers)


def give(futures: Sequence[asyncio.Future[R]], answers: Sequence[R] | Exception) -> None:
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
