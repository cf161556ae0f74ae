"""Mails. Workers send them after the response, so that response times reveal nothing."""

import logging
import time
from collections.abc import Callable, Collection
from io import BytesIO
from smtplib import SMTPRecipientsRefused
from typing import Any
from urllib.parse import urlsplit

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.internal.flows.password_reset import request_password_reset
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.core.context import request_context
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.core.cache import caches
from django.core.handlers.wsgi import WSGIRequest
from django.dispatch import Signal
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from accounts.contact.notifications import NOTIFICATIONS, SEND_MAIL, Values, queue_task
from accounts.models import User
from density.platform import limits

# seconds before each retry
WAITS = (10, 30, 120, 600)
LASTS_SECONDS = 3600
# accounts with the same unconfirmed address that one mail can reset
MOST_RESET = 3
# The cache key of the mail server's state. One worker at a time waits for the server, so that the
# others stay free for AI moves, and none does for REST_SECONDS after it failed.
SERVER, REST_SECONDS = "mail-server", 15
BUSY, RESTING, SENT, REFUSED = "busy", "resting", "sent", "refused"
# sent with `result`: "sent", "failed" or "limited"
mail_done = Signal()

log = logging.getLogger(__name__)


def send_later(what: str, email: str, request: HttpRequest, *args: Any) -> None:
    """Queue a mail of WRITERS to this address, with links to the site of the request.

    Sends nothing and shows no error once the address has had settings.LIMITS["mails"].
    """
    _queue(what, email, request.build_absolute_uri("/"), translation.get_language(), *args)


def send_notices(kind: str, user_ids: Collection[int], values: Values) -> None:
    """Queue a mail of a kind of notification to each of these users who has an address."""
    users = User.objects.filter(pk__in=user_ids, is_active=True).exclude(email="")
    for user in users:
        language = user.language or values.get("language")
        _queue("notice", user.email, _public_origin(), language, kind, user.name, values)


def send_queued_mail(job: list[Any], tries: int) -> tuple[float, int] | None:
    """Write and send a queued mail; return None when it is sent or given up.

    Otherwise return the Unix time of the next call and the number of tries to call it with.
    """
    result = _try(job)
    if result == BUSY:
        return time.time() + 1, tries
    if result == RESTING and tries < len(WAITS):
        return time.time() + WAITS[tries], tries + 1
    mail_done.send(None, result="sent" if result == SENT else "failed")
    if result != SENT:
        log.error("mail not sent: the mail server failed; the user must request it again")
    return None


def _try(job: list[Any]) -> str:
    """Send a mail unless the server is busy or resting; return BUSY, RESTING, SENT or REFUSED."""
    what, email, origin, language, *args = job
    server = caches["shared"]
    if not server.add(SERVER, BUSY, REST_SECONDS):
        return str(server.get(SERVER) or BUSY)
    try:
        with translation.override(language):
            WRITERS[what](email, origin, *args)
        result = SENT
    except SMTPRecipientsRefused:
        result = REFUSED
    except OSError as fault:  # includes SMTPException
        log.info("the mail server is unavailable or refuses mail (%s)", type(fault).__name__)
        server.set(SERVER, RESTING, REST_SECONDS)
        return RESTING
    server.delete(SERVER)
    return result


def _public_origin() -> str:
    """Return the origin for links that no request gives; "" without HTTPS or a first host."""
    for site in settings.ALLOWED_HOSTS[:1]:
        if settings.SESSION_COOKIE_SECURE and not site.startswith((".", "*")):
            return f"https://{site}"
    return ""


def _queue(what: str, email: str, *args: Any) -> None:
    try:
        limits.count_use("mails", email.lower())
    except limits.TooMany:
        mail_done.send(None, result="limited")
        log.info("mail not sent: its address reached the rate limit")
        return
    until = time.time() + LASTS_SECONDS
    if not queue_task(SEND_MAIL, ([what, email, *args], until), until):
        mail_done.send(None, result="failed")


# ------------------------------------------------------------------------------- the writers
def _confirm(email: str, origin: str, address_id: int) -> None:
    """Ask for confirmation of an address, or tell its owner that someone else entered it."""
    address = EmailAddress.objects.filter(pk=address_id).select_related("user").first()
    if address is None:
        return
    with request_context(request := _request_to(origin)):
        adapter = get_adapter(request)
        same = EmailAddress.objects.filter(email=address.email, verified=True)
        if same.exclude(user_id=address.user_id).exists():
            adapter.send_account_already_exists_mail(email)
        else:
            confirmation = EmailConfirmationHMAC(address)
            DefaultAccountAdapter.send_confirmation_mail(adapter, request, confirmation, False)


def _reset(email: str, origin: str) -> None:
    """Send a link for a new password, or say that no account has this address."""
    with request_context(request := _request_to(origin)):
        accounts = _accounts_to_reset(email.lower())
        token_generator = app_settings.PASSWORD_RESET_TOKEN_GENERATOR()
        request_password_reset(request, email, accounts, token_generator)


def _accounts_to_reset(email: str) -> list[User]:
    """Return the accounts whose password a mail to this address may reset: its owner's.

    For an unconfirmed address these are the accounts that signed up with it, oldest first. An
    account that is only changing to it does not count: the new address may be mistyped.
    """
    active = User.objects.filter(is_active=True)
    owner = active.filter(emailaddress__email=email, emailaddress__verified=True).first()
    if owner is not None:
        return [owner]
    unconfirmed = active.filter(email=email, is_guest=False)
    return list(unconfirmed.order_by("pk")[:MOST_RESET])


def _notice(email: str, origin: str, kind: str, name: str, values: Values) -> None:
    """Send a notification as a mail."""
    notification = NOTIFICATIONS[kind]
    assert notification.text is not None
    title, body = notification.text(values)
    greeting = gettext("Hello %(name)s,") % {"name": name}
    subject = f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{title}"
    parts = [greeting, body]
    if origin:
        parts.append(f"{origin}{reverse(notification.page)}")
    mail.send_mail(subject, "\n\n".join(parts) + "\n", None, [email])


WRITERS: dict[str, Callable[..., None]] = {"confirm": _confirm, "reset": _reset, "notice": _notice}


def _request_to(origin: str) -> HttpRequest:
    """Return a fake request to this origin, from which allauth builds links."""
    parts = urlsplit(origin)
    request = WSGIRequest(
        {
            "REQUEST_METHOD": "GET",
            "HTTP_HOST": parts.netloc,
            "wsgi.url_scheme": parts.scheme,
            # behind a TLS proxy, Django reads the scheme from this header
            "HTTP_X_FORWARDED_PROTO": parts.scheme,
            "wsgi.input": BytesIO(),
        }
    )
    request.user = AnonymousUser()
    return request
