"""`manage.py export`: write the file of a month's ranked games."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.records import exports


class Command(BaseCommand):
    """Writes the records of all ranked games of a month, and an index (docs/RECORD.md)."""

    help = "Write all ranked games of a month as compressed JSON lines, with an index."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the month and the folder."""
        parser.add_argument("--data", help="the data folder (DATA_DIR)")
        parser.add_argument("--month", metavar="YYYY-MM", help="the month (UTC), else last month")
        parser.add_argument("--folder", type=Path, help="where to write, else where the site reads")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the files and print their games, sizes and checksums."""
        now, month = timezone.now(), options["month"]
        folder = options["folder"] or exports.export_folder()
        try:
            chosen = exports.Month.read(month) if month else exports.Month.before(now)
        except ValueError as trouble:
            raise CommandError(str(trouble)) from trouble
        try:
            files = exports.write_month(chosen, folder, now)
        except BlockingIOError:
            raise CommandError(f"Another process writes to {folder}.") from None
        except OSError as fault:
            raise CommandError(f"A file cannot be written: {fault}.") from fault
        for file in files:
            self.stdout.write(
                f"{folder / file['file']}: {file['games']} games, {file['bytes']} bytes, "
                f"sha256 {file['sha256']}"
            )
        if not files:
            self.stdout.write(f"There are no ranked games of {chosen}.")
