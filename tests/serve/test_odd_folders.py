"""A data folder may have any name, and nothing is read or written outside it."""

import contextlib
import os
import socket
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache.backends.redis import RedisCache
from kombu import Connection
from kombu.utils.url import parse_url

from density import environment
from density.server import valkey
from tests.http_clients import HttpClient
from tests.patience import wait_until
from tests.serve.conftest import NAME, Site
from tests.serve_process import DATABASE, run_manage

NAMES = [
    *("a b", "a#b", "a?b", "100%", "a%23b", "a&b;c", "a+b=c", '"quoted"', "größe-日本", "-leading"),
    *("~", " at its ends ", "two\nlines", "back\\slash", "$HOME", "`id`", "*.log", "[x]", "a:b"),
    *("a,b", "{c}", "%s", "user@host", "long-" * 45),
    os.fsdecode(b"not-utf-8-\xff"),
]


@pytest.fixture
def short() -> Iterator[Path]:
    """A folder whose path leaves room for a socket's name."""
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="d-") as folder:
        yield Path(folder)


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_is_the_one_that_was_named_and_every_client_finds_its_socket(
    name: str, short: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen: dict[str, str] = {}
    environment.adopt_data_folder(["manage.py", "serve", f"--data={short / name}"], chosen)
    monkeypatch.setenv("DATA_DIR", chosen["DATA_DIR"])
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert environment.read_folder("DATA_DIR", Path("/nowhere")) == short / name
    database = environment.default_database(short / name / DATABASE)
    assert database["NAME"] == str(short / name / DATABASE)
    monkeypatch.setattr(tempfile, "tempdir", str(short / name))
    for folder in (short / name, short / name / ("deep-" * 30)):
        path = str(valkey.socket_path(folder))
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as line:
            assert line.connect_ex(path)  # nothing is there, but the path is valid
        url = environment.redis_url(valkey.socket_url(folder))
        cache = RedisCache(url, {})._cache
        assert cache.get_client().connection_pool.connection_kwargs["path"] == path
        host = Connection(environment.broker_of(url)).hostname
        assert f"/{parse_url(str(host))['virtual_host']}" == path


def test_a_site_runs_in_a_folder_with_an_odd_name(site: Site, tmp_path: Path) -> None:
    visitor = HttpClient(site.url)
    assert visitor.get("/rules/").status == 200
    # database, Valkey and a worker's heartbeat, which needs the broker
    wait_until(
        lambda: visitor.get("/readyz").status == 200, more=lambda: visitor.get("/readyz").text
    )
    run_manage("backup", tmp_path / NAME, "--data", site.folder).check_returncode()
    assert list(site.folder.parent.iterdir()) == [site.folder]
    with contextlib.closing(sqlite3.connect(site.folder / DATABASE)) as database:
        assert database.execute("SELECT count(*) FROM django_migrations").fetchone()[0]
