"""More people than the database has places for: they wait, and nobody sees a fault."""

import http.client
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests import postgres
from tests.patience import PATIENCE
from tests.serve_process import ServeProcess, serve

AT_ONCE = 150
BOARD = "/api/leaderboards/?game=density-deck&view=week"
PAGES = ("/", "/leaderboards/", "/accounts/login/", BOARD)


def database_of(places: int) -> Iterator[str]:
    """An empty database whose server has so many places for connections."""
    with postgres.embedded("-c", f"max_connections={places}") as url:
        parts = urlsplit(url)
        with psycopg.connect(url.replace("/density?", "/postgres?"), autocommit=True) as line:
            line.execute(f"CREATE DATABASE {parts.path[1:]}")
        yield url


@pytest.fixture(params=[100, 20])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ServeProcess]:
    """A server on a PostgreSQL with few places."""
    for url in database_of(request.param):
        running = serve(tmp_path / "deck", DATABASE_URL=url)
        yield running
        running.end()


def ask(server: ServeProcess, path: str) -> tuple[int, str | None]:
    """The status of a page, and when to come back."""
    line = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=PATIENCE)
    try:
        line.request("GET", path)
        answer = line.getresponse()
        answer.read()
        return answer.status, answer.headers["Retry-After"]
    finally:
        line.close()


def test_a_crowd_waits_for_its_pages_and_is_never_told_of_a_fault(server: ServeProcess) -> None:
    start = threading.Barrier(AT_ONCE)

    def come(number: int) -> list[tuple[int, str | None]]:
        start.wait(PATIENCE)
        return [ask(server, PAGES[(number + turn) % len(PAGES)]) for turn in range(2)]

    with ThreadPoolExecutor(AT_ONCE) as crowd:
        answers = [answer for pair in crowd.map(come, range(AT_ONCE)) for answer in pair]
    found = Counter(status for status, _ in answers)
    assert set(found) <= {200, 503}, found
    assert found[200] > AT_ONCE / 2, found
    assert all(after for status, after in answers if status == 503)
