"""Runs a real web server and worker on the test database."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import redis
from django.conf import settings
from django.db import connection
from django.test import Client

from accounts.models import User
from density.celery import app
from density.server import supervisor
from density.server.process import ManagedProcess
from tests.patience import wait_until
from tests.process_group import is_answering
from tests.serve_process import run_manage

COLLECT = """from django.conf import settings
from density.assets import collecting
collecting.collect_static(settings.DATA_DIR)"""


@dataclass(frozen=True)
class Servers:
    port: int

    @property
    def origin(self) -> str:
        """The Origin of the site."""
        return f"http://127.0.0.1:{self.port}"

    def table(self, game_id: str) -> str:
        """Return the URL of a table's socket."""
        return f"ws://127.0.0.1:{self.port}/ws/game/{game_id}/"


def cookie_header(user: User) -> str:
    """Return the Cookie header of a logged-in user."""
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def database_url() -> str:
    """Return the DATABASE_URL of the test database for child processes."""
    values: dict[str, Any] = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{quote(values['NAME'])}"
    return f"postgres:///{values['NAME']}?host={quote(values['HOST'])}&user={values['USER']}"


@pytest.fixture(scope="module")
def servers(
    valkey: str, django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Servers]:
    """Daphne and a Celery worker per module, with AI players who move at once."""
    with run_servers(valkey, tmp_path_factory.mktemp("servers")) as running:
        yield running


def site_environ(valkey: str, folder: Path, **changes: str) -> dict[str, str]:
    """Return the additional environment of processes on the test database."""
    return {
        "DJANGO_SETTINGS_MODULE": "density.settings",
        "DATA_DIR": str(folder),
        "DATABASE_URL": database_url(),
        "REDIS_URL": valkey,
        "SECRET_KEY": settings.SECRET_KEY,
        "AI_PACE": "0",
        "LIMITS": "0",
        **changes,
    }


@pytest.fixture(scope="session")
def static_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of collected static files."""
    folder = tmp_path_factory.mktemp("collected")
    run_manage("shell", "-c", COLLECT, DATA_DIR=str(folder)).check_returncode()
    return folder / "static"


def empty_valkey(url: str) -> None:
    """Delete all keys, such as the drain or the queue of an earlier test."""
    with redis.Redis.from_url(url, max_connections=1) as line:
        line.flushall()


@contextmanager
def run_servers(valkey: str, folder: Path, **changes: str) -> Iterator[Servers]:
    """Empty Valkey; run Daphne and a Celery worker with changes of their environment."""
    empty_valkey(valkey)
    environ = site_environ(valkey, folder, **changes)
    listener = socket.create_server(("127.0.0.1", 0))
    children = [supervisor.worker_process(folder), supervisor.web_process(folder, listener)]
    try:
        for child in children:
            child.environ = {**child.environ, **environ}
            child.start()
        port = listener.getsockname()[1]
        wait_for(children, port)
        yield Servers(port)
    finally:
        for child in reversed(children):
            child.stop()
        listener.close()


def wait_for(children: list[ManagedProcess], port: int) -> None:
    """Wait until the web server and the worker respond."""
    wait_until(
        lambda: app.control.ping(timeout=0.5) and is_answering(port),
        "the servers did not start",
        lambda: "\n".join(child.log.read_text() for child in children),
    )
