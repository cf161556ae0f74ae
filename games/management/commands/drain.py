"""Let running games end before an update, and begin no new ones."""

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
    """Turns draining on or off; docs/UPGRADING.md says when it pays."""

    help = "Begin no new games, so that running ones can end before an update."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the other ways than to begin."""
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--off", action="store_true", help="let new games begin again")
        what.add_argument("--status", action="store_true", help="say how it stands")
        what.add_argument(
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
        """Do it, and say how it stands; say in one sentence why it cannot be done."""
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
        """Say whether the site drains, and what runs."""
        begun = "" if since is None else f"{datetime.fromtimestamp(since, UTC):%H:%M:%S} UTC"
        state = f"Draining since {begun}." if begun else "Not draining."
        self.stdout.write(f"{state} Running games: {drain.count_running()}.")
        self.stdout.flush()

    def wait(self, seconds: int) -> None:
        """Return when no game runs. Raises CommandError with their number after so long."""
        deadline = time.monotonic() + seconds
        while left := drain.count_running():
            if time.monotonic() > deadline:
                raise CommandError(
                    f"Games still run, after {seconds} s {left} of them; a restart harms none."
                )
            time.sleep(SECONDS_BETWEEN_LOOKS)
        self.stdout.write("No game runs.")
