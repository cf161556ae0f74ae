"""The current user of a session."""

from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User

# the fields of a user that decide whether a session is valid
CHECKED = ("password", "is_active", "sessions_ended")


def users_of(session_keys: Collection[str]) -> dict[str, int | None]:
    """Return the user id of each session; None if it has ended or its user is locked out.

    A new password ends all older sessions of its user.
    """
    # a malformed key could make the query fail for all the other keys
    keys = [key for key in session_keys if key.isascii() and key.isalnum()]
    rows = Session.objects.filter(pk__in=keys, expire_date__gt=timezone.now())
    sessions = {row.pk: row.get_decoded() for row in rows}
    user_ids = {
        str(session_data[SESSION_KEY])
        for session_data in sessions.values()
        if SESSION_KEY in session_data
    }
    users = {str(user.pk): user for user in User.objects.filter(pk__in=user_ids).only(*CHECKED)}
    owners: dict[str, int | None] = dict.fromkeys(session_keys)
    for key, session in sessions.items():
        user = users.get(str(session.get(SESSION_KEY)))
        if user is not None and _is_of(session, user):
            owners[key] = user.pk
    return owners


def _is_of(session: dict[str, Any], user: User) -> bool:
    """Return whether a session is valid for a user, by the current secret key or a former one."""
    has_backend = session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
    session_hash = session.get(HASH_SESSION_KEY, "")
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return (
        has_backend
        and user.is_active
        and any(constant_time_compare(session_hash, user_hash) for user_hash in hashes)
    )
