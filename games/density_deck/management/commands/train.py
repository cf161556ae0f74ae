"""Train the network of the hard and the master player of Density Deck."""

from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    """Trains from a seed, in a folder in which a run that was stopped goes on."""

    help = "Train the network of the hard and the master player of Density Deck (needs numpy)."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add how long it trains, from what, and where the work is kept."""
        parser.add_argument(
            "folder",
            type=Path,
            nargs="?",
            default=Path(".training"),
            help="where it is kept how far a training is (.training)",
        )
        parser.add_argument("--iterations", type=int, default=12, metavar="N")
        parser.add_argument("--matches", type=int, default=16_000, metavar="N", help="of each")
        parser.add_argument("--samples", type=int, default=12, metavar="N", help="of hidden hands")
        parser.add_argument(
            "--kept", type=int, default=3, metavar="N", help="batches to learn from"
        )
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="any whole number")
        parser.add_argument("--equity", action="store_true", help="make the life equity table")
        parser.add_argument("--prospects", action="store_true", help="fit what counts luck")
        parser.add_argument("--write", action="store_true", help="give the weights to the players")

    def handle(self, *args: Any, **options: Any) -> None:
        """Train, and write what the players read."""
        try:
            # numpy is not installed where the site runs
            training = import_module("games.density_deck.training.run")
        except ModuleNotFoundError as missing:
            raise CommandError(
                f"There is no {missing.name} here: install .locks/dev.txt."
            ) from missing
        if options["equity"]:
            training.make_equity(options["seed"], self.stdout.write)
            return
        if options["prospects"]:
            training.make_prospects(options["seed"], self.stdout.write)
            return
        numbers = {
            name: options[name] for name in ("iterations", "matches", "samples", "kept", "seed")
        }
        command = " ".join(f"--{name} {number}" for name, number in numbers.items())
        training.make_network(
            training.Plan(**numbers),
            options["folder"],
            f"python manage.py train FOLDER {command} --write",
            self.stdout.write,
            write=options["write"],
        )
