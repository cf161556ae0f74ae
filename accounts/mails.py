"""Mails that are written and sent after the answer, so that its time reveals nothing.

A thread of the web process does it: a mail server that hangs holds up no page and no worker.
"""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

from allauth.core.context import request_context
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import close_old_connections, connections
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils import translation

from accounts import limits

# jobs that wait for the thread; more are refused, which an operator reads in the log
MOST_WAITING = 1000
# sent with `result`: "sent", "failed" or "limited"
mail_done = Signal()

log = logging.getLogger(__name__)
writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mails")
waiting = threading.BoundedSemaphore(MOST_WAITING)


class Asked(HttpRequest):
    """What is left of a request for the author of a mail about it: where the site is."""

    def __init__(self, origin: str) -> None:
        super().__init__()
        parts = urlsplit(origin)
        self.written_scheme = parts.scheme
        self.user = AnonymousUser()
        self.META = {
            "HTTP_HOST": parts.netloc,
            "SERVER_NAME": parts.hostname or "",
            "SERVER_PORT": str(parts.port or ""),
            # where a proxy speaks TLS, Django reads the scheme from here
            "HTTP_X_FORWARDED_PROTO": parts.scheme,
        }

    def _get_scheme(self) -> str:
        return self.written_scheme


def later(request: HttpRequest, email: str, write: Callable[[HttpRequest], Any]) -> None:
    """Have a mail to this address written once the answer is under way.

    Nothing is sent, and no error is shown, when the address had settings.LIMITS["mails"] already.
    """
    try:
        limits.count("mails", email.lower())
    except limits.TooMany:
        mail_done.send(None, result="limited")
        log.info("mail not sent: the limit of its address is reached")
        return
    origin, language = request.build_absolute_uri("/"), translation.get_language()
    if not settings.MAILS_LATER:
        _write(write, origin, language)
        return
    if not waiting.acquire(blocking=False):
        mail_done.send(None, result="failed")
        log.error("mail not sent: %s wait already; its user has to ask for it again", MOST_WAITING)
        return
    writer.submit(_work, write, origin, language)


def _work(write: Callable[[HttpRequest], Any], origin: str, language: str | None) -> None:
    """Write a mail in the thread, on a database connection that is not kept."""
    close_old_connections()
    try:
        _write(write, origin, language)
    except Exception:
        log.exception("mail not sent: the mail server failed; its user has to ask for it again")
    finally:
        connections.close_all()
        waiting.release()


def _write(write: Callable[[HttpRequest], Any], origin: str, language: str | None) -> None:
    asked = Asked(origin)
    result = "failed"
    try:
        with request_context(asked), translation.override(language):
            write(asked)
        result = "sent"
    finally:
        mail_done.send(None, result=result)
