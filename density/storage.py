"""Static files under names that carry a hash of their content."""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class HashedStorage(ManifestStaticFilesStorage):
    """Also rewrites the imports between JavaScript modules."""

    support_js_module_import_aggregation = True
