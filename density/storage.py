"""Static files under names that carry a hash of their content."""

import hashlib

from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class HashedStorage(ManifestStaticFilesStorage):
    """Also rewrites the imports between JavaScript modules."""

    support_js_module_import_aggregation = True
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
