"""`manage.py backup`: back up the site while it runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.db import connection

from density.management.operator_command import OperatorCommand
from density.operations import backups


class Command(OperatorCommand):
    """Copies all data that must survive into a folder (see docs/BACKUP.md)."""

    help = "Back up the site to a new folder. The site can keep running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the target folder."""
        super().add_arguments(parser)
        parser.add_argument(
            "target", type=Path, help="a folder that is empty or does not exist yet"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the backup, and print its files and size."""
        target = options["target"].expanduser().absolute()
        manifest = backups.write_backup(connection, target)
        size = sum(file["bytes"] for file in manifest.files.values()) / 1e6
        self.stdout.write(f"{target}: {', '.join(sorted(manifest.files))}, {size:.1f} MB.")
        if "secret-key" not in manifest.files:
            self.stdout.write(
                "SECRET_KEY comes from the environment, so it is not in the backup: store it too."
            )
