"""A real web server and a real worker on the database of the test run."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
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


@dataclass(frozen=True)
class Servers:
    port: int

    @property
    def origin(self) -> str:
        """As a browser names it."""
        return f"http://127.0.0.1:{self.port}"

    def table(self, game_id: str) -> str:
        """The address of a table's socket."""
        return f"ws://127.0.0.1:{self.port}/ws/game/{game_id}/"


def cookie_header(user: User) -> str:
    """The Cookie header of somebody who is signed in."""
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def database_url() -> str:
    """The database of the test run, as a child process names it."""
    values: dict[str, Any] = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{quote(values['NAME'])}"
    return f"postgres:///{values['NAME']}?host={quote(values['HOST'])}&user={values['USER']}"


@pytest.fixture(scope="module")
def servers(
    valkey: str, django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Servers]:
    """Daphne and a Celery worker, started for the tests of one module; AI players do not wait."""
    with run_servers(valkey, tmp_path_factory.mktemp("servers")) as running:
        yield running


def site_environ(valkey: str, folder: Path, **changes: str) -> dict[str, str]:
    """What the environment of processes on the database of the test run has besides the usual."""
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
    """The collected files, which every page of the real site names."""
    folder = tmp_path_factory.mktemp("collected")
    run_manage("collectstatic", "--no-input", DATA_DIR=str(folder)).check_returncode()
    return folder / "static"


@contextmanager
def run_servers(valkey: str, folder: Path, **changes: str) -> Iterator[Servers]:
    """Daphne and a Celery worker with these changes of their environment."""
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
    """Return when the web server and the worker answer."""
    wait_until(
        lambda: app.control.ping(timeout=0.5) and is_answering(port),
        "the servers did not start",
        lambda: "\n".join(child.log.read_text() for child in children),
    )
