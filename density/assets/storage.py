"""A storage of static files: bundled, minified, compressed and named by content hash."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.apps import apps
from django.contrib.staticfiles.finders import BaseFinder, get_finders
from django.core.files.base import ContentFile, File
from whitenoise.compress import brotli_installed
from whitenoise.storage import CompressedManifestStaticFilesStorage

from density.assets import browser_catalogues, bundling, own_apps, translations

# Patterns of comments and spaces; decision 37 says why no library removes them. They rely on two
# conventions: no string or regular expression contains `/**`, and a `//` comment has a line of its
# own.
BLOCK = r"/\*(?:[^*]|\*(?!/))*\*/"
LEGAL = r"(?!/\*[^*]*(?:Copyright|@license))"
OWN_LINES = re.compile(rf"^[ \t]*(?:{LEGAL}{BLOCK}[ \t]*|//.*)\n", re.MULTILINE)
REMARKS: Mapping[str, tuple[re.Pattern[str], ...]] = {
    ".js": (OWN_LINES, re.compile(r"/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*")),
    ".css": (re.compile(BLOCK),),
}
# needless spaces of a sheet, and strings, which keep their spaces
SPACE = re.compile(
    r"""(?P<text>"[^"]*"|'[^']*')|\s*(?:;\s*(?=\}))?(?P<sign>[{};,]|:(?=\s))\s*|\s+"""
)
# Also removes indents inside templates of HTML, where any run of spaces counts as one.
INDENT = re.compile(r"^\s+", re.MULTILINE)


# name of a file: its storage, and its path there
Paths = Mapping[str, tuple[Any, str]]


class Sources:
    """The collected files, with scripts and sheets bundled and minified."""

    def __init__(self, paths: Paths) -> None:
        self.paths = paths
        # files of other packages are served unchanged
        self.own = own_apps.static_names()
        scripts = [name for name in paths if name.endswith(".js") and name.startswith(self.own)]
        self.modules = bundling.Modules(scripts, self.minified)
        self.entries = self.modules.entries(
            bundling.scripts_in_templates(own_apps.template_files())
        )
        # Django reads each file several times
        self.minified_sheet = cache(self.minified)
        self.content = cache(self._content)

    def served(self) -> Paths:
        """Return the files that pages load: all but modules that are only part of bundles."""
        parts = self.modules.names - self.entries
        return {name: (self, name) for name in self.paths if name not in parts}

    def minified(self, name: str) -> str:
        """Return the minified text of a script or sheet."""
        return minify_source(self._source(name).decode(), Path(name).suffix)

    def open(self, name: str) -> "File[bytes]":
        """Return the file of that name; scripts and sheets are bundled."""
        return ContentFile(self.content(name))

    def _content(self, name: str) -> bytes:
        if name in self.entries:
            return self.modules.bundled(name).encode()
        if name.endswith(".css") and name.startswith(self.own):
            return bundling.bundled_sheet(name, self.minified_sheet).encode()
        return self._source(name)

    def _source(self, name: str) -> bytes:
        source, path = self.paths[name]
        with source.open(path) as file:
            content: bytes = file.read()
        return content


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Bundles the modules of each script and the parts of each sheet, and minifies both.

    Files are kept only under their hashed names, the only ones that pages use.
    """

    keep_intermediate_files = False
    keep_only_hashed_files = True
    sources: Sources | None = None

    def collect(self) -> None:
        """Write the static files of all apps, without the copies that `collectstatic` makes.

        Raises the first error of a file.
        """
        paths: dict[str, tuple[Any, str]] = {}
        for path, storage in static_files(get_finders()):
            prefix = getattr(storage, "prefix", None)
            paths.setdefault(f"{prefix}/{path}" if prefix else path, (storage, path))
        for _, _, processed in self.post_process(paths):
            if isinstance(processed, Exception):
                raise processed

    def post_process(
        self, paths: Paths, **options: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        """Bundle, hash and compress the collected files."""
        self.sources = Sources(paths)
        yield from super().post_process(self.sources.served(), **options)
        self.sources = None

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress the project's own files: those of the admin pages are rarely loaded."""
        own = own_apps.static_names()
        yield from super().compress_files([path for path in paths if path.startswith(own)])

    def hashed_name(
        self, name: str, content: "File[bytes] | None" = None, filename: str | None = None
    ) -> str:
        """Return the name of a file with the hash of its content or bundled source."""
        path = urlsplit(unquote(name)).path.strip()
        if content is None and self.sources and path in self.sources.paths:
            content = self.sources.open(path)
        name_with_hash: str = super().hashed_name(name, content, filename)
        return name_with_hash


def minify_source(text: str, kind: str) -> str:
    """Return a script (".js") or style sheet (".css") without comments and needless spaces."""
    for remark in REMARKS[kind]:
        text = remark.sub("", text)
    if kind == ".css":
        return SPACE.sub(lambda match: match["text"] or match["sign"] or " ", text).strip() + "\n"
    return INDENT.sub("", text)


def fingerprint_sources() -> str:
    """Return a fingerprint that changes with any static file or anything that it is made from.

    Computed from names, sizes and times of modification, not from contents.
    """
    digest = hashlib.sha256(translations.catalogue_version().encode())
    # with the library, files are compressed for brotli, too
    digest.update(f"brotli {brotli_installed}\n".encode())
    code = (__file__, bundling.__file__, browser_catalogues.__file__)
    for path in (*map(Path, code), *own_apps.template_files()):
        digest.update(f"{path} {path.stat().st_mtime}\n".encode())
    generated = browser_catalogues.CatalogueFinder
    sources = (finder for finder in get_finders() if not isinstance(finder, generated))
    for name, storage in static_files(sources):
        changed = storage.get_modified_time(name).timestamp()
        digest.update(f"{storage.path(name)} {storage.size(name)} {changed}\n".encode())
    return digest.hexdigest()


def static_files(finders: Iterable[BaseFinder]) -> Iterator[tuple[str, Any]]:
    """Yield the path and storage of every static file of the finders, except hidden ones."""
    app: Any = apps.get_app_config("staticfiles")
    return (file for finder in finders for file in finder.list(app.ignore_patterns))
