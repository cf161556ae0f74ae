"""`manage.py restore`: restore a backup into an empty site."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from density import environment
from density.management.operator_command import OperatorCommand
from density.operations import backups
from density.server import supervisor


class Command(OperatorCommand):
    """Restores a backup without overwriting anything."""

    help = "Restore a backup into an empty data folder and an empty database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the folder of the backup."""
        super().add_arguments(parser)
        parser.add_argument("source", type=Path, help="the folder of a backup")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore the backup, and print the next step."""
        source, folder = options["source"].expanduser().absolute(), Path(settings.DATA_DIR)
        manifest = backups.read_manifest(source, connection)
        backups.require_empty_site(connection)
        with supervisor.lock_folder(folder):
            backups.restore_backup(source, manifest, connection)
        self.stdout.write(
            f"Restored {folder} as of {manifest.made_at}. You can start the site now."
        )
        if environment.read_text("SECRET_KEY") and "secret-key" in manifest.files:
            self.stdout.write(
                "The site uses SECRET_KEY from the environment, not the one from the backup."
            )
