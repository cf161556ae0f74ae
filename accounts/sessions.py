"""Sessions: whether a session is still valid, and the removal of those that are over."""

from datetime import datetime
from importlib import import_module

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.http import HttpRequest

BATCH, MOST = 500, 50_000


def user_of(session_key: str) -> int | None:
    """Return whose session this is now; None once it is logged out, over, or its user locked out.

    A new password ends all older sessions of its user.
    """
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    return get_user(request).pk


def delete_expired(now: datetime) -> int:
    """Delete up to MOST sessions that are over, in batches; return how many."""
    over = Session.objects.filter(expire_date__lt=now).order_by("expire_date")
    deleted = 0
    while deleted < MOST:
        keys = list(over.values_list("pk", flat=True)[:BATCH])
        deleted += Session.objects.filter(pk__in=keys, expire_date__lt=now).delete()[0]
        if len(keys) < BATCH:
            break
    return deleted
