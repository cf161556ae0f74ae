"""What is watched over comes back soon, and what it writes has bounds."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from density.embedded.process import LARGEST_LOG, ManagedProcess
from density.embedded.supervisor import Supervisor
from tests.patience import PATIENCE
from tests.serve.test_serve import gets_the_restart_code, live_list, page
from tests.serve_process import ServeProcess, serve

KILLS = 3
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
            chatter.write(LINE * (LARGEST_LOG // len(LINE) + 1))
        wait_until(lambda: log.stat().st_size < 1000)
        page(server.url, "/missing")
        wait_until(lambda: "/missing" in log.read_text())
    assert old.stat().st_size < 1.1 * LARGEST_LOG
