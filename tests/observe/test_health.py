"""Readiness of a process, and the part that prevents it."""

import socket
import time
from typing import Any

import orjson
import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import Settings
from redis import Redis

from density import environment
from density.operations import health
from density.operations.operator_pages import OperatorPages, expose_metrics
from density.platform.redis import redis_connection
from games.live import outage

Scope = dict[str, Any]


def failed_parts() -> dict[str, Any]:
    """Return the parts that are not ready, and why."""
    found = {name: health.state_of(check) for name, check in health.PARTS.items()}
    return {name: part["why"] for name, part in found.items() if not part["ok"]}


@pytest.mark.django_db
def test_a_site_whose_worker_gives_signs_is_ready() -> None:
    redis_connection().set(outage.WORKERS, time.time())
    assert failed_parts() == {}


@pytest.mark.django_db
def test_a_worker_that_is_gone_is_missed() -> None:
    assert failed_parts() == {"workers": "no worker"}
    redis_connection().set(outage.WORKERS, time.time() - 60)
    assert failed_parts() == {"workers": "no worker for 60 s"}


@pytest.mark.django_db
def test_a_migration_that_is_missing_is_named() -> None:
    redis_connection().set(outage.WORKERS, time.time())
    health.check_migrations.cache_clear()
    app, name = next(each for each in sorted(health.newest_migrations()) if each[0] == "games")
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied(app, name)
    assert failed_parts() == {"migrations": f"not applied: {app}.{name}"}
    recorder.record_applied(app, name)
    assert failed_parts() == {}


def test_without_redis_and_database_both_are_named(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = Redis.from_url("redis://127.0.0.1:1", max_connections=1)
    monkeypatch.setattr(health, "redis_connection", lambda: away)
    health.check_migrations.cache_clear()
    # no mark for the database: pytest-django lets no connection be made
    assert failed_parts() == {
        "database": "RuntimeError",
        "redis": "ConnectionError",
        "workers": "unknown without Redis",
        "migrations": "RuntimeError",
    }


async def request_page(path: str, client: object = ("127.0.0.1", 5), **scope: Any) -> list[Any]:
    """Return the events sent for a request; "passed on" if Django has to answer."""
    sent: list[Any] = []

    async def pass_on(scope: Scope, receive: object, send: object) -> None:
        sent.append("passed on")

    async def receive() -> Scope:
        return {"type": "http.disconnect"}

    async def send(event: Any) -> None:
        sent.append(event)

    given = {"path": path, "method": "GET", "headers": [], "client": client, **scope}
    await OperatorPages(pass_on)(given, receive, send)
    return sent


async def test_a_site_that_is_not_ready_answers_503_and_names_its_parts() -> None:
    # no mark for the database: pytest-django lets no connection be made
    start, body = await request_page("/readyz")
    found = orjson.loads(body["body"])
    assert (start["status"], found["ready"]) == (503, False)
    assert found["parts"]["database"] == {"ok": False, "why": "RuntimeError"}
    assert list(found["parts"]) == ["database", "redis", "migrations", "workers"]


def test_a_process_whose_metrics_port_is_taken_says_so_and_goes_on(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        settings.METRICS_PORT = taken.getsockname()[1]
        expose_metrics(0)
    assert "this process is not measured" in caplog.text


@pytest.mark.parametrize(
    "scope",
    [
        {"client": None},
        {"method": "POST"},
        {"path": "/healthz/"},
    ],
)
async def test_all_others_are_passed_on(scope: Scope) -> None:
    assert await request_page(**{"path": "/healthz", **scope}) == ["passed on"]


async def test_operators_may_be_elsewhere(settings: Settings, monkeypatch: Any) -> None:
    monkeypatch.setenv("OPERATOR_NETWORKS", "10.1.0.0/16,2001:db8::7")
    settings.OPERATOR_NETWORKS = environment.read_networks("OPERATOR_NETWORKS", "")
    assert len(await request_page("/healthz", ("10.1.2.3", 5))) == 2
    assert len(await request_page("/healthz", ("2001:db8::7", 5))) == 2
    assert await request_page("/healthz", ("127.0.0.1", 5)) == ["passed on"]


async def test_behind_proxies_it_is_the_client_that_they_name(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = 2
    two = [(b"x-forwarded-for", b"127.0.0.1, 198.51.100.7")]
    # density.server.clients has set the client
    assert len(await request_page("/healthz", ("127.0.0.1", 0), headers=two)) == 2
    # one of two proxies added no header, so the peer is the other proxy
    one = [(b"x-forwarded-for", b"198.51.100.7")]
    assert await request_page("/healthz", ("127.0.0.1", 5), headers=one) == ["passed on"]
