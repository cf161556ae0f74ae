"""Collects the static files once per version; every data folder copies them.

They are kept beside the code, in a folder that only the site's user can open (decision 38).
"""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from density.assets import storage
from density.server import data_folder
from density.server.process import CannotRun

# shared by all data folders of the installation
KEPT: Path = settings.BASE_DIR / ".static"
UNAVAILABLE = (OSError, CannotRun)


def collect_static(folder: Path) -> bool:
    """Copy the static files of this version into a data folder; return False if it has them.

    Files of former versions stay, because open pages still load them.
    """
    note, version = folder / "static-files", storage.fingerprint_sources()
    if note.exists() and note.read_text(encoding="ascii") == version:
        return False
    target = folder / "static"
    try:
        shutil.copytree(static_folder(version), target, dirs_exist_ok=True)
    except UNAVAILABLE:  # no write access, or a concurrent start replaced the folder
        storage.HashedStorage(location=target).collect()
    note.write_text(version, encoding="ascii")
    return True


def static_folder(version: str) -> Path:
    """Return the folder with the static files of this version, collecting them if needed.

    Deletes other versions, except for the last one. Waits while another start collects. Raises
    OSError or CannotRun if nothing can be stored there.
    """
    data_folder.private_folder(KEPT)
    folder = KEPT / version
    with _lock_kept():
        if not folder.is_dir():
            unfinished = KEPT / "unfinished"
            shutil.rmtree(unfinished, ignore_errors=True)  # of a start that was killed
            for other in sorted(KEPT.iterdir(), key=lambda kept: -kept.stat().st_mtime)[1:]:
                shutil.rmtree(other, ignore_errors=True)
            unfinished.mkdir(mode=0o700)
            storage.HashedStorage(location=unfinished).collect()
            unfinished.rename(folder)
    return folder


@contextmanager
def _lock_kept() -> Iterator[None]:
    """Keep other starts from changing the stored versions."""
    handle = os.open(KEPT, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
