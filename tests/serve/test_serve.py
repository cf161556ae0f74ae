"""One command serves everything, keeps it running, and cleans up."""

import contextlib
import os
import resource
import signal
import socket
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest
from pytest_django import Settings
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from density.management.commands.serve import Command
from density.server import supervisor
from density.server.process import LARGEST_LOG, CannotRun, ManagedProcess
from tests.http_clients import HttpClient
from tests.patience import PATIENCE, wait_until
from tests.serve.conftest import FEW_FILES, Site
from tests.serve_process import (
    DATABASE,
    ROOT,
    clean_environ,
    launch_site,
    serve_site,
    wait_until_ready,
)

SERVICE_RESTART = 1012
# the stop signal arrives in a callback after a fork, which drops exceptions
STOPS_IN_A_FORK = """
import os, signal, sys
if "serve" in sys.argv:
    os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGTERM))
"""
LOGIN = "/accounts/login/"
LINE = "x" * 99 + "\n"
# the least listen backlog of any machine
SOMAXCONN = Path("/proc/sys/net/core/somaxconn")
PAGES = 1500


@contextlib.contextmanager
def live_list(url: str) -> Iterator[ClientConnection]:
    """Open the socket of the lobby."""
    address = f"{url.replace('http', 'ws', 1)}ws/tables/"
    with connect(address, origin=Origin(url.rstrip("/")), open_timeout=PATIENCE) as line:
        assert "tables" in str(line.recv(timeout=PATIENCE))
        yield line


def read_lists(line: ClientConnection) -> None:
    """Read further lists, since the worker may publish one more."""
    while "tables" in str(line.recv(timeout=PATIENCE)):
        pass


def assert_told_of_restart(line: ClientConnection) -> None:
    with pytest.raises(ConnectionClosed) as closed:
        read_lists(line)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == SERVICE_RESTART


def running_web(site: Site) -> psutil.Process:
    """Return the current process of the web server."""
    wait_until(lambda: site.server.web() is not None)
    web = site.server.web()
    assert web is not None
    return web


def test_a_killed_site_leaves_no_process_and_a_signal_ends_the_next_with_all_it_started(
    tmp_path: Path,
) -> None:
    key, log = tmp_path / "secret-key", tmp_path / "logs" / "web.log"
    with serve_site(tmp_path) as server:
        with contextlib.closing(sqlite3.connect(tmp_path / DATABASE)) as database:
            database.execute("CREATE TABLE memory (word text)")
        before = key.read_text()
        family = server.descendants()
        server.end(signal.SIGKILL)
    assert psutil.wait_procs(family, timeout=PATIENCE)[1] == []
    log.write_text("")

    with serve_site(tmp_path) as server, contextlib.ExitStack() as stack:
        assert server.line.startswith("Density Deck is at http://127.0.0.1:")
        assert server.line.endswith("/ (Ctrl-C stops it)\n")
        with contextlib.closing(sqlite3.connect(tmp_path / DATABASE)) as database:
            assert database.execute("SELECT count(*) FROM memory").fetchone() == (0,)
        assert key.read_text() == before
        lines = [stack.enter_context(live_list(server.url)) for _ in range(3)]
        assert "<form" in HttpClient(server.url).get(LOGIN).text
        lines += [stack.enter_context(live_list(server.url)) for _ in range(3)]
        family = server.descendants()
        assert len(family) >= 3
        assert server.end(signal.SIGTERM) == ("", "")
        for line in lines:
            assert_told_of_restart(line)
    assert server.process.returncode == 0
    # an ended process stays in the list until it is reaped
    assert psutil.wait_procs(family, timeout=PATIENCE)[1] == []
    assert log.read_text() == ""


def test_a_signal_that_falls_into_a_fork_ends_it_too(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(STOPS_IN_A_FORK)
    server = launch_site(tmp_path / "deck", PYTHONPATH=str(tmp_path))
    _, errors = server.process.communicate(timeout=PATIENCE)
    assert "KeyboardInterrupt" in errors
    assert server.process.returncode == 0


def test_a_web_server_alone_serves_beside_services_of_its_own(site: Site, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url, log = f"http://127.0.0.1:{port}/", tmp_path / "web.log"
    command = [sys.executable, "manage.py", "web", "--port", str(port)]
    variables = clean_environ(DATA_DIR=str(site.folder), ACCESS_LOG="1")
    web = ManagedProcess("web", ["env", "-C", str(ROOT), *command], log, variables)
    web.start()
    try:
        supervisor.Supervisor().wait_for_answer(web, "127.0.0.1", port)
        HttpClient(url).get("/robots.txt")
        with live_list(url) as line:
            web.stop()
            assert_told_of_restart(line)
    finally:
        web.stop()
    assert "/robots.txt" in log.read_text()


def test_it_runs_on_a_database_and_a_valkey_of_the_server(valkey: str, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/elsewhere.sqlite3"
    with wait_until_ready(
        launch_site(tmp_path / "deck", REDIS_URL=valkey, DATABASE_URL=url)
    ) as server:
        assert HttpClient(server.url).get("/robots.txt").status == 200
        names = [process.name() for process in server.descendants()]
    assert not [name for name in names if "valkey" in name]
    assert (tmp_path / "elsewhere.sqlite3").exists()
    assert not (tmp_path / "deck" / DATABASE).exists()


# ------------------------------------------------------------------------------------ refusals
@pytest.mark.parametrize(
    ("argument", "url", "reason"),
    [
        ("--port=99999", "", "Port 99999 on 127.0.0.1 cannot be opened"),
        ("--port=0", "postgres:///deck?host=/nowhere", "The database cannot be used"),
        ("--port=0", "mysql://db", "DATABASE_URL must begin with"),
    ],
)
def test_what_keeps_it_from_starting_is_one_line(
    tmp_path: Path, argument: str, url: str, reason: str
) -> None:
    server = launch_site(tmp_path, argument, DATABASE_URL=url)
    output, errors = server.process.communicate(timeout=PATIENCE)
    assert (server.process.returncode, output) == (1, "")
    assert errors.count("\n") == 1, errors
    assert reason in errors


def test_a_bad_combination_of_settings_is_refused(tmp_path: Path) -> None:
    server = launch_site(tmp_path, DEBUG="1", ALLOWED_HOSTS="play.example.org")
    errors = server.process.communicate(timeout=PATIENCE)[1]
    assert server.process.returncode == 1
    assert "DEBUG is on for public hosts." in errors
    assert "Traceback" not in errors


def test_a_taken_port_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotRun, match=rf"Port {port} on 127\.0\.0\.1 is taken"):
            supervisor.open_port("127.0.0.1", port)


def test_a_second_instance_is_refused(site: Site) -> None:
    with (
        pytest.raises(CannotRun, match="already running"),
        supervisor.lock_folder(site.folder),
    ):
        pass


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(CannotRun, match="cannot be written"):
        supervisor.open_folder(tmp_path / "file" / "data")


def test_a_redis_that_does_not_answer_is_refused(settings: Settings, tmp_path: Path) -> None:
    settings.REDIS_URL = f"unix://{tmp_path}/nobody.sock"
    with pytest.raises(CannotRun, match="Nothing answers at REDIS_URL"):
        Command().look_for_redis()


# ------------------------------------------------------------------------------ kept running
def test_a_child_that_is_killed_again_and_again_comes_back_each_time(site: Site) -> None:
    for _ in range(2):
        web = running_web(site)
        web.kill()
        web.wait(PATIENCE)
        assert HttpClient(site.url).get(LOGIN).status == 200


def test_whoever_comes_back_while_the_server_restarts_waits_for_the_next_one(site: Site) -> None:
    with live_list(site.url) as line:
        running_web(site).terminate()
        assert_told_of_restart(line)
        # the first try may meet the old process
        with live_list(site.url) as again:
            assert again.close_code is None


def test_with_debug_a_changed_template_restarts_what_runs_the_code(tmp_path: Path) -> None:
    template = ROOT / "templates" / "404.html"
    former = template.stat()
    with serve_site(tmp_path, DEBUG="1") as server:
        site = Site(tmp_path, server)
        before = running_web(site)
        template.touch()
        before.wait(PATIENCE)
        assert HttpClient(site.url).get(LOGIN).status == 200
        assert running_web(site).pid != before.pid
    # for a newer template, the next sites would collect all static files again
    os.utime(template, ns=(former.st_atime_ns, former.st_mtime_ns))


def test_the_log_of_a_running_child_is_bounded(site: Site) -> None:
    log = site.folder / "logs" / "web.log"
    for _ in range(2):
        with log.open("a") as chatter:
            chatter.write(LINE * (LARGEST_LOG // len(LINE) + 1))
        wait_until(lambda: log.stat().st_size < LARGEST_LOG / 2)
        HttpClient(site.url).get("/missing")
        wait_until(lambda: "/missing" in log.read_text())
    assert log.with_suffix(".old.log").stat().st_size < 1.1 * LARGEST_LOG


# -------------------------------------------------------------------------------- connections
def test_it_holds_more_connections_than_the_shell_that_started_it_may(site: Site) -> None:
    supervisor.raise_file_limit()  # ours, for the other end of the connections
    address = (urlsplit(site.url).hostname, urlsplit(site.url).port)
    with contextlib.ExitStack() as stack:
        for _ in range(FEW_FILES + 150):
            stack.enter_context(socket.create_connection(address))
        assert HttpClient(site.url).get("/robots.txt").status == 200


def test_pages_that_come_while_no_web_server_runs_wait_for_the_next_one() -> None:
    supervisor.raise_file_limit()
    most = int(SOMAXCONN.read_text()) if SOMAXCONN.exists() else socket.SOMAXCONN
    pages = min(PAGES, most, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2)
    with contextlib.ExitStack() as stack:
        listener = stack.enter_context(supervisor.open_port("127.0.0.1", 0))
        for _ in range(pages):
            page = stack.enter_context(socket.socket())
            page.settimeout(PATIENCE)
            page.connect(listener.getsockname())
