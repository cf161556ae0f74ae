"""Web servers in separate processes, on the test database."""

import contextlib
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from density.server import supervisor
from density.server.process import ManagedProcess
from tests.patience import PATIENCE
from tests.servers import site_environ

# shorter times for tests
HASTE = "HEAD_SECONDS=2 FIRST_BODY_SECONDS=2 BODY_SECONDS=4 MOST_IDLE=20 UNSENT_SECONDS=3"


class Edge:
    """A web server under attack."""

    def __init__(self, child: ManagedProcess, port: int) -> None:
        self.child = child
        self.port = port

    @property
    def origin(self) -> str:
        """The Origin of the server."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def process(self) -> psutil.Process:
        """Return the web process."""
        assert self.child.process is not None
        return psutil.Process(self.child.process.pid)

    @property
    def megabytes(self) -> float:
        """Return the resident size of the web process."""
        return float(self.process.memory_info().rss) / 1e6

    @property
    def log(self) -> str:
        """Return its log."""
        return self.child.log.read_text()

    def connect(self) -> socket.socket:
        """Open a connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def peers(self) -> set[int]:
        """Return the client ports of all its open connections."""
        lines = self.process.net_connections("tcp")
        return {int(port) for line in lines for port in line.raddr[1:]}

    def holds(self, line: socket.socket) -> bool:
        """Return whether the other end of a connection is still open."""
        return line.getsockname()[1] in self.peers()


Opener = Callable[..., Edge]


@pytest.fixture(scope="session")
def open_edge(
    valkey: str,
    django_db_setup: None,
    tmp_path_factory: pytest.TempPathFactory,
    static_files: Path,
) -> Iterator[Opener]:
    """A function that starts web servers, which stop at the end of the run."""
    edges: list[Edge] = []

    def open_edge(bounds: str = "", **changes: str) -> Edge:
        listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        folder = tmp_path_factory.mktemp("edge")
        child = supervisor.web_process(folder, listener)
        if bounds:
            child.command = [sys.executable, "-m", "tests.edge.hasty", *child.command[3:-1]]
        redis = changes.pop("REDIS_URL", valkey)
        environ = site_environ(redis, folder, BOUNDS=bounds, **changes)
        child.environ = {**child.environ, **environ}
        child.inherits_stdout = False
        (folder / "logs").mkdir(parents=True)
        (folder / "static").symlink_to(static_files)
        edges.append(Edge(child, listener.getsockname()[1]))
        child.start()
        listener.close()
        supervisor.Supervisor().wait_for_answer(child, "127.0.0.1", edges[-1].port)
        return edges[-1]

    yield open_edge
    for edge in edges:
        edge.child.stop()


@pytest.fixture
def opened(open_edge: Opener, transactional_db: None) -> Iterator[Opener]:
    """A function that starts web servers, which stop after the test."""
    with contextlib.ExitStack() as stack:

        def opener(bounds: str = "", **changes: str) -> Edge:
            edge = open_edge(bounds, **changes)
            stack.callback(edge.child.stop)
            return edge

        yield opener


@pytest.fixture(scope="session")
def standing() -> dict[str, Edge]:
    """The web servers that tests share, by their options."""
    return {}


@pytest.fixture
def shared(open_edge: Opener, transactional_db: None, standing: dict[str, Edge]) -> Opener:
    """A function that returns a shared web server without errors, or starts one."""

    def shared(bounds: str = "", **changes: str) -> Edge:
        name = f"{bounds} {changes}"
        if name in standing and (standing[name].log or not standing[name].child.running):
            standing.pop(name).child.stop()
        if name not in standing:
            standing[name] = open_edge(bounds, **changes)
        return standing[name]

    return shared


@pytest.fixture
def edge(shared: Opener) -> Edge:
    """A web server with the usual bounds."""
    return shared()


@pytest.fixture
def hasty(shared: Opener) -> Edge:
    """A web server with short timeouts."""
    return shared(HASTE)
