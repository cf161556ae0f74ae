"""`manage.py collect`: collect the static files, the last step of an installation."""

import contextlib
from typing import Any

from django.core.management.base import BaseCommand

from density.assets import collecting, storage


class Command(BaseCommand):
    """Collects the static files ahead of the first start, if they can be stored beside the code."""

    help = "Collect the static files of this version once for all data folders."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Collect the static files unless that was done."""
        with contextlib.suppress(*collecting.UNAVAILABLE):
            collecting.static_folder(storage.fingerprint_sources())
