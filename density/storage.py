"""Static files under names that carry a hash of their content."""

import hashlib

from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage

# Imports of modules. Not import("…"): no module of ours loads another that way, and the types in
# comments, which are written so, may point at each other in circles.
ADDRESS = r"""["'](?P<url>[./][^"']*)["']\s*;"""
IMPORT = rf"import\s*{ADDRESS}"
FROM = rf"""(?P<what>import|export)(?P<names>[\s{{*][^"';()]*?)from\s*{ADDRESS}"""


class HashedStorage(ManifestStaticFilesStorage):
    """Also rewrites the imports between JavaScript modules."""

    patterns = (
        *ManifestStaticFilesStorage.patterns,
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


def fingerprint() -> str:
    """A word that changes when a static file does: from names, sizes and times, not contents."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            changed = storage.get_modified_time(path).timestamp()
            digest.update(f"{storage.path(path)} {storage.size(path)} {changed}\n".encode())
    return digest.hexdigest()
