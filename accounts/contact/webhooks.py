"""Webhooks: signed messages about a user's games to an address that the user entered.

Signatures follow Standard Webhooks (standardwebhooks.com). Logs name the user's number, never the
address, which may contain a password.
"""

import base64
import hmac
import json
import logging
import secrets
import time
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core.cache import caches
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.contact.notifications import DELIVER_WEBHOOK, notify_users, queue_task
from accounts.contact.public_requests import FAULTS, NotPublic, post_publicly
from accounts.models import User, Webhook
from density.platform import limits

STARTED, FINISHED, INVITED, TEST = "game.started", "game.finished", "invitation", "test"
# the events that a user chooses from
EVENTS = {
    STARTED: _("A game begins"),
    FINISHED: _("A game is over"),
    INVITED: _("Someone invites you to play"),
}
KEY_PREFIX, KEY_SALT = "whsec_", "accounts.webhooks.key"
SEED_BYTES, ID_BYTES = 16, 16
# seconds before each retry
WAITS = (5, 30, 120, 600)
LASTS_SECONDS = 3600
# messages in a row that are given up before the webhook is switched off
MOST_FAILURES = 5
# One worker at a time waits for a webhook, so that the others stay free for deadlines. Seconds
# after which a task ends, which might wait for a host that sends single bytes, and is killed.
BUSY, SOFT_SECONDS, HARD_SECONDS = "webhook-busy", 8, 20
BUSY_WAIT = 2
# outcomes without a status
UNREACHABLE, NOT_PUBLIC, TOO_SLOW = "unreachable", "not-public", "too-slow"
TOO_MANY = "too-many"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message to a user's webhook; the same `id` in every attempt. Expires at a Unix time."""

    user: int
    id: str
    event: str
    body: str
    until: float


# ------------------------------------------------------------------------------ the signature
def find_secrets(hook: Webhook) -> list[str]:
    """Return the secret of a webhook, and those that it had under former keys of the site."""
    return [
        KEY_PREFIX + base64.b64encode(_derive_key(hook, secret)).decode()
        for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    ]


def replace_seed(hook: Webhook) -> None:
    """Give a webhook another secret, unsaved."""
    hook.seed = secrets.token_hex(SEED_BYTES)


def _derive_key(hook: Webhook, secret: str) -> bytes:
    value = f"{hook.user_id}:{hook.seed}"
    return salted_hmac(KEY_SALT, value, secret=secret, algorithm="sha256").digest()


def sign_message(secret: str, message_id: str, at: int, body: str) -> str:
    """Return the signature of a message at a Unix time."""
    key = base64.b64decode(secret.removeprefix(KEY_PREFIX))
    digest = hmac.digest(key, f"{message_id}.{at}.{body}".encode(), sha256)
    return "v1," + base64.b64encode(digest).decode()


# -------------------------------------------------------------------------------- the messages
def queue_messages(event: str, user_ids: Collection[int], data: dict[str, Any]) -> None:
    """Queue a message about each of these users to the webhooks that want this event."""
    for hook, player in _hooks_about(user_ids):
        if event in hook.events:
            queue_message(hook, event, {"player": player, **data})


def queue_message(hook: Webhook, event: str, data: dict[str, Any]) -> None:
    """Queue a message to a webhook, unless its user has used up settings.LIMITS."""
    try:
        limits.count_use("webhook_messages", hook.user_id)
    except limits.TooMany:
        log.info("user %s has too many webhook messages: %s is not sent", hook.user_id, event)
        _save_outcome(hook.pk, event, TOO_MANY)
        return
    message = {"type": event, "timestamp": timezone.now().isoformat(), "data": data}
    until = time.time() + LASTS_SECONDS
    message_id = f"msg_{secrets.token_hex(ID_BYTES)}"
    delivery = Delivery(hook.user_id, message_id, event, json.dumps(message), until)
    queue_task(DELIVER_WEBHOOK, (asdict(delivery),), until)


def queue_test(hook: Webhook) -> None:
    """Queue a test; until it has been sent, the last message of the webhook has no outcome."""
    _save_outcome(hook.pk, TEST, "")
    queue_message(hook, TEST, {"player": hook.user.name})


def _save_outcome(user_id: int, event: str, outcome: str) -> None:
    rows = Webhook.objects.filter(user=user_id)
    rows.update(outcome=outcome, sent_at=timezone.now(), sent_event=event)


def _hooks_about(user_ids: Collection[int]) -> Iterator[tuple[Webhook, str]]:
    """Yield the webhooks of these users and of their owners, each with the user's name."""
    users = User.objects.filter(pk__in=user_ids).order_by("pk")
    names = list(users.values_list("pk", "bot_owner", "name"))
    owners = {owner for row in names for owner in row[:2] if owner is not None}
    hooks = Webhook.objects.filter(user__in=owners, user__is_active=True, is_on=True).in_bulk()
    for user_id, owner_id, name in names:
        yield from ((hooks[pk], name) for pk in (user_id, owner_id) if pk in hooks)


# -------------------------------------------------------------------------------- the delivery
def deliver_webhook(delivery: Delivery, tries: int) -> tuple[float, int] | None:
    """Send a message; return None when it is sent or given up.

    Otherwise return the Unix time of the next call and the number of tries to call it with. A test
    is tried once. MOST_FAILURES messages in a row that are given up switch the webhook off, as does
    a response of 410.
    """
    rows = Webhook.objects.filter(user=delivery.user, user__is_active=True)
    hook, is_test = rows.first(), delivery.event == TEST
    if hook is None or not (hook.is_on or is_test) or time.time() > delivery.until:
        return None
    cache = caches["shared"]
    if not cache.add(BUSY, 1, HARD_SECONDS):
        return time.time() + BUSY_WAIT, tries
    try:
        outcome = _post_message(hook, delivery)
    finally:
        cache.delete(BUSY)
    _save_outcome(hook.pk, delivery.event, outcome)
    if is_delivered(outcome):
        rows.update(failures=0)
        return None
    is_gone = outcome == str(HTTPStatus.GONE)
    due = time.time() + WAITS[min(tries, len(WAITS) - 1)]
    if tries < len(WAITS) and not (is_gone or is_test) and due < delivery.until:
        return due, tries + 1
    log.info("webhook of user %s: %s is given up (%s)", hook.pk, delivery.id, outcome)
    if not is_test:
        _count_failure(hook, is_gone=is_gone)
    return None


def is_delivered(outcome: str) -> bool:
    """Return whether an outcome is the status of success."""
    return outcome.isdecimal() and 200 <= int(outcome) < 300


def _post_message(hook: Webhook, delivery: Delivery) -> str:
    """Post a signed message; return the status of the response, or the reason for its absence."""
    at = int(time.time())
    signatures = [
        sign_message(secret, delivery.id, at, delivery.body) for secret in find_secrets(hook)
    ]
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "DensityDeck-Webhooks/1",
        "webhook-id": delivery.id,
        "webhook-timestamp": str(at),
        "webhook-signature": " ".join(signatures),
    }
    try:
        return str(post_publicly(hook.address, delivery.body.encode(), headers))
    except NotPublic:
        return NOT_PUBLIC
    except SoftTimeLimitExceeded:
        return TOO_SLOW
    except FAULTS as fault:
        # log only the type: the error's text has the address
        log.info("webhook of user %s cannot be reached (%s)", hook.pk, type(fault).__name__)
        return UNREACHABLE


def _count_failure(hook: Webhook, *, is_gone: bool) -> None:
    """Count a message that is given up; after too many, switch the webhook off with a notice."""
    rows = Webhook.objects.filter(pk=hook.pk, is_on=True)
    rows.update(failures=F("failures") + 1)
    doomed = rows if is_gone else rows.filter(failures__gte=MOST_FAILURES)
    if doomed.update(is_on=False):
        notify_users("webhook_off", [hook.pk])
