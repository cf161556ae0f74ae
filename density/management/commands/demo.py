"""Fill an empty site with users and games that look like a past."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import Tags
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DEFAULT_DB_ALIAS, OperationalError, connection
from django.urls import reverse
from django.utils import timezone

from density import empty_database
from density.embedded import supervisor
from density.embedded.process import CannotStart
from games.management.commands.simulate import show_progress
from matchmaking.demo import members, site
from matchmaking.demo.site import Filled

MOST_GAMES = 100_000


class Command(BaseCommand):
    """Play games from a seed: the same arguments give the same users, games and ranks."""

    help = "Fill an empty site with players, games that AI players play for them, and ratings."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add how many of what, and where."""
        parser.add_argument("--players", type=int, default=60, metavar="N", help="guests included")
        parser.add_argument("--games", type=int, default=300, metavar="N", help="how many games")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="any whole number")
        parser.add_argument("--data", help="the folder of everything that is kept (DATA_DIR)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fill and say what it did; say in one sentence why it cannot."""
        players, games = options["players"], options["games"]
        try:
            check(players, games)
            folder = Path(settings.DATA_DIR)
            supervisor.open_folder(folder)
            with supervisor.exclusive(folder):
                filled = self.fill(players, games, options["seed"])
        except (CannotStart, ValueError) as trouble:
            raise SystemExit(str(trouble)) from trouble
        except KeyboardInterrupt:
            raise SystemExit(130) from None
        self.stdout.write(report(filled))

    def fill(self, players: int, games: int, seed: int) -> Filled:
        """Bring the database to where it can be used, and fill it if it has no users yet."""
        try:
            empty_database.make_tables(connection)
            self.check(tags=[Tags.database], databases=[DEFAULT_DB_ALIAS])
            call_command("migrate", interactive=False, verbosity=0)
        except OperationalError as error:
            raise CannotStart("The database cannot be used.") from error
        if not site.is_empty():
            raise CannotStart(
                "There are players or games here already: the demo fills empty sites only."
            )
        return site.fill(
            players,
            games,
            seed,
            timezone.now(),
            lambda number: show_progress(sys.stderr, number, games),
        )


def check(players: int, games: int) -> None:
    """Raise ValueError with a sentence unless so many can play so much."""
    if not members.FEWEST <= players <= members.MOST:
        raise ValueError(
            f"--players is {players}, it must be from {members.FEWEST} to {members.MOST}."
        )
    if not 1 <= games <= min(MOST_GAMES, members.BUSIEST * players):
        raise ValueError(
            f"--games is {games}, it must be from 1 to {min(MOST_GAMES, members.BUSIEST * players)}"
            f" for {players} players."
        )


def report(filled: Filled) -> str:
    """Return what was done, and where to look."""
    page = reverse("games:player", args=[filled.best])
    guests = f"{filled.guests} guest" + "s" * (filled.guests != 1)
    return (
        f"{filled.players} players and {guests} played {filled.games} games"
        f" ({filled.ranked} ranked, {filled.moves} moves)"
        f" from {filled.begin:%Y-%m-%d} to {filled.end:%Y-%m-%d}.\n"
        f"The leader's page is {page}.\n"
        f"Log in as {filled.name} with the password {filled.password}"
    )
