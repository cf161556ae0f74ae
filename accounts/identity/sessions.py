"""Sessions: whose a session is now."""

from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User

# what of a user says whether a session is theirs
CHECKED = ("password", "is_active", "sessions_ended")


def users_of(session_keys: Collection[str]) -> dict[str, int | None]:
    """Return whose sessions these are now; None once one is over, or its user locked out.

    A new password ends all older sessions of its user.
    """
    # what is no key may be no text of the database either, and none of the others' business
    keys = [key for key in session_keys if key.isascii() and key.isalnum()]
    rows = Session.objects.filter(pk__in=keys, expire_date__gt=timezone.now())
    sessions = {row.pk: row.get_decoded() for row in rows}
    named = {str(each[SESSION_KEY]) for each in sessions.values() if SESSION_KEY in each}
    users = {str(user.pk): user for user in User.objects.filter(pk__in=named).only(*CHECKED)}
    found: dict[str, int | None] = dict.fromkeys(session_keys)
    for key, session in sessions.items():
        user = users.get(str(session.get(SESSION_KEY)))
        if user is not None and _is_of(session, user):
            found[key] = user.pk
    return found


def _is_of(session: dict[str, Any], user: User) -> bool:
    """Return whether a session is its user's, by the secret key of today or a former one."""
    known = session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
    given = session.get(HASH_SESSION_KEY, "")
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return known and user.is_active and any(constant_time_compare(given, each) for each in hashes)
