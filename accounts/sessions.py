"""Whether a session that was good once is still somebody's."""

from importlib import import_module

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest


def user_of(session_key: str) -> int | None:
    """Whose session this is now; None once it is logged out, over, or its user locked out.

    A new password ends all older sessions of its user.
    """
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    return get_user(request).pk
