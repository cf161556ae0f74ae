"""Traces the modules that an action passes through, and the calls between them."""

import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from tests.serve_process import ROOT

OWN = tuple(f"{ROOT}/{app}/" for app in ("density", "accounts", "games", "matchmaking"))


class Path:
    """The modules of the project that ran, and the number of calls between them.

    A call counts from the nearest module of the project up the stack, skipping libraries.
    """

    def __init__(self) -> None:
        self.hops: Counter[tuple[str, str]] = Counter()

    @property
    def modules(self) -> set[str]:
        """Return all modules that ran."""
        return {module for _, module in self.hops}

    def note(self, frame: FrameType, event: str, _: object) -> None:
        """Count a call; a callback of sys.setprofile."""
        if event != "call" or not frame.f_code.co_filename.startswith(OWN):
            return
        own, caller = frame.f_globals["__name__"], frame.f_back
        while caller is not None and not caller.f_code.co_filename.startswith(OWN):
            caller = caller.f_back
        origin = "" if caller is None else caller.f_globals["__name__"]
        if origin != own:
            self.hops[origin, own] += 1


@contextmanager
def follow_path() -> Iterator[Path]:
    """Trace this thread, and threads started within the block."""
    path = Path()
    threading.setprofile(path.note)
    sys.setprofile(path.note)
    try:
        yield path
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
