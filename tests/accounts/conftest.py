"""A stand-in for the push services of browsers."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from redis import Redis

from accounts import push, vapid
from accounts.models import User
from games.table.redis import redis
from tests.accounts.push_service import PushService, work
from tests.accounts.push_users import PATH, VALUES

Commits = Callable[..., AbstractContextManager[Any]]


@pytest.fixture(scope="session")
def running_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    service = PushService(tmp_path_factory.mktemp("push"))
    yield service
    service.close()


@pytest.fixture
def service(
    running_service: PushService, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> PushService:
    """The one push service that the site knows, without any browser."""
    settings.PUSH_SERVICES = [running_service.name]
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(running_service.certificate))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    running_service.key = vapid.public_key()
    running_service.browsers.clear()
    running_service.received.clear()
    running_service.asked.clear()
    return running_service


@pytest.fixture
def line() -> Redis:
    return redis()


@pytest.fixture
def send(line: Redis, django_capture_on_commit_callbacks: Commits) -> Callable[..., list[str]]:
    """Send something of a kind to users, and do what that gives the workers to do."""

    def sent(kind: str, *users: User, path: str = PATH, **values: Any) -> list[str]:
        with django_capture_on_commit_callbacks(execute=True):
            push.send_on_commit(kind, [user.pk for user in users], path, **VALUES[kind], **values)
        return work(line)

    return sent
