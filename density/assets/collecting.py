"""Collects the static files once for a version: every data folder of the installation copies those.

They are kept beside the code, where only the user who runs the site may go (decision 38).
"""

import contextlib
import shutil
import tempfile
from pathlib import Path

from django.conf import settings

from density.assets import storage
from density.server import data_folder
from density.server.process import CannotRun

# for all data folders of the installation
KEPT: Path = settings.BASE_DIR / ".static"
UNAVAILABLE = (OSError, CannotRun)


def collect_static(folder: Path) -> bool:
    """Bring the static files of this version into a data folder; return whether they were not.

    Files of former versions stay: pages that are open ask for them.
    """
    note, version = folder / "static-files", storage.fingerprint_sources()
    if note.exists() and note.read_text(encoding="ascii") == version:
        return False
    target = folder / "static"
    try:
        shutil.copytree(static_folder(version), target, dirs_exist_ok=True)
    except UNAVAILABLE:  # the code is another user's, or another start replaced the version
        storage.HashedStorage(location=target).collect()
    note.write_text(version, encoding="ascii")
    return True


def static_folder(version: str) -> Path:
    """Return the folder with the static files of this version; the first time they are collected.

    Those of another version go. Raises OSError or CannotRun where none can be kept.
    """
    data_folder.private_folder(KEPT)
    found = KEPT / version
    if not found.is_dir():
        for other in KEPT.iterdir():
            shutil.rmtree(other, ignore_errors=True)
        made = Path(tempfile.mkdtemp(dir=KEPT))
        storage.HashedStorage(location=made).collect()
        with contextlib.suppress(FileExistsError):  # another start was faster
            made.rename(found)
    return found
