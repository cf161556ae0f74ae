"""One message to one browser: encrypted, signed, posted; what its push service answers is heeded.

A log line has the number of a subscription and the host, never the endpoint: who has it can send.
"""

import json
import logging
import time
from dataclasses import dataclass
from http import HTTPStatus

import requests
from django.core.cache import caches
from django.utils import timezone
from redis import RedisError
from urllib3.exceptions import HTTPError

from accounts import base64url, push_encryption, push_endpoints, vapid
from accounts.models import PushSubscription

# seconds to connect, and to wait for an answer
TIMEOUT = (2.0, 3.0)
# seconds before the tries after the first, or as many as the service asks for
WAITS = (2, 10, 30, 120, 600)
# every error that a request to a push service, or its malformed answer, can raise
FAULTS = (requests.RequestException, HTTPError, OSError, ValueError)
LONGEST_RETRY_AFTER = 9  # digits
# so long a service that does not answer keeps no worker waiting
REST_SECONDS = 15
GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message on its way to one browser of a user, until a Unix time."""

    subscription: int
    user: int
    message: dict[str, str]
    urgency: str
    topic: str
    until: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What a push service answered; status 0 where it did not."""

    status: int
    retry_after: int = 0


def deliver(delivery: Delivery, tries: int) -> int | None:
    """Send a message; return the seconds after which to try again, None when it is done or over.

    A browser that is gone (404, 410) is deleted. Nothing is sent once the message is too old, or
    when the browser is another user's by now.
    """
    known = PushSubscription.objects.filter(pk=delivery.subscription, user=delivery.user)
    subscription = known.first()
    origin = push_endpoints.origin_of(subscription.endpoint) if subscription else ""
    seconds = int(delivery.until - time.time())
    if subscription is None or not origin or seconds <= 0:
        return None
    try:
        body = _encrypted(subscription, delivery.message)
    except ValueError:
        log.warning("subscription %s has a bad key: it is deleted", subscription.pk)
        known.delete()
        return None
    headers = _headers(origin, delivery, seconds)
    answer = Answer(0) if _rests(origin) else _post(subscription.endpoint, origin, body, headers)
    if answer.status in GONE:
        known.delete()
        return None
    if HTTPStatus.OK <= answer.status < HTTPStatus.MULTIPLE_CHOICES:
        known.update(delivered_at=timezone.now())
        return None
    return _wait(subscription, origin, answer, tries, delivery.until)


def _wait(
    subscription: PushSubscription, origin: str, answer: Answer, tries: int, until: float
) -> int | None:
    """Return the seconds to the next try; None where there is none in time, or none would help."""
    passes = answer.status in (0, HTTPStatus.TOO_MANY_REQUESTS) or answer.status >= 500
    wait = max(WAITS[min(tries, len(WAITS) - 1)], answer.retry_after)
    if passes and tries < len(WAITS) and time.time() + wait < until:
        return wait
    log.warning(
        "%s answered %s: notification for subscription %s was not delivered after %s tries",
        *(origin, answer.status or "nothing", subscription.pk, tries + 1),
    )
    return None


def _encrypted(subscription: PushSubscription, message: dict[str, str]) -> bytes:
    """Encrypt a message for this browser. Raises ValueError when its keys are invalid."""
    keys = (base64url.decode(text) for text in (subscription.p256dh, subscription.auth))
    return push_encryption.encrypt(json.dumps(message).encode(), *keys)


def _headers(origin: str, delivery: Delivery, seconds: int) -> dict[str, str]:
    return {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(seconds),
        "Urgency": delivery.urgency,
        "Topic": delivery.topic,
        **vapid.signed_headers(origin),
    }


def _post(endpoint: str, origin: str, body: bytes, headers: dict[str, str]) -> Answer:
    """Post the message; nothing of an answer is read but its status and one header."""
    try:
        with requests.post(
            endpoint,
            data=body,
            headers=headers,
            timeout=TIMEOUT,
            allow_redirects=False,
            stream=True,
        ) as answer:
            after = answer.headers.get("Retry-After", "")
            counts = after.isdecimal() and len(after) <= LONGEST_RETRY_AFTER
            return Answer(answer.status_code, int(after) if counts else 0)
    except FAULTS as fault:
        # its text has the address
        log.info("%s cannot be reached (%s)", origin, type(fault).__name__)
        _let_rest(origin)
        return Answer(0)


def _rests(origin: str) -> bool:
    try:
        return caches["shared"].get(f"push-rest:{origin}") is not None
    except RedisError:
        return False


def _let_rest(origin: str) -> None:
    try:
        caches["shared"].set(f"push-rest:{origin}", 1, REST_SECONDS)
    except RedisError as fault:
        log.warning("redis unavailable (%r): %s is tried again at once", fault, origin)
