"""Timeouts of tests."""

import time
from collections.abc import Callable

# Seconds. Only failing tests wait this long; the machine may be slow or busy with other tests.
PATIENCE = 120.0


def wait_until(
    is_so: Callable[[], object], what: str = "it never came", more: Callable[[], str] = str
) -> None:
    """Wait until a condition holds. Raises AssertionError with details after a timeout."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}\n{more()}")
        time.sleep(0.05)
