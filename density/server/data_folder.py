"""Keeps the data folder to its owner: what is in it names users, and opens their accounts."""

import os
import stat
from pathlib import Path

from density.environment import OTHERS
from density.server.process import CannotRun


def restrict_folder(folder: Path) -> None:
    """Take from others every right to an existing data folder, and so to all that is in it.

    Raises CannotRun when the folder is another user's, or shared by all as /tmp is, and
    OSError when its rights cannot be changed.
    """
    place = folder.resolve()
    found = place.stat()
    if found.st_uid != os.geteuid():
        raise CannotRun(
            f"The data folder {folder} belongs to another user: choose another --data, or start"
            " Density Deck as that user."
        )
    if found.st_mode & stat.S_ISVTX:
        raise CannotRun(f"The data folder {folder} is shared by everybody: choose another --data.")
    if found.st_mode & OTHERS:
        place.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS)


def private_folder(place: Path) -> None:
    """Make a private folder where every user may make one, or find the one made before.

    Raises CannotRun when another user may go there, and OSError when it cannot be made.
    """
    place.mkdir(mode=0o700, exist_ok=True)
    found = place.lstat()
    private = stat.S_ISDIR(found.st_mode) and not found.st_mode & OTHERS
    if not private or found.st_uid != os.geteuid():
        raise CannotRun(f"{place} is open to others: remove it.")
