"""The base class of commands that work on a data folder."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from density.server.process import CannotRun


class OperatorCommand(BaseCommand):
    """A command that fails with one sentence for the operator instead of a traceback."""

    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the data folder, which the settings read from the command line."""
        parser.add_argument("--data", help="the data folder (DATA_DIR)")

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command. Raises SystemExit with the sentence."""
        try:
            return super().execute(*args, **options)
        except CannotRun as trouble:
            raise SystemExit(str(trouble)) from trouble
        except DatabaseError as fault:
            reason = (str(fault).strip().splitlines() or ["no reason given"])[0].rstrip(".")
            raise SystemExit(f"The database cannot be used: {reason}.") from fault
        except OSError as fault:
            # usually a full disk
            raise SystemExit(f"A file cannot be written: {fault}.") from fault
