"""`manage.py demo`: fill an empty site with users and past games."""

import secrets
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.utils import timezone

from accounts.models import User
from density.management.operator_command import OperatorCommand
from density.operations import empty_database
from density.server import supervisor
from density.server.process import CannotRun
from matchmaking import demo

PLAYERS, SEED = 60, 1
# with more games, the last would lie in the future
MOST_GAMES = 100 * PLAYERS


class Command(OperatorCommand):
    """Plays the same games on every run."""

    help = "Fill an empty site with players, ratings, and games played by the AI."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the number of games."""
        super().add_arguments(parser)
        parser.add_argument("--games", type=int, default=300, metavar="N", help="number of games")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fill the site, and print a name and password to log in with."""
        games = options["games"]
        if not 1 <= games <= MOST_GAMES:
            raise CannotRun(f"--games is {games}, it must be from 1 to {MOST_GAMES}.")
        try:
            with supervisor.lock_folder(Path(settings.DATA_DIR)):
                empty_database.bring_up_to_date(self)
                if User.objects.exists():
                    raise CannotRun(
                        "This site already has players: the demo only fills empty sites."
                    )
                self.stdout.write(f"{PLAYERS} players play {games} games. This takes a while.")
                self.stdout.flush()
                user = demo.fill_site(PLAYERS, games, SEED, timezone.now())
        except KeyboardInterrupt:
            raise SystemExit(130) from None
        password = secrets.token_hex(6)
        User.objects.filter(pk=user.pk).update(password=make_password(password))
        self.stdout.write(f"Log in as {user.name} with the password {password}")
