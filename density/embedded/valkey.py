"""Finds, starts and stops the Valkey server that comes in a wheel."""

import hashlib
import os
import tempfile
from pathlib import Path

LONGEST_SOCKET = 100


def socket_path(folder: Path) -> Path:
    """Where the Unix socket of a data folder lies; short enough for every kernel (104 bytes)."""
    path = folder / "valkey.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET:
        return path
    digest = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"density-{os.getuid()}-{digest}.sock"
