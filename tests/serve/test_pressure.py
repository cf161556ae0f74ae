"""With more users than database connections they wait, and no one sees an error."""

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests import postgres
from tests.http_clients import HttpClient
from tests.patience import PATIENCE
from tests.serve_process import ServeProcess, serve_site

AT_ONCE = 80
BOARD = "/api/v1/leaderboards/?game=density-deck&view=week"
PAGES = ("/", "/leaderboards/", "/accounts/login/", BOARD)


@pytest.fixture(params=[20, pytest.param(100, marks=pytest.mark.heavy)])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ServeProcess]:
    """A server on a PostgreSQL with few connections."""
    with postgres.run_embedded("-c", f"max_connections={request.param}") as url:
        parts = urlsplit(url)
        with psycopg.connect(url.replace("/density?", "/postgres?"), autocommit=True) as line:
            line.execute(f"CREATE DATABASE {parts.path[1:]}")
        with serve_site(tmp_path / "deck", DATABASE_URL=url) as running:
            yield running


def test_a_crowd_waits_for_its_pages_and_is_never_told_of_a_fault(server: ServeProcess) -> None:
    start = threading.Barrier(AT_ONCE)

    def come(number: int) -> list[tuple[int, str | None]]:
        start.wait(PATIENCE)
        visitor = HttpClient(server.url)
        answers = [visitor.get(PAGES[(number + turn) % len(PAGES)]) for turn in range(2)]
        return [(answer.status, answer.headers.get("Retry-After")) for answer in answers]

    with ThreadPoolExecutor(AT_ONCE) as crowd:
        answers = [answer for pair in crowd.map(come, range(AT_ONCE)) for answer in pair]
    found = Counter(status for status, _ in answers)
    assert set(found) <= {200, 503}, found
    assert found[200] > AT_ONCE / 2, found
    assert all(after for status, after in answers if status == 503)
