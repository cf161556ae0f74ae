"""Notices that the clock of this machine was set: the wall clock against the monotonic one.

Both go on at the same pace, also where the time is corrected slowly. They part when the wall clock
is set, forwards or back, and when the machine was asleep.
"""

import threading
import time

# seconds: the corrections of a network time service that sets the clock are larger
JUMP_SECONDS = 1.5


def _apart() -> float:
    """Return by how many seconds the two clocks are apart, which is so for the whole machine."""
    return time.time() - time.monotonic()


class ClockWatch:
    """The last readings of the two clocks by one part of a process."""

    def __init__(self) -> None:
        self._apart = _apart()
        self._lock = threading.Lock()

    def has_jumped(self) -> bool:
        """Return whether the clock was set since this watch was last asked, or was made."""
        now = _apart()
        with self._lock:
            jump, self._apart = now - self._apart, now
        return abs(jump) > JUMP_SECONDS
