"""Bounds the logs of the managed processes, while they write them."""

import contextlib
import os
import shutil
from pathlib import Path

# bytes of a log, and as many of what it said before
LARGEST_LOG = 5_000_000
OLD = ".old.log"


def bound(folder: Path) -> None:
    """Move what a large log of this folder says into its old one, and go on with an empty one.

    The writer appends, and notices nothing; a line of that very moment may be lost. On a full
    disk all of it is: that makes room.
    """
    for log in folder.glob("*.log"):
        if not log.name.endswith(OLD) and log.stat().st_size > LARGEST_LOG:
            with contextlib.suppress(OSError):
                shutil.copyfile(log, log.with_suffix(OLD))
            os.truncate(log, 0)
