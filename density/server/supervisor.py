"""The supervisor of a site on one machine: it runs Valkey, two workers and a web server."""

import contextlib
import errno
import fcntl
import http.client
import os
import resource
import select
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from density import environment
from density.environment import set_data_folder
from density.server import bounds, data_folder
from density.server.process import CannotRun, ManagedProcess

SECONDS_TO_ANSWER = 60.0
SECONDS_BETWEEN_LOOKS = 0.2
# first start what pages need; no game is over that soon
SECONDS_UNTIL_COACH = 20.0
MOST_FILES_OF_MACOS = 10_240


def open_folder(folder: Path) -> None:
    """Create the data folder, and make sure that it is writable and private.

    Raises CannotRun otherwise.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        data_folder.restrict_folder(folder)
        (folder / "logs").mkdir(mode=0o700, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise CannotRun(f"The data folder {folder} cannot be written: {reason}.") from error


@contextlib.contextmanager
def lock_folder(folder: Path) -> Iterator[IO[str]]:
    """Open the data folder and lock it for this process.

    Raises CannotRun when another process has the lock or the folder cannot be opened.
    """
    open_folder(folder)
    with (folder / "lock").open("a+", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise CannotRun(
                f"Density Deck is already running on {folder}: stop it, or choose another --data."
            ) from error
        yield lock


def open_port(host: str, port: int) -> socket.socket:
    """Return a listening socket, opened first so that no other process takes the port.

    Raises CannotRun when the port is taken or forbidden.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=bounds.MOST_UNACCEPTED)
    except (OSError, OverflowError) as error:
        is_taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        trouble = "is taken" if is_taken else "cannot be opened"
        raise CannotRun(f"Port {port} on {host} {trouble}: choose another with --port.") from error
    # inherited by its connections
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, bounds.RECEIVE_BUFFER)
    return listener


def raise_file_limit() -> None:
    """Raise the limit of open files for this process and its children to the hard limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for most in (hard, MOST_FILES_OF_MACOS):
        # macOS reports an infinite limit, but accepts no more than this
        with contextlib.suppress(ValueError, OSError):
            if soft != resource.RLIM_INFINITY and (most == resource.RLIM_INFINITY or most > soft):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
                return


def worker_process(folder: Path) -> ManagedProcess:
    """Return the Celery worker: two child processes, with the clocks in their parent."""
    return _celery("worker", folder, 1, "--concurrency", "2", "--exclude-queues", "coach")


def coach_process(folder: Path) -> ManagedProcess:
    """Return the Celery worker of the coach: one child process with low priority."""
    return _celery("coach", folder, 4, "--concurrency", "1", "--queues", "coach")


def _celery(name: str, folder: Path, place: int, *options: str) -> ManagedProcess:
    command = [
        *(sys.executable, "-m", "celery", "--quiet", "-A", "density", "worker"),
        *("--pool", "prefork", *options, "--loglevel", "WARNING"),
        *("--without-gossip", "--without-mingle"),
    ]
    # `serve` has just run the checks
    environ = {**process_environ(folder, place), "CELERY_SKIP_CHECKS": "1"}
    return ManagedProcess(name, command, folder / "logs" / f"{name}.log", environ)


def web_command(number: int) -> list[str]:
    """Return the command of a web server that uses the open socket with this file descriptor."""
    # Daphne has one bound for both directions: a snapshot in a long match is larger than the 4096
    # bytes that the consumer accepts from a browser.
    largest = str(bounds.LARGEST_MESSAGE)
    return [
        *(sys.executable, "-m", "density.server.web", "--fd", str(number), "--verbosity", "0"),
        *("--no-server-name", "--websocket-max-message-size", largest),
        *("--websocket-max-frame-size", largest),
        # a dead socket is noticed within 10 seconds
        *("--ping-interval", str(bounds.PING_SECONDS)),
        *("--ping-timeout", str(bounds.PONG_SECONDS)),
        *("--application-close-timeout", "2", "density.asgi:application"),
    ]


def web_process(folder: Path, listener: socket.socket) -> ManagedProcess:
    """Return the web server on an open socket; it inherits stdout for mails to the console."""
    number = listener.fileno()
    return ManagedProcess(
        *("web", web_command(number), folder / "logs" / "web.log", process_environ(folder, 0)),
        descriptors=[number],
        inherits_stdout=True,
    )


def process_environ(folder: Path, place: int) -> dict[str, str]:
    """Return our environment with this data folder, and METRICS_PORT plus an offset.

    The web server has offset 0, the worker 1, its processes 2 and 3, the coach 4 and its process 5.
    """
    environ = {**os.environ, "PYTHONUNBUFFERED": "1"}
    set_data_folder(folder, environ)
    if port := environment.read_number("METRICS_PORT", 0):
        environ["METRICS_PORT"] = str(port + place)
    return environ


@dataclass
class Supervisor:
    """The processes of a site in the order of their start; they stop in reverse order."""

    processes: list[ManagedProcess] = field(default_factory=list)

    def start(self, process: ManagedProcess) -> ManagedProcess:
        """Start a process, which is watched from now on."""
        self.processes.append(process)
        process.start()
        return process

    def start_after(self, seconds: float, process: ManagedProcess) -> None:
        """Start a process after a delay."""
        process.resume = time.monotonic() + seconds
        self.processes.append(process)

    def wait_for_answer(self, server: ManagedProcess, host: str, port: int) -> None:
        """Wait until the web server answers a request.

        Raises CannotRun when it dies first or takes too long.
        """
        deadline = time.monotonic() + SECONDS_TO_ANSWER

        def may_answer() -> bool:
            return time.monotonic() < deadline and server.running

        while may_answer():
            client = http.client.HTTPConnection(host, port, timeout=SECONDS_TO_ANSWER)
            with (
                contextlib.closing(client),
                contextlib.suppress(OSError, http.client.HTTPException),
            ):
                client.request("HEAD", "/")
                # wait with one request, since the server logs each aborted one
                while may_answer():
                    if select.select([client.sock], [], [], SECONDS_BETWEEN_LOOKS)[0]:
                        client.getresponse()
                        return
        raise CannotRun(f"The web server did not start; {server.log} says why.")

    def watch(self, newest_change: Callable[[], int] | None = None, loaded: int = 0) -> None:
        """Restart dead processes and truncate large logs, forever.

        `newest_change` returns the time of the last change of the code. When it differs from
        `loaded`, the Python processes are restarted.
        """
        while True:
            if newest_change and (changed := newest_change()) != loaded:
                loaded = changed
                self.restart_python()
            for process in self.processes:
                process.restart_if_dead()
                process.bound_log()
            time.sleep(SECONDS_BETWEEN_LOOKS)

    def restart_python(self) -> None:
        """Restart the processes that run Python."""
        for process in self.processes:
            if process.running and process.command[0] == sys.executable:
                process.stop()
                process.start()

    def stop(self) -> None:
        """Stop the processes, the last one first and Valkey last."""
        while self.processes:
            self.processes.pop().stop()
