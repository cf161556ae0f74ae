"""Web Push: subscriptions of browsers, the users a push reaches, and the delivery of a message.

Logs name a subscription's number and host, never its endpoint: anyone who knows it can send.
"""

import hashlib
import json
import logging
import re
import time
from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime
from http import HTTPStatus
from typing import Any
from zoneinfo import ZoneInfo

import requests
from django.conf import settings
from django.core import signing
from django.core.cache import caches
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext
from redis import RedisError
from urllib3.exceptions import HTTPError

from accounts import zones
from accounts.contact import push_encryption
from accounts.contact.notifications import DELIVER_PUSH, NOTIFICATIONS, Values, queue_task
from accounts.models import PushChoices, PushSubscription, User
from density.platform import limits

# a further browser replaces the oldest
MOST_BROWSERS = 10
# the cookie that identifies a browser: the signed number of its subscription
COOKIE, COOKIE_SALT, COOKIE_SECONDS = "push", "accounts.push.browser", 365 * 24 * 3600
# lifetime of the link that stops a notification
STOP_SALT, STOP_SECONDS = "accounts.push.stop", 90 * 24 * 3600
# limit of RFC 8030
LONGEST_TOPIC = 32
# seconds to connect, and to wait for a response
TIMEOUT = (2.0, 3.0)
# seconds before each retry, unless the service asks for more
WAITS = (2, 10, 30, 120, 600)
# every error that a request to a push service, or its malformed response, can raise
FAULTS = (requests.RequestException, HTTPError, OSError, ValueError)
LONGEST_RETRY_AFTER = 9  # digits
# seconds to skip a push service after it did not respond
RESTS, REST_SECONDS = "push-rest:", 15
GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
# An endpoint is user input. The pattern is so strict that every URL parser finds the same host in
# it, and that the host is a valid DNS name.
LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
PATH = r"[\w.~:/?=&%+!$'()*,;@-]*"
ADDRESS = re.compile(
    rf"https://(?P<host>(?=[a-z0-9.-]{{1,253}}(?![a-z0-9.-])){LABEL}(?:\.{LABEL})*)"
    rf"(?::(?P<port>[0-9]{{1,5}}))?/{PATH}",
    re.ASCII,
)
HTTPS_PORT = 443

log = logging.getLogger(__name__)


# ------------------------------------------------------------------------------ the browsers
def add_subscription(user: User, endpoint: str, **fields: str) -> int:
    """Save the push subscription of a browser; return its number.

    Reassigns a known endpoint to this user, and deletes the oldest beyond MOST_BROWSERS. `fields`
    are p256dh, auth, browser and language.
    """
    with transaction.atomic():
        row, _ = PushSubscription.objects.update_or_create(
            endpoint=endpoint, defaults={"user": user, **fields}
        )
        others = PushSubscription.objects.filter(user=user).exclude(pk=row.pk).order_by("-pk")
        old = list(others.values_list("pk", flat=True)[MOST_BROWSERS - 1 :])
        PushSubscription.objects.filter(pk__in=old).delete()
    return row.pk


def switch_on(user: User, kind: str) -> None:
    """Switch a kind of notification on for a user."""
    PushChoices.objects.update_or_create(user=user, defaults={kind: True})


def is_subscribed(user: User) -> bool:
    """Return whether a browser of this user receives notifications."""
    return PushSubscription.objects.filter(user=user).exists()


def subscription_of(request: HttpRequest | None) -> int | None:
    """Return the number of this browser's subscription, from its cookie; None without one."""
    if request is None:
        return None
    number = request.get_signed_cookie(COOKIE, "", salt=COOKIE_SALT, max_age=COOKIE_SECONDS)
    return int(number) if number else None


def origin_of(endpoint: str) -> str:
    """Return the origin of an endpoint; "" unless it is one of settings.PUSH_SERVICES."""
    address = ADDRESS.fullmatch(endpoint)
    if address is None:
        return ""
    host, port = address["host"], int(address["port"] or HTTPS_PORT)
    if not any(_matches(service, host, port) for service in settings.PUSH_SERVICES):
        return ""
    return f"https://{host}" if port == HTTPS_PORT else f"https://{host}:{port}"


def _matches(service: str, host: str, port: int) -> bool:
    """Return whether a service (name[:port], *.name for any subdomain) is this host and port."""
    name, _, at = service.partition(":")
    below = name.startswith("*.") and host.endswith(name[1:])
    return port == int(at or HTTPS_PORT) and (host == name or below)


# ------------------------------------------------------------------------- users who want it
def find_reachable(user_ids: Collection[int], kind: str) -> set[int]:
    """Return those of these users whom a push of this kind reaches now.

    They switched it on, have a subscribed browser, are not in quiet hours and are below the rate
    limit of the kind, if it has one. Makes one query, and one to Redis for the limit; returns no
    one when Redis is unavailable.
    """
    users = {row.user_id for row in _wanting(kind, user_ids)}
    if (limit := f"push_{kind}") not in settings.LIMITS:
        return users
    try:
        return users - limits.used_up(limit, users)
    except RedisError as fault:
        log.warning("redis unavailable (%r): %s users are not notified", fault, len(users))
        return set()


def is_quiet(choices: PushChoices, now: datetime) -> bool:
    """Return whether now is within the quiet hours, which end just before `quiet_to`."""
    begin, end = choices.quiet_from, choices.quiet_to
    if begin is None or end is None:
        return False
    local = now.astimezone(_zone_of(choices)).time()
    return begin <= local < end if begin <= end else local >= begin or local < end


def _wanting(kind: str, user_ids: Collection[int]) -> list[PushChoices]:
    """Return the choices of the users who want this kind and are not in quiet hours."""
    browsers = PushSubscription.objects.filter(user=OuterRef("user"))
    chosen = {kind: True, "user__in": user_ids, "user__is_active": True}
    rows: QuerySet[PushChoices] = PushChoices.objects.filter(Exists(browsers), **chosen)
    return [row for row in rows if not is_quiet(row, timezone.now())]


def _zone_of(choices: PushChoices) -> ZoneInfo:
    """Return the time zone of the user's browser; UTC if this machine does not know it."""
    return zones.zone_named(choices.time_zone) or ZoneInfo("UTC")


def _is_counted(kind: str, user_id: int) -> bool:
    """Count a push against the limit of its kind; return False if the user is over it."""
    try:
        if (limit := f"push_{kind}") in settings.LIMITS:
            limits.count_use(limit, user_id, refuse_without_redis=True)
    except limits.TooMany:
        return False
    return True


# -------------------------------------------------------------------------------- a message
@dataclass(frozen=True, slots=True)
class Delivery:
    """A message to one browser of a user, which expires at a Unix time."""

    subscription: int
    user: int
    message: dict[str, str]
    urgency: str
    topic: str
    until: float


def queue_pushes(kind: str, user_ids: Collection[int], path: str, values: Values) -> None:
    """Queue a delivery to each browser of the users who want this kind now."""
    wanting = {row.user_id: row for row in _wanting(kind, user_ids)}
    within_limit = [user for user in wanting if _is_counted(kind, user)]
    until = time.time() + NOTIFICATIONS[kind].seconds
    for browser in PushSubscription.objects.filter(user__in=within_limit).select_related("user"):
        user = browser.user
        assert user is not None
        language = user.language or browser.language or "en"
        with translation.override(language), timezone.override(_zone_of(wanting[user.pk])):
            text = _message(kind, user, path, values)
        delivery = Delivery(
            browser.pk, user.pk, text, NOTIFICATIONS[kind].urgency, _topic_of(kind, path), until
        )
        queue_task(DELIVER_PUSH, (asdict(delivery),), until)


def _message(kind: str, user: User, path: str, values: Values) -> dict[str, str]:
    """Return the message in the active language; the user's own name is left out of `names`."""
    text = NOTIFICATIONS[kind].text
    assert text is not None
    names = [name for name in values.get("names", ()) if name != user.name]
    title, body = text({**values, "names": names})
    return {
        "title": title,
        "body": body,
        "path": path,
        "tag": _topic_of(kind, path),
        "stop": reverse("push_stop", args=[signing.dumps([user.pk, kind], salt=STOP_SALT)]),
        "stop_words": gettext("Turn these off"),
        "stop_hint": gettext("You can turn these off in your settings."),
    }


def _topic_of(kind: str, path: str) -> str:
    """Return the topic of a kind and path: a later message replaces one of the same topic."""
    return hashlib.sha256(f"{kind} {path}".encode()).hexdigest()[:LONGEST_TOPIC]


def deliver_push(delivery: Delivery, tries: int) -> float | None:
    """Send a message; return the Unix time of the next try, None when it is sent or given up.

    Deletes a subscription that has expired (404, 410). Sends nothing when the message is too old
    or the browser now belongs to another user.
    """
    rows = PushSubscription.objects.filter(pk=delivery.subscription, user=delivery.user)
    subscription = rows.first()
    origin = origin_of(subscription.endpoint) if subscription else ""
    seconds = int(delivery.until - time.time())
    if subscription is None or not origin or seconds <= 0:
        return None
    text = json.dumps(delivery.message).encode()
    # cannot fail: SubscribeForm has checked the keys
    body = push_encryption.encrypt_message(text, subscription.p256dh, subscription.auth)
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(seconds),
        "Urgency": delivery.urgency,
        "Topic": delivery.topic,
        "Authorization": push_encryption.make_authorization(origin),
    }
    is_resting = caches["shared"].get(RESTS + origin)
    status, wait = (0, 0) if is_resting else _post(subscription, origin, body, headers)
    if status in GONE:
        rows.delete()
        return None
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        rows.update(delivered_at=timezone.now())
        return None
    due = time.time() + max(WAITS[min(tries, len(WAITS) - 1)], wait)
    is_temporary = status in (0, HTTPStatus.TOO_MANY_REQUESTS) or status >= 500
    if is_temporary and tries < len(WAITS) and due < delivery.until:
        return due
    log.warning(
        "%s answered %s: notification for subscription %s was not delivered after %s tries",
        *(origin, status or "nothing", subscription.pk, tries + 1),
    )
    return None


def _post(
    subscription: PushSubscription, origin: str, body: bytes, headers: dict[str, str]
) -> tuple[int, int]:
    """Post the message; return the status and the seconds of Retry-After, or 0.

    Reads nothing else of the response. After a failure the service is skipped for REST_SECONDS.
    """
    options: dict[str, Any] = {"timeout": TIMEOUT, "allow_redirects": False, "stream": True}
    try:
        with requests.post(subscription.endpoint, data=body, headers=headers, **options) as answer:
            after = answer.headers.get("Retry-After", "")
            is_valid = after.isdecimal() and len(after) <= LONGEST_RETRY_AFTER
            return answer.status_code, int(after) if is_valid else 0
    except FAULTS as fault:
        # log only the type: the error's text has the endpoint
        log.info("%s cannot be reached (%s)", origin, type(fault).__name__)
        caches["shared"].set(RESTS + origin, 1, REST_SECONDS)
        return 0, 0
