"""The owners of sessions, read for many sockets at once, agree with Django's."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from accounts.identity.guests import BACKEND
from accounts.identity.sessions import users_of
from accounts.models import User
from tests.table.harness import make_users

pytestmark = pytest.mark.django_db


def session_of(user: User) -> str:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def by_django(key: str) -> int | None:
    """Return the owner of a session as Django determines it for a page."""
    request = HttpRequest()
    request.session = SessionStore(key)
    return get_user(request).pk


def change_session(key: str, name: str, value: object) -> None:
    """Change a value of a session; None removes it."""
    store = SessionStore(key)
    store[name] = value
    if value is None:
        del store[name]
    store.save()


SPOILT: dict[str, Callable[[str, User], object]] = {
    "logged out": lambda key, user: SessionStore(key).delete(),
    "over": lambda key, user: Session.objects.filter(pk=key).update(
        expire_date=timezone.now() - timedelta(seconds=1)
    ),
    "locked out": lambda key, user: User.objects.filter(pk=user.pk).update(is_active=False),
    "deleted": lambda key, user: user.delete(),
    "a new password": lambda key, user: User.objects.filter(pk=user.pk).update(password="!new"),
    "without a hash": lambda key, user: change_session(key, "_auth_user_hash", None),
    "of nobody": lambda key, user: change_session(key, "_auth_user_id", None),
    "an unknown backend": lambda key, user: change_session(
        key, "_auth_user_backend", "some.Backend"
    ),
    "corrupted": lambda key, user: Session.objects.filter(pk=key).update(session_data="%%%"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_session_is_nobodys_and_the_others_stay(name: str) -> None:
    mira, ola = make_users(2)
    spoilt, good = session_of(mira), session_of(ola)
    assert users_of([spoilt, good]) == {spoilt: mira.pk, good: ola.pk}
    SPOILT[name](spoilt, mira)
    assert users_of([spoilt, good]) == {spoilt: None, good: ola.pk}
    assert by_django(spoilt) is None


def test_a_session_signed_with_the_key_before_is_still_its_users(settings: object) -> None:
    (mira,) = make_users(1)
    key = session_of(mira)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]  # type: ignore[attr-defined]
    settings.SECRET_KEY = "a-newer-key-of-this-site" * 3  # type: ignore[attr-defined]
    for _ in range(2):  # the browser keeps its key, since sockets cannot set cookies
        assert users_of([key]) == {key: mira.pk}


def test_any_number_of_sessions_is_read_by_two_queries_whatever_else_is_asked_for(
    django_assert_num_queries: Callable[..., object],
) -> None:
    keys: dict[str, int | None] = {session_of(user): user.pk for user in make_users(5)}
    for odd in ("", "\0", "a\0b" * 9, "ä" * 32, "nosuchsession" * 3, "%s"):
        keys[odd] = None
    with django_assert_num_queries(2):  # type: ignore[attr-defined]
        assert users_of(list(keys)) == keys
