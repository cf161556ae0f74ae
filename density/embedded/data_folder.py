"""Keeps the data folder to its owner: what is in it names users, and opens their accounts."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from density.embedded.process import CannotStart
from density.environment import OTHERS

# What the site itself makes there; nothing else in the folder is ours to change.
OURS = (
    *("secret-key", "vapid-key", "lock", "static-files", "density.sqlite3*"),
    *("logs", "valkey", "valkey.sock", "static", "locale"),
)


def restrict_folder(folder: Path) -> None:
    """Take from others every right to an existing data folder, and to what the site made in it.

    A former version let them read it all. Links are not followed.
    Raises CannotStart when the folder is another user's, or shared by all as /tmp is, and
    OSError when its rights cannot be changed.
    """
    place = folder.resolve()
    found = place.stat()
    if found.st_uid != os.geteuid():
        raise CannotStart(
            f"The data folder {folder} belongs to another user: choose another --data, or start"
            " Density Deck as that user."
        )
    if found.st_mode & stat.S_ISVTX:
        raise CannotStart(
            f"The data folder {folder} is shared by everybody: choose another --data."
        )
    _close(place)
    for path in _made_by_the_site(place):
        _close(path)


def private_folder(place: Path) -> None:
    """Make a private folder where every user may make one, or find the one made before.

    Raises CannotStart when another user may go there, and OSError when it cannot be made.
    """
    place.mkdir(mode=0o700, exist_ok=True)
    found = place.lstat()
    private = stat.S_ISDIR(found.st_mode) and not found.st_mode & OTHERS
    if not private or found.st_uid != os.geteuid():
        raise CannotStart(f"{place} is open to others: remove it.")


def _made_by_the_site(folder: Path) -> Iterator[Path]:
    """Folders before what is in them: what is done there is then out of others' reach."""
    for name in OURS:
        for path in folder.glob(name):
            yield path
            if path.is_dir() and not path.is_symlink():
                for inside, folders, files in os.walk(path):
                    yield from (Path(inside, name) for name in (*folders, *files))


def _close(path: Path) -> None:
    """Take others' rights away; a link, another user's file, or one that is gone stays as it is."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return
    ours = found.st_uid == os.geteuid() and not stat.S_ISLNK(found.st_mode)
    if ours and found.st_mode & OTHERS:
        path.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS)
