"""Keeps the data folder private, since its files give access to accounts."""

import os
import stat
from pathlib import Path

from density.environment import OTHERS
from density.server.process import CannotRun


def restrict_folder(folder: Path) -> None:
    """Remove the permissions of others from an existing data folder.

    Raises CannotRun when the folder belongs to another user or is shared like /tmp, and OSError
    when its permissions cannot be changed.
    """
    path = folder.resolve()
    status = path.stat()
    if status.st_uid != os.geteuid():
        raise CannotRun(
            f"The data folder {folder} belongs to another user: choose another --data, or start"
            " Density Deck as that user."
        )
    if status.st_mode & stat.S_ISVTX:
        raise CannotRun(f"The data folder {folder} is open to everyone: choose another --data.")
    if status.st_mode & OTHERS:
        path.chmod(stat.S_IMODE(status.st_mode) & ~OTHERS)


def private_folder(place: Path) -> None:
    """Create a private folder in a shared place, or check the existing one.

    Raises CannotRun when other users can open it, and OSError when it cannot be created.
    """
    place.mkdir(mode=0o700, exist_ok=True)
    status = place.lstat()
    private = stat.S_ISDIR(status.st_mode) and not status.st_mode & OTHERS
    if not private or status.st_uid != os.geteuid():
        raise CannotRun(f"{place} is open to others: remove it.")
