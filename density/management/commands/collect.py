"""Collects the static files for all data folders of this installation: its last step."""

import contextlib
from typing import Any

from django.core.management.base import BaseCommand

from density.assets import collecting, storage


class Command(BaseCommand):
    """Does what the first start does otherwise; where nothing can be kept, each data folder."""

    help = "Collect the static files of this version once for all data folders."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Collect, unless that was done."""
        with contextlib.suppress(*collecting.UNAVAILABLE):
            collecting.static_folder(storage.fingerprint_sources())
