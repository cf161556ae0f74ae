"""Compiles the translations, `locale/*/LC_MESSAGES/django.po`, for Django."""

import contextlib
import hashlib
import os
from pathlib import Path

import polib

SOURCES = Path(__file__).parents[1] / "locale"


def catalogue_file(language: str) -> Path:
    """Return the file of a language's catalogue."""
    return SOURCES / language / "LC_MESSAGES" / "django.po"


def catalogue_version() -> str:
    """Return a hash of all catalogues."""
    digest = hashlib.sha256()
    for source in sorted(SOURCES.glob("*/LC_MESSAGES/django.po")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def compile_catalogues(data_folder: Path) -> Path:
    """Return the folder of the compiled catalogues, compiling them if needed.

    The folder is named by version, so that an upgrade leaves the texts of running processes. If
    nothing can be written, all pages are in English, and a system check says why.
    """
    folder = data_folder / "locale" / catalogue_version()
    with contextlib.suppress(OSError):
        for source in SOURCES.glob("*/LC_MESSAGES/django.po"):
            target = folder / source.relative_to(SOURCES).with_suffix(".mo")
            if not target.exists():
                target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                new = target.with_name(f"{os.getpid()}.new")
                new.write_bytes(polib.pofile(str(source)).to_binary())
                new.replace(target)
    return folder
