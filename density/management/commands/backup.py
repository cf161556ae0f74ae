"""Back the site up while it runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from density import backups
from density.database_copies import CannotCopy


class Command(BaseCommand):
    """Copies what must survive into a folder; docs/BACKUP.md says what that is."""

    help = "Write a backup of the site, which may run meanwhile, into a new folder."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add where to, and whose."""
        parser.add_argument("target", type=Path, help="a folder that is empty or not there yet")
        parser.add_argument("--data", help="the folder of everything that is kept (DATA_DIR)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it, and say how large it is; say in one sentence why it cannot be."""
        target = options["target"].expanduser().absolute()
        try:
            manifest = backups.write(connection, target)
        except (backups.BadBackup, CannotCopy) as trouble:
            raise CommandError(str(trouble)) from trouble
        except DatabaseError as fault:
            raise CommandError(f"The database cannot be used: {fault}") from fault
        except OSError as fault:
            raise CommandError(f"A file cannot be written: {fault}") from fault
        size = sum(file["bytes"] for file in manifest.files.values()) / 1e6
        self.stdout.write(f"{target}: {', '.join(sorted(manifest.files))}, {size:.1f} MB.")
        if "secret-key" not in manifest.files:
            self.stdout.write("SECRET_KEY is given by the environment: keep it elsewhere.")
