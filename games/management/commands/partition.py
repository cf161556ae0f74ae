"""Give moves and matches a table for each month, on PostgreSQL."""

from argparse import ArgumentParser
from datetime import UTC, date, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games.management import partitions
from games.management.partitions import TABLES

MONTHS_AHEAD = 3


class Command(BaseCommand):
    """Partitions once, with the site at rest; from then on adds the months to come."""

    help = (
        "Partition moves and matches by month: once with the site stopped, then every month to "
        "make room for those to come. PostgreSQL only; docs/SCALING.md says when it pays."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add what else than to partition can be done."""
        parser.add_argument(
            "--ahead", type=int, default=MONTHS_AHEAD, metavar="N", help="so many months to come"
        )
        others = parser.add_mutually_exclusive_group()
        others.add_argument("--detach", type=month, metavar="YYYY-MM", help="archive a month")
        others.add_argument("--attach", type=month, metavar="YYYY-MM", help="take a month back")
        others.add_argument("--undo", action="store_true", help="make one table of each again")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, and say what was done; CommandError with a sentence if it cannot be."""
        if connection.vendor != "postgresql":
            raise CommandError("SQLite has no partitions: this is for a site on PostgreSQL.")
        if not 0 <= options["ahead"] <= 120:
            raise CommandError("--ahead takes 0 to 120 months.")
        if wanted := options["detach"] or options["attach"]:
            self.archive(wanted, detach=bool(options["detach"]))
        elif options["undo"]:
            self.undo()
        else:
            self.partition(options["ahead"])

    def partition(self, ahead: int) -> None:
        """Partition what is not yet, and add months."""
        for table in TABLES:
            if partitions.is_partitioned(table):
                made = partitions.extend(table, ahead)
                self.stdout.write(f"{table.name}: {', '.join(made) or 'nothing to do'}")
            else:
                partitions.split(table, ahead)
                count = len(partitions.partitions(table))
                self.stdout.write(f"{table.name}: split into {count} partitions")

    def undo(self) -> None:
        """Make plain tables again."""
        for table in TABLES:
            if partitions.is_partitioned(table):
                partitions.join(table)
                self.stdout.write(f"{table.name}: one table again")

    def archive(self, wanted: date, *, detach: bool) -> None:
        """Detach or attach a month that is over."""
        if detach and wanted >= partitions.month_of(datetime.now(UTC)):
            raise CommandError("Only a month that is over can be detached.")
        parts = {table: table.partition(wanted) for table in TABLES}
        # without partitions
        tables = connection.introspection.table_names()
        for table, part in parts.items():
            if not partitions.is_partitioned(table):
                raise CommandError(f"{table.name} has no partitions yet.")
            there = partitions.partitions(table) if detach else tables
            if part not in there:
                raise CommandError(f"There is no {part} to {'detach' if detach else 'attach'}.")
        (partitions.detach if detach else partitions.attach)(wanted)
        self.stdout.write(f"{', '.join(parts.values())}: {'detached' if detach else 'attached'}")


def month(text: str) -> date:
    """Return the first day of a month that is written `2026-01`."""
    return datetime.strptime(text, "%Y-%m").date()
