"""Limits repeated log lines: an outage must not fill the disk, so repeats are counted instead."""

import logging
import threading
import time
from dataclasses import dataclass
from typing import Any

# of one fault at one place in so many seconds: lines, and lines with a traceback
SECONDS = 60.0
MOST_LINES, MOST_TRACEBACKS = 20, 1
# so many places are remembered; an honest program has a few dozen that ever say anything
MOST_PLACES = 1000

# what Django refused: where in the code it did is of no use
OF_CLIENTS = "django.security"

Place = tuple[Any, ...]


@dataclass(slots=True)
class Repeats:
    """How many lines one place has logged since a monotonic time, and how many were dropped."""

    since: float
    lines: int = 0
    left_out: int = 0


class RepeatFilter(logging.Filter):
    """Lets through what is new, and of what is repeated a little, with how often it came."""

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self._lock = threading.Lock()
        self._places: dict[Place, Repeats] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether this line is written; the first after a while says how many were not."""
        if record.name.startswith(OF_CLIENTS):
            record.exc_info = record.exc_text = None
        with self._lock:
            passes, left_out = self._count(place_of(record), bool(record.exc_info))
        if left_out:
            record.msg = f"{record.getMessage()} [{left_out} more like this were left out before]"
            record.args = ()
        return passes

    def _count(self, place: Place, traceback: bool) -> tuple[bool, int]:
        now = time.monotonic()
        seen = self._places.get(place)
        if seen is None and len(self._places) >= MOST_PLACES:
            self._places.clear()
        left_out = 0
        if seen is None or now - seen.since >= SECONDS:
            left_out = seen.left_out if seen else 0
            seen = self._places[place] = Repeats(now)
        seen.lines += 1
        passes = seen.lines <= (MOST_TRACEBACKS if traceback else MOST_LINES)
        seen.left_out += not passes
        return passes, left_out


def place_of(record: logging.LogRecord) -> Place:
    """Return where a line was logged, and where the exception it reports was raised."""
    said = (record.name, record.pathname, record.lineno)
    if not record.exc_info or record.exc_info[0] is None:
        return said
    kind, _, frame = record.exc_info
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    raised = (frame.tb_frame.f_code.co_filename, frame.tb_lineno) if frame else ()
    return (*said, kind, *raised)
