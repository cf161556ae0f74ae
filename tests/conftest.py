"""Fixtures for all tests: a real Valkey, and the database."""

import base64
import gc
import random
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.postgresql.operations import DatabaseOperations
from django.db.models.signals import post_migrate
from django.utils import translation
from hypothesis import settings as hypothesis_settings

from density import environment
from density.operations.empty_database import make_tables
from density.server import valkey as embedded_valkey
from games.consumers import heartbeat
from games.receivers import load_puzzles
from tests import postgres
from tests.servers import empty_valkey
from tests.servers import static_files as static_files

# the machine may be slow
hypothesis_settings.register_profile("any machine", deadline=None)
hypothesis_settings.load_profile("any machine")

USES_THE_DATABASE = {"db", "transactional_db", "client", "live_server"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.addoption("--engine", choices=["chromium", "firefox"], default="chromium")


def pytest_configure(config: pytest.Config) -> None:
    """Create test databases without the initial puzzles."""
    post_migrate.disconnect(load_puzzles)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests that need another database, and on PostgreSQL those that need none."""
    sqlite = config.getoption("--database") == "sqlite"
    elsewhere = "concurrent_writes" if sqlite else "sqlite"
    here = {
        item: not item.get_closest_marker(elsewhere) and (sqlite or uses_the_database(item))
        for item in items
    }
    config.hook.pytest_deselected(items=[item for item in items if not here[item]])
    items[:] = [item for item in items if here[item]]


def uses_the_database(item: pytest.Item) -> bool:
    """Return whether a test uses the database, by its mark or fixtures."""
    if item.get_closest_marker("django_db") is not None:
        return True
    return not USES_THE_DATABASE.isdisjoint(getattr(item, "fixturenames", ()))


def pytest_collection_finish() -> None:
    """Exclude existing objects, which stay for the whole run, from garbage collection."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_report_header(config: pytest.Config) -> str:
    return f"database: {config.getoption('--database')}"


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(settings.DATA_DIR, ignore_errors=True)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(pytestconfig: pytest.Config) -> Iterator[None]:
    """Use PostgreSQL if the run asks for it, otherwise a SQLite file."""
    if pytestconfig.getoption("--database") == "sqlite":
        yield
        return
    with postgres.run_postgres() as url:
        chosen: dict[str, Any] = {"default": environment.read_database(url)}
        settings.DATABASES = chosen
        connections.settings = connections.configure_settings(chosen)
        connections["default"].close()
        del connections["default"]
        yield
        connections.close_all()


@pytest.fixture(scope="session")
def django_db_keepdb(pytestconfig: pytest.Config) -> bool:
    """Keep the database, since its server is deleted anyway."""
    return bool(pytestconfig.getoption("--database") == "postgres")


@pytest.fixture(scope="session")
def tables_at_once() -> pytest.MonkeyPatch:
    """Create all tables at once before `migrate`, like for a new site, which is faster."""
    patch = pytest.MonkeyPatch()
    patch.setattr(BaseDatabaseWrapper, "prepare_database", make_tables)
    return patch


@pytest.fixture(scope="session")
def django_db_setup(tables_at_once: pytest.MonkeyPatch, django_db_setup: None) -> None:
    """Create permissions and content types only once instead of for each test."""
    tables_at_once.undo()
    post_migrate.receivers = []
    DatabaseOperations.sql_flush = delete_statements  # type: ignore[method-assign, assignment]


@pytest.fixture(autouse=True)
def _forget_content_types() -> Iterator[None]:
    """Clear the cache of content types, since their rows are deleted with each test."""
    yield
    ContentType.objects.clear_cache()


@pytest.fixture(autouse=True)
def _the_language_of_the_site() -> Iterator[None]:
    """Deactivate the language that a page activated in this thread."""
    yield
    translation.deactivate()


def delete_statements(
    operations: DatabaseOperations,
    style: object,
    tables: Sequence[str],
    *,
    reset_sequences: bool = False,
    allow_cascade: bool = False,
) -> list[str]:
    """Return DELETE statements, ten times faster than TRUNCATE for small tables."""
    names = [operations.quote_name(table) for table in tables]
    return [
        # a worker may hold locks in another order; let it be the one that fails
        "SET LOCAL deadlock_timeout = '1min';",
        # wait for other writers
        f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE;",
        # this role does not check foreign keys
        "SET LOCAL session_replication_role = replica;",
        *(f"DELETE FROM {name};" for name in names),
    ]


@pytest.fixture(scope="session")
def valkey() -> Iterator[str]:
    """The URL of a real Valkey, shared by the whole run."""
    server = embedded_valkey.start_server(Path(settings.DATA_DIR))
    yield settings.REDIS_URL
    server.stop()


@pytest.fixture(scope="session", autouse=True)
def _the_site_is_up() -> None:
    """Record a heartbeat, so that the first socket does not seem to end an outage.

    All open turns would get additional time.
    """
    heartbeat.beat.last = time.time()


@pytest.fixture(autouse=True)
def _services(request: pytest.FixtureRequest) -> None:
    """Empty Valkey and the cache for every test that uses the database."""
    if not uses_the_database(request.node):
        return
    empty_valkey(request.getfixturevalue("valkey"))
    cache.clear()


@pytest.fixture(autouse=True)
def _same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seed the chance of games by the test, so that failures are reproducible."""
    deal_the_same(monkeypatch, request.node.nodeid)


def deal_the_same(patch: pytest.MonkeyPatch, name: str) -> None:
    """Seed all chance of games with a name."""
    dice = random.Random(name)
    chance = SimpleNamespace(
        token_bytes=dice.randbytes,
        token_urlsafe=lambda size: base64.urlsafe_b64encode(dice.randbytes(size)).decode(),
    )
    patch.setattr("games.models.game.secrets", chance)
    patch.setattr("games.live.commands.play.dice", dice)
