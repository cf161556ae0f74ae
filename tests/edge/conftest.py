"""Web servers, each in a process of its own on the database of the test run."""

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

# what a test need not wait for
HASTE = "HEAD_SECONDS=2 FIRST_BODY_SECONDS=2 BODY_SECONDS=4 MOST_IDLE=20 UNSENT_SECONDS=3"


class Edge:
    """A web server under attack."""

    def __init__(self, child: ManagedProcess, port: int) -> None:
        self.child = child
        self.port = port

    @property
    def origin(self) -> str:
        """As a browser names it."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def process(self) -> psutil.Process:
        """The web process."""
        assert self.child.process is not None
        return psutil.Process(self.child.process.pid)

    @property
    def megabytes(self) -> float:
        """The resident size of the web process."""
        return float(self.process.memory_info().rss) / 1e6

    @property
    def log(self) -> str:
        """What it has written down."""
        return self.child.log.read_text()

    def connect(self) -> socket.socket:
        """A new connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def peers(self) -> set[int]:
        """The ports of all clients whose connections it still has."""
        lines = self.process.net_connections("tcp")
        return {int(port) for line in lines for port in line.raddr[1:]}

    def holds(self, line: socket.socket) -> bool:
        """Whether it still has the other end of a connection."""
        return line.getsockname()[1] in self.peers()


Opener = Callable[..., Edge]


@pytest.fixture(scope="session")
def open_edge(
    valkey: str,
    django_db_setup: None,
    tmp_path_factory: pytest.TempPathFactory,
    static_files: Path,
) -> Iterator[Opener]:
    """Opens web servers, and closes those that are still open at the end."""
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
    """Opens web servers, and closes them after the test."""
    with contextlib.ExitStack() as stack:

        def opener(bounds: str = "", **changes: str) -> Edge:
            edge = open_edge(bounds, **changes)
            stack.callback(edge.child.stop)
            return edge

        yield opener


@pytest.fixture(scope="session")
def standing() -> dict[str, Edge]:
    """The web servers that tests share, by what is asked of them."""
    return {}


@pytest.fixture
def shared(open_edge: Opener, transactional_db: None, standing: dict[str, Edge]) -> Opener:
    """Opens a web server, or gives an earlier one of the kind that has nothing to complain of."""

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
    """A web server as it is."""
    return shared()


@pytest.fixture
def hasty(shared: Opener) -> Edge:
    """A web server that waits for nothing for long."""
    return shared(HASTE)
