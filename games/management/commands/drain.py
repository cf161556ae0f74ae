"""Lets running games end before an update, and begins no new ones."""

import time
from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from redis import RedisError

from games.live import broadcast
from games.lobby import drain

LONGEST_SECONDS = 900
SECONDS_BETWEEN_LOOKS = 1.0


class Command(BaseCommand):
    """Turns draining on or off; see docs/UPGRADING.md."""

    help = "Begin no new games, so that running ones can end before an update."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options to end it, show its status, or wait."""
        options = parser.add_mutually_exclusive_group()
        options.add_argument("--off", action="store_true", help="let new games begin again")
        options.add_argument("--status", action="store_true", help="say how it stands")
        options.add_argument(
            "--wait",
            type=int,
            nargs="?",
            const=LONGEST_SECONDS,
            metavar="SECONDS",
            help="then wait until no game runs; 1 if some do after so long "
            f"({LONGEST_SECONDS} unless given)",
        )
        parser.add_argument("--data", help="the data folder (DATA_DIR)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Turn draining on or off, and show the status. Raises CommandError without Redis."""
        try:
            if not options["status"]:
                drain.switch_drain(on=not options["off"])
                broadcast.publish_draining(on=not options["off"])
            since = drain.draining_since()
        except RedisError as fault:
            raise CommandError(f"Redis is unavailable: {fault}") from fault
        self.report(since)
        if options["wait"] is not None:
            self.wait(options["wait"])

    def report(self, since: float | None) -> None:
        """Write whether the site is draining, and how many games are running."""
        start = "" if since is None else f"{datetime.fromtimestamp(since, UTC):%H:%M:%S} UTC"
        state = f"Draining since {start}." if start else "Not draining."
        self.stdout.write(f"{state} Running games: {drain.count_running()}.")
        self.stdout.flush()

    def wait(self, seconds: int) -> None:
        """Wait until no game is running. Raises CommandError with the number after a timeout."""
        deadline = time.monotonic() + seconds
        while running := drain.count_running():
            if time.monotonic() > deadline:
                raise CommandError(
                    f"Games still run, after {seconds} s {running} of them; a restart harms none."
                )
            time.sleep(SECONDS_BETWEEN_LOOKS)
        self.stdout.write("No game runs.")
