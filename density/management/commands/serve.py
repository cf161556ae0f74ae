"""`manage.py serve`: migrate, then run Valkey, the web server and the workers."""

import logging
import signal
import socket
from argparse import ArgumentParser
from pathlib import Path
from types import FrameType
from typing import Any

import redis
from django.conf import settings

from density import environment
from density.assets import collecting, own_apps
from density.management.operator_command import OperatorCommand
from density.operations import empty_database
from density.server import supervisor, valkey
from density.server.process import CannotRun
from density.server.supervisor import Supervisor

# the signals that ask to stop, and the alarm that repeats the request
REQUESTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM)


def raise_interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt for a signal that asks to stop, and again every second.

    Python drops an exception raised in some callbacks, such as those of a fork.
    """
    signal.alarm(1)
    raise KeyboardInterrupt


class Command(OperatorCommand):
    """Runs the whole site until Ctrl-C."""

    help = "Serve Density Deck: the pages, the live tables and the work behind them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the address and port to listen on."""
        super().add_arguments(parser)
        parser.add_argument("--port", type=int, default=8000, help="0 picks a free port")
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until a signal asks to stop."""
        for number in REQUESTS:
            signal.signal(number, raise_interrupt)
        try:
            supervisor.raise_file_limit()
            folder = Path(settings.DATA_DIR)
            with (
                supervisor.lock_folder(folder),
                supervisor.open_port(options["host"], options["port"]) as listener,
            ):
                self.run(folder, listener, options["host"])
        except KeyboardInterrupt:
            signal.alarm(0)

    def run(self, folder: Path, listener: socket.socket, host: str) -> None:
        """Start the processes in order, print the address and watch them; always stop them."""
        site = Supervisor()
        # taken before any process reads the code
        loaded = own_apps.newest_change() if settings.DEBUG else 0
        try:
            self.prepare(folder, site)
            site.start(
                supervisor.worker_process(folder)
            )  # it gets ready while the files are collected
            collecting.collect_static(folder)
            web = site.start(supervisor.web_process(folder, listener))
            port = listener.getsockname()[1]
            site.wait_for_answer(web, host, port)
            url_host = f"[{host}]" if ":" in host else host
            self.stdout.write(f"Density Deck is at http://{url_host}:{port}/ (Ctrl-C stops it)")
            self.stdout.flush()
            site.start_after(supervisor.SECONDS_UNTIL_COACH, supervisor.coach_process(folder))
            site.watch(own_apps.newest_change if settings.DEBUG else None, loaded)
        finally:
            for number in REQUESTS:
                signal.signal(number, signal.SIG_IGN)
            site.stop()

    def prepare(self, folder: Path, site: Supervisor) -> None:
        """Start Valkey or check REDIS_URL, and migrate the database."""
        self.check(fail_level=logging.ERROR)
        if environment.read_text("REDIS_URL"):
            self.look_for_redis()
        else:
            site.processes.append(valkey.start_server(folder))
        empty_database.bring_up_to_date(self)

    def look_for_redis(self) -> None:
        """Check that the server of REDIS_URL responds."""
        client = redis.Redis.from_url(settings.REDIS_URL, max_connections=1, socket_timeout=5)
        try:
            client.ping()
        except redis.RedisError as error:
            raise CannotRun("Nothing answers at REDIS_URL.") from error
        finally:
            client.close()
