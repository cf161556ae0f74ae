"""Fixtures with a fake push service."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest

from accounts.contact.notifications import notify_users
from accounts.contact.push_encryption import public_key
from accounts.models import User
from tests.accounts.push_service import PushService
from tests.workers import work_off

Commits = Callable[..., AbstractContextManager[Any]]
PATH = "/game/AAAAAAAAAAAA/"
VALUES: dict[str, dict[str, Any]] = {
    "ready": {"names": ["Mira", "Tom", "Ola"]},
    "short": {"game": "Density Deck", "missing": 1},
    "hour": {"game": "Density Deck", "when": "2026-11-24T20:00:00+00:00"},
    "turn": {"game": "Density Deck", "title": "", "names": ["Mira", "Tom"]},
    "invite": {"game": "Density Deck", "who": "Tom"},
}


@pytest.fixture(scope="session")
def running_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    service = PushService(tmp_path_factory.mktemp("push"))
    yield service
    service.close()


@pytest.fixture
def service(
    running_service: PushService, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> PushService:
    """The only push service that the site allows, without browsers."""
    settings.PUSH_SERVICES = [running_service.name]
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(running_service.certificate))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    running_service.key = public_key()
    running_service.browsers.clear()
    running_service.received.clear()
    running_service.asked.clear()
    return running_service


@pytest.fixture
def send(django_capture_on_commit_callbacks: Commits) -> Callable[..., list[str]]:
    """Send a notification to users, and run the tasks that it queues."""

    def sent(kind: str, *users: User, path: str = PATH) -> list[str]:
        with django_capture_on_commit_callbacks(execute=True):
            notify_users(kind, [user.pk for user in users], path, **VALUES[kind])
        return work_off()

    return sent
