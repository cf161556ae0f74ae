"""What is watched over comes back soon, and what it writes has bounds."""

import contextlib
import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from density import log_limits
from density.embedded import logs, valkey
from density.embedded.process import ManagedProcess
from density.embedded.supervisor import Supervisor
from tests.patience import PATIENCE
from tests.serve.test_serve import gets_the_restart_code, live_list, page
from tests.serve_process import ServeProcess, serve

KILLS = 7
LINE = "x" * 99 + "\n"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServeProcess]:
    """A server of its own."""
    running = serve(tmp_path / "deck")
    yield running
    running.end()


def web_of(server: ServeProcess) -> psutil.Process:
    """The process of the web server that runs now."""
    while (web := server.web()) is None:
        time.sleep(0.05)
    return web


def wait_until(is_so: Callable[[], bool]) -> None:
    """Return when it is so. Raises AssertionError when it never is."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_child_that_is_killed_again_and_again_comes_back_each_time(server: ServeProcess) -> None:
    for _ in range(KILLS):
        web = web_of(server)
        web.kill()
        web.wait(PATIENCE)
        assert page(server.url, "/accounts/login/")[0] == 200


def test_whoever_comes_back_while_the_server_restarts_waits_for_the_next_one(
    server: ServeProcess,
) -> None:
    for _ in range(3):
        with live_list(server.url) as line:
            web_of(server).terminate()
            gets_the_restart_code(line)
            # the first try, while the old process may still be there
            with live_list(server.url) as again:
                assert again.close_code is None


def test_what_may_begin_later_begins_when_its_time_has_come(tmp_path: Path) -> None:
    late, now = (
        ManagedProcess(name, ["sleep", "600"], tmp_path / name) for name in ("late", "now")
    )
    site = Supervisor()
    site.start_after(600, late)
    site.start_after(0, now)
    try:
        for process in site.processes:
            process.restart_if_dead()
        assert (late.running, now.running) == (False, True)
    finally:
        site.stop()
    assert not now.running


def test_the_log_of_a_running_child_is_bounded(server: ServeProcess, tmp_path: Path) -> None:
    folder = tmp_path / "deck" / "logs"
    log, old = folder / "web.log", folder / "web.old.log"
    for _ in range(2):
        with log.open("a") as chatter:
            chatter.write(LINE * (logs.LARGEST_LOG // len(LINE) + 1))
        wait_until(lambda: log.stat().st_size < 1000)
        page(server.url, "/missing")
        wait_until(lambda: "/missing" in log.read_text())
    assert old.stat().st_size < 1.1 * logs.LARGEST_LOG


def test_an_outage_is_written_down_once_and_counted_then(tmp_path: Path) -> None:
    (tmp_path / "valkey-only").mkdir()
    store = valkey.start(tmp_path / "valkey-only")
    url = f"unix://{valkey.socket_path(tmp_path / 'valkey-only')}"
    server = serve(tmp_path / "deck", REDIS_URL=url)
    try:
        store.stop()
        for _ in range(30):
            try_in_vain(server)
    finally:
        server.end()
        store.stop()
    written = (tmp_path / "deck" / "logs" / "web.log").read_text()
    assert written.count("Exception inside application") <= 2
    assert len(written) < 200_000


def try_in_vain(server: ServeProcess) -> None:
    """Open the list of tables where nobody can serve it."""
    address = f"{server.url.replace('http', 'ws', 1)}ws/tables/"
    with (
        contextlib.suppress(ConnectionClosed, InvalidMessage, InvalidStatus),
        connect(address, origin=Origin(server.url.rstrip("/")), open_timeout=PATIENCE) as line,
    ):
        for _ in line:
            pass


def record(line: int, fault: Exception | None = None) -> logging.LogRecord:
    """What one line of a program logs, with the fault that it tells of."""
    seen = None if fault is None else (type(fault), fault, fault.__traceback__)
    return logging.LogRecord("site", logging.ERROR, "site.py", line, "no %s", ("key",), seen)


def fault_of(kind: type[Exception]) -> Exception:
    """A fault that was raised, always at the same place."""
    try:
        raise kind("at home")
    except kind as fault:
        return fault


def test_repeats_are_counted_and_what_is_new_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("density.log_limits.time.monotonic", lambda: now)
    repeats = log_limits.RepeatFilter()
    assert repeats.filter(record(1, fault_of(OSError)))
    assert not any(repeats.filter(record(1, fault_of(OSError))) for _ in range(9))
    assert repeats.filter(record(1, fault_of(KeyError)))
    assert repeats.filter(record(2, fault_of(OSError)))
    assert sum(repeats.filter(record(3)) for _ in range(50)) == log_limits.MOST_LINES
    now += log_limits.SECONDS
    after = record(1, fault_of(OSError))
    assert repeats.filter(after)
    assert after.getMessage() == "no key [9 more like this were left out before]"


def test_what_a_client_did_wrong_is_written_without_a_traceback() -> None:
    line = record(1, fault_of(ValueError))
    line.name = "django.security.TooManyFieldsSent"
    assert log_limits.RepeatFilter().filter(line)
    assert "Traceback" not in logging.Formatter().format(line)
