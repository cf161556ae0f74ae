"""Restore a backup into an empty site."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from density import backups, environment
from density.database_copies import CannotCopy
from density.embedded import supervisor
from density.embedded.process import CannotStart


class Command(BaseCommand):
    """Puts a backup where there is nothing yet, and overwrites nothing."""

    help = "Restore a backup into an empty data folder and an empty database."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add where from, and where to."""
        parser.add_argument("source", type=Path, help="the folder of a backup")
        parser.add_argument("--data", help="the empty folder to restore into (DATA_DIR)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore it, and say what comes next; say in one sentence why it cannot be."""
        source, folder = options["source"].expanduser().absolute(), Path(settings.DATA_DIR)
        try:
            manifest = backups.read(source, connection)
            backups.require_empty_site(connection)
            supervisor.open_folder(folder)
            with supervisor.exclusive(folder):
                backups.restore(source, manifest, connection)
        except (backups.BadBackup, CannotCopy, CannotStart) as trouble:
            raise CommandError(str(trouble)) from trouble
        except DatabaseError as fault:
            raise CommandError(f"The database cannot be used: {fault}") from fault
        except OSError as fault:
            raise CommandError(f"A file cannot be written: {fault}") from fault
        self.stdout.write(f"{folder} is as of {manifest.made_at}. Start the site.")
        if environment.text("SECRET_KEY") and "secret-key" in manifest.files:
            self.stdout.write(
                "SECRET_KEY of the environment is used, and not the one of the backup."
            )
