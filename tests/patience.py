"""How long a test waits for what must come."""

import time
from collections.abc import Callable

# Seconds. Waiting ends when it comes, so only a test that fails takes as long; and a machine may be
# slow, or have other lanes of a run to work on.
PATIENCE = 120.0


def wait_until(
    is_so: Callable[[], object], what: str = "it never came", more: Callable[[], str] = str
) -> None:
    """Return when it is so. Raises AssertionError with what else there is to say if it never is."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}\n{more()}")
        time.sleep(0.05)
