"""Fill an empty site with users and games that look like a past."""

import secrets
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.checks import Tags
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DEFAULT_DB_ALIAS, OperationalError, connection
from django.utils import timezone

from accounts.models import User
from density import empty_database
from density.embedded import supervisor
from density.embedded.process import CannotStart
from matchmaking import demo

PLAYERS, SEED = 60, 1
# of more games the last ones would be in the future
MOST_GAMES = 100 * PLAYERS


class Command(BaseCommand):
    """Plays the same games at every call."""

    help = "Fill an empty site with players, games that AI players play for them, and ratings."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add how many games, and where."""
        parser.add_argument("--games", type=int, default=300, metavar="N", help="how many games")
        parser.add_argument("--data", help="the folder of everything that is kept (DATA_DIR)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fill and say who may log in; say in one sentence why it cannot."""
        games = options["games"]
        if not 1 <= games <= MOST_GAMES:
            raise SystemExit(f"--games is {games}, it must be from 1 to {MOST_GAMES}.")
        try:
            folder = Path(settings.DATA_DIR)
            supervisor.open_folder(folder)
            with supervisor.exclusive(folder):
                self.make_tables()
                self.stdout.write(f"{PLAYERS} players play {games} games; that takes a while.")
                self.stdout.flush()
                user = demo.fill(PLAYERS, games, SEED, timezone.now())
        except CannotStart as trouble:
            raise SystemExit(str(trouble)) from trouble
        except KeyboardInterrupt:
            raise SystemExit(130) from None
        password = secrets.token_hex(6)
        User.objects.filter(pk=user.pk).update(password=make_password(password))
        self.stdout.write(f"Log in as {user.name} with the password {password}")

    def make_tables(self) -> None:
        """Make the tables of an empty database; refuse one that has users."""
        try:
            empty_database.make_tables(connection)
            self.check(tags=[Tags.database], databases=[DEFAULT_DB_ALIAS])
            call_command("migrate", interactive=False, verbosity=0)
        except OperationalError as error:
            raise CannotStart("The database cannot be used.") from error
        if User.objects.exists():
            raise CannotStart("There are players here already: the demo fills empty sites only.")
