"""Static files under names that carry a hash of their content, small and packed."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

# Imports of modules. Not import("…"): no module of ours loads another that way, and the types in
# comments, which are written so, may point at each other in circles.
ADDRESS = r"""["'](?P<url>[./][^"']*)["']\s*;"""
IMPORT = rf"import\s*{ADDRESS}"
FROM = rf"""(?P<what>import|export)(?P<names>[\s{{*][^"';()]*?)from\s*{ADDRESS}"""

# What only people read. Two things keep this simple: no text or pattern of ours holds the sign that
# opens a comment of documentation, and // begins a comment only where nothing stands before it.
BLOCK = r"/\*(?:[^*]|\*(?!/))*\*/"
LEGAL = r"(?!/\*[^*]*(?:Copyright|@license))"
OWN_LINES = re.compile(rf"^[ \t]*(?:{LEGAL}{BLOCK}[ \t]*|//.*)\n", re.MULTILINE)
REMARKS: Mapping[str, tuple[re.Pattern[str], ...]] = {
    ".js": (OWN_LINES, re.compile(r"/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*")),
    ".css": (re.compile(rf"^[ \t]*{BLOCK}[ \t]*\n", re.MULTILINE), re.compile(BLOCK)),
}


class Source(Protocol):
    """Where a file is collected from."""

    def open(self, name: str) -> "File[bytes]":
        """The file of that name."""


class Lean:
    """A source whose scripts and styles come without the remarks in them."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def open(self, name: str) -> "File[bytes]":
        """The file of that name; in scripts and styles without remarks."""
        kinds = [kind for kind in REMARKS if name.endswith(kind)]
        if not kinds:
            return self.source.open(name)
        with self.source.open(name) as file:
            text = file.read().decode()
        return ContentFile(without_remarks(text, kinds[0]).encode())


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Also rewrites the imports between JavaScript modules, and leaves remarks out."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "*.js",
            (
                (f"(?P<matched>{IMPORT})", 'import "%(url)s";'),
                (f"(?P<matched>{FROM})", '%(what)s%(names)sfrom "%(url)s";'),
            ),
        ),
    )
    # one pass for each module on the longest way of imports; it stops when nothing changes
    max_post_process_passes = 20

    def post_process(
        self, paths: Mapping[str, tuple[Source, str]], **options: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        """Hash, rewrite and pack the collected files."""
        lean = {name: (Lean(source), path) for name, (source, path) in paths.items()}
        yield from super().post_process(lean, **options)


def without_remarks(text: str, kind: str) -> str:
    """A script (".js") or a style sheet (".css") as the browser needs it."""
    for remark in REMARKS[kind]:
        text = remark.sub("", text)
    return text


def fingerprint() -> str:
    """A word that changes when a static file does: from names, sizes and times, not contents."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            changed = storage.get_modified_time(path).timestamp()
            digest.update(f"{storage.path(path)} {storage.size(path)} {changed}\n".encode())
    return digest.hexdigest()
