"""Work that a thread of its own does, as much at once as waits by then."""

import queue
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


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
