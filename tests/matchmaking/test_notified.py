"""Players whose table is found while they look at no page are notified by Web Push."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from accounts import push
from accounts.models import User
from games.table.redis import redis
from matchmaking import queue_cache
from matchmaking.models import Slot
from tests.accounts.push_service import deliveries
from tests.matchmaking import scenario

pytestmark = pytest.mark.django_db
Commits = Callable[..., AbstractContextManager[Any]]


def found(users: list[User], commits: Commits) -> list[tuple[str, str]]:
    """Who is sent what when the matcher seats these users."""
    for user in users:
        push.subscribe(user, f"https://fcm.googleapis.com/{user.pk}")
        push.choose(user, "ready")
    redis().delete("celery")
    with commits(execute=True):
        scenario.look()
    names = {user.pk: user.name for user in users}
    assert Slot.objects.filter(state="seated").count() == len(users)
    return [(names[each["user"]], each["message"]["body"]) for each in deliveries(redis())]


def test_who_looks_at_no_page_is_notified_without_the_names_of_the_others(
    django_capture_on_commit_callbacks: Commits,
) -> None:
    users = scenario.crowd()
    for user in users[1:]:
        queue_cache.record_viewing(user.pk, viewing=True)
    got = found(users, django_capture_on_commit_callbacks)
    assert [name for name, _ in got] == [users[0].name]
    assert got[0][1] == "3 players are waiting for you."


def test_nothing_is_sent_where_all_look_at_a_page(
    django_capture_on_commit_callbacks: Commits,
) -> None:
    users = scenario.crowd()
    for user in users:
        queue_cache.record_viewing(user.pk, viewing=True)
    assert found(users, django_capture_on_commit_callbacks) == []
