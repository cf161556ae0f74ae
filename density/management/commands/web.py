"""`manage.py web`: one web server of a site whose database, Redis and workers run elsewhere."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from density.server import supervisor
from density.server.process import CannotRun


class Command(BaseCommand):
    """Replaces this process with a web server."""

    help = "Serve pages and sockets only: for a site with services of its own, see the README."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the address and port to listen on."""
        parser.add_argument("--port", type=int, default=8000, help="0 picks a free port")
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on")

    def handle(self, *args: Any, **options: Any) -> None:
        """Open the port, and replace this process with the server."""
        try:
            supervisor.raise_file_limit()
            listener = supervisor.open_port(options["host"], options["port"])
            number = listener.fileno()
            command = supervisor.web_command(number)
        except CannotRun as trouble:
            raise SystemExit(str(trouble)) from trouble
        os.set_inheritable(number, True)
        os.execv(command[0], command)
