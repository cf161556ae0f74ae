"""Notices that the clock of this machine was set, by comparing wall clock and monotonic clock.

Both run at the same pace, even while the time is corrected slowly. They diverge when the wall
clock is set, forwards or back, and when the machine was asleep.
"""

import threading
import time

# smallest jump, in seconds; a network time service that sets the clock makes larger ones
JUMP_SECONDS = 1.5


def _clock_difference() -> float:
    """Return the difference of the two clocks in seconds, the same for the whole machine."""
    return time.time() - time.monotonic()


class ClockWatch:
    """The last difference of the two clocks that one part of a process has seen."""

    def __init__(self) -> None:
        self._apart = _clock_difference()
        self._lock = threading.Lock()

    def has_jumped(self) -> bool:
        """Return whether the clock was set since the last call, or since this watch was created."""
        now = _clock_difference()
        with self._lock:
            jump, self._apart = now - self._apart, now
        return abs(jump) > JUMP_SECONDS
