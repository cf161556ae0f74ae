"""One command serves everything, and leaves nothing behind."""

import contextlib
import http.client
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from density.embedded.supervisor import raise_file_limit
from tests.patience import PATIENCE
from tests.serve_process import ROOT, ServeProcess, environ, launch, serve

SERVICE_RESTART = 1012
# the request to stop falls into what Python does after a fork, which drops exceptions
STOPS_IN_A_FORK = """
import os, signal, sys
if "serve" in sys.argv:
    os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGTERM))
"""
Opener = Callable[..., ServeProcess]


@pytest.fixture
def opened() -> Iterator[Opener]:
    """Opens servers and closes those that a test left open."""
    servers: list[ServeProcess] = []

    def opener(folder: Path, *arguments: str, **changes: str) -> ServeProcess:
        servers.append(serve(folder, *arguments, **changes))
        return servers[-1]

    yield opener
    for server in servers:
        if server.process.poll() is None:
            server.end(signal.SIGTERM)


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, ServeProcess]]:
    """A data folder and its server, for the tests that only look at it."""
    folder = tmp_path_factory.mktemp("standing") / ("long-" * 20)
    server = serve(folder)
    yield folder, server
    server.end()


def page(url: str, path: str) -> tuple[int, str]:
    """The status and the text of a page."""
    line = http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)
    try:
        line.request("GET", path)
        answer = line.getresponse()
        return answer.status, answer.read().decode()
    finally:
        line.close()


@contextlib.contextmanager
def live_list(url: str) -> Iterator[ClientConnection]:
    """A socket of the site that is open: the list of tables."""
    address = f"{url.replace('http', 'ws', 1)}ws/tables/"
    with connect(address, origin=Origin(url.rstrip("/")), open_timeout=PATIENCE) as line:
        assert "tables" in str(line.recv(timeout=PATIENCE))
        yield line


def refusal(folder: Path, *arguments: str, **changes: str) -> str:
    """The one line with which the command says why it cannot start."""
    server = launch(folder, *arguments, **changes)
    output, errors = server.process.communicate(timeout=PATIENCE)
    assert (server.process.returncode, output) == (1, "")
    assert errors.count("\n") == 1, errors
    return errors


def test_the_files_of_a_page_are_served_under_hashed_names(
    standing: tuple[Path, ServeProcess],
) -> None:
    server = standing[1]
    text = page(server.url, "/accounts/login/")[1]
    sheets = [part.split('"')[0] for part in text.split('href="')[1:] if ".css" in part[:120]]
    assert sheets
    assert all(page(server.url, sheet)[0] == 200 for sheet in sheets)
    assert all(len(sheet.split(".")) >= 3 for sheet in sheets)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_one_line_and_a_signal_ends_it_with_all_that_it_started(
    tmp_path: Path, opened: Opener, number: signal.Signals
) -> None:
    server = opened(tmp_path)
    assert server.line.startswith("Density Deck is at http://127.0.0.1:")
    assert server.line.endswith("/ (Ctrl-C stops it)\n")
    status, text = page(server.url, "/accounts/login/")
    assert status == 200
    assert "<form" in text
    family = server.descendants()
    assert len(family) >= 3
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(live_list(server.url)) for _ in range(3)]
        page(server.url, "/accounts/login/")
        lines += [stack.enter_context(live_list(server.url)) for _ in range(3)]
        assert server.end(number) == ("", "")
        for line in lines:
            gets_the_restart_code(line)
    assert server.process.returncode == 0
    # what has ended stands in the list until the machine takes note of it
    assert psutil.wait_procs(family, timeout=PATIENCE)[1] == []
    assert (tmp_path / "logs" / "web.log").read_text() == ""


def read_lists(line: ClientConnection) -> None:
    """Read on: the worker may publish the list of tables once more when it begins."""
    while "tables" in str(line.recv(timeout=PATIENCE)):
        pass


def gets_the_restart_code(line: ClientConnection) -> None:
    with pytest.raises(ConnectionClosed) as closed:
        read_lists(line)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == SERVICE_RESTART


def test_a_house_that_was_killed_leaves_no_process_and_finds_everything_as_it_was(
    tmp_path: Path, opened: Opener
) -> None:
    server = opened(tmp_path)
    with contextlib.closing(sqlite3.connect(tmp_path / "density.sqlite3")) as database:
        database.execute("CREATE TABLE memory (word text)")
    key = (tmp_path / "secret-key").read_text()
    family = server.descendants()
    server.end(signal.SIGKILL)
    assert psutil.wait_procs(family, timeout=PATIENCE)[1] == []

    assert page(opened(tmp_path).url, "/accounts/login/")[0] == 200
    with contextlib.closing(sqlite3.connect(tmp_path / "density.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM memory").fetchone() == (0,)
    assert (tmp_path / "secret-key").read_text() == key


def test_a_second_instance_is_refused(standing: tuple[Path, ServeProcess]) -> None:
    assert "already running" in refusal(standing[0])


def test_a_taken_port_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"Port {port} on 127.0.0.1 is taken" in refusal(tmp_path, "--port", port)


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert "cannot be written" in refusal(tmp_path / "file" / "data")


def test_a_redis_that_does_not_answer_is_refused(tmp_path: Path) -> None:
    line = refusal(tmp_path, REDIS_URL=f"unix://{tmp_path}/nobody.sock")
    assert "Nothing answers at REDIS_URL" in line


def test_a_signal_that_falls_into_a_fork_ends_it_too(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(STOPS_IN_A_FORK)
    server = launch(tmp_path / "deck", PYTHONPATH=str(tmp_path))
    _, errors = server.process.communicate(timeout=PATIENCE)
    assert "KeyboardInterrupt" in errors
    assert server.process.returncode == 0


def test_a_port_that_cannot_be_is_refused(tmp_path: Path) -> None:
    assert "Port 99999 on 127.0.0.1 cannot be opened" in refusal(tmp_path, "--port=99999")


def test_a_database_that_does_not_answer_is_refused(tmp_path: Path) -> None:
    url = f"postgres:///deck?host={tmp_path}"
    assert "The database cannot be used" in refusal(tmp_path, DATABASE_URL=url)


def test_a_web_server_alone_serves_beside_services_of_its_own(
    standing: tuple[Path, ServeProcess], tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    log = tmp_path / "web.log"
    command = [sys.executable, "manage.py", "web", "--port", str(port)]
    variables = environ(DATA_DIR=str(standing[0]), ACCESS_LOG="1")
    with (
        log.open("w") as written,
        subprocess.Popen(command, cwd=ROOT, env=variables, stderr=written) as web,
    ):
        try:
            while web.poll() is None:
                with contextlib.suppress(OSError):
                    assert page(f"http://127.0.0.1:{port}/", "/robots.txt")[0] == 200
                    break
            with live_list(f"http://127.0.0.1:{port}/") as line:
                web.terminate()
                gets_the_restart_code(line)
        finally:
            web.terminate()
    assert "/robots.txt" in log.read_text()


def test_a_variable_that_cannot_be_understood_is_refused(tmp_path: Path) -> None:
    assert "DATABASE_URL must begin with" in refusal(tmp_path, DATABASE_URL="mysql://db")


def test_a_bad_combination_of_settings_is_refused(tmp_path: Path) -> None:
    server = launch(tmp_path, DEBUG="1", ALLOWED_HOSTS="play.example.org")
    errors = server.process.communicate(timeout=PATIENCE)[1]
    assert server.process.returncode == 1
    assert "DEBUG is on for public hosts." in errors
    assert "Traceback" not in errors


def test_it_holds_more_connections_than_the_shell_that_started_it_may(
    tmp_path: Path, opened: Opener
) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    try:
        server = opened(tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    raise_file_limit()  # ours, for the other ends
    address = (urlsplit(server.url).hostname, urlsplit(server.url).port)
    with contextlib.ExitStack() as stack:
        for _ in range(400):
            stack.enter_context(socket.create_connection(address))
        assert page(server.url, "/robots.txt")[0] == 200
