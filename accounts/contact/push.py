"""Web Push: browsers that subscribe, users who want a kind now, and one message to one browser.

Log lines name the subscription's number and host, never its endpoint: anyone with it can send.
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

# a browser that is one too many takes the place of the oldest
MOST_BROWSERS = 10
# the cookie by which a browser is known is its signed number
COOKIE, COOKIE_SALT, COOKIE_SECONDS = "push", "accounts.push.browser", 365 * 24 * 3600
# links to stop a notification are good for so long
STOP_SALT, STOP_SECONDS = "accounts.push.stop", 90 * 24 * 3600
# what a push service takes (RFC 8030)
LONGEST_TOPIC = 32
# seconds to connect, and to wait for an answer
TIMEOUT = (2.0, 3.0)
# seconds before the tries after the first, or as many as the service asks for
WAITS = (2, 10, 30, 120, 600)
# every error that a request to a push service, or its malformed answer, can raise
FAULTS = (requests.RequestException, HTTPError, OSError, ValueError)
LONGEST_RETRY_AFTER = 9  # digits
# seconds for which a push service that did not answer is not asked again
RESTS, REST_SECONDS = "push-rest:", 15
GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
# An endpoint is a client's input: so strict that all who read an address find the same host in it,
# and that it can be looked up.
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
    """Keep a browser that may be sent notifications; return its number.

    Reassigns it to this user, and deletes the oldest beyond MOST_BROWSERS. `fields` are its
    p256dh, auth, browser and language.
    """
    with transaction.atomic():
        row, _ = PushSubscription.objects.update_or_create(
            endpoint=endpoint, defaults={"user": user, **fields}
        )
        others = PushSubscription.objects.filter(user=user).exclude(pk=row.pk).order_by("-pk")
        old = list(others.values_list("pk", flat=True)[MOST_BROWSERS - 1 :])
        PushSubscription.objects.filter(pk__in=old).delete()
    return row.pk


def subscription_of(request: HttpRequest | None) -> int | None:
    """Return the number of this browser's subscription, by its cookie; None without one."""
    if request is None:
        return None
    given = request.get_signed_cookie(COOKIE, "", salt=COOKIE_SALT, max_age=COOKIE_SECONDS)
    return int(given) if given else None


def origin_of(endpoint: str) -> str:
    """Return the origin of an endpoint; "" for one that is no push service's of PUSH_SERVICES."""
    found = ADDRESS.fullmatch(endpoint)
    if found is None:
        return ""
    host, port = found["host"], int(found["port"] or HTTPS_PORT)
    if not any(_matches(service, host, port) for service in settings.PUSH_SERVICES):
        return ""
    return f"https://{host}" if port == HTTPS_PORT else f"https://{host}:{port}"


def _matches(service: str, host: str, port: int) -> bool:
    """Return whether a host is this service: a name, or *.name for all below it, and a port."""
    name, _, at = service.partition(":")
    below = name.startswith("*.") and host.endswith(name[1:])
    return port == int(at or HTTPS_PORT) and (host == name or below)


# ------------------------------------------------------------------------- users who want it
def find_reachable(user_ids: Collection[int], kind: str) -> set[int]:
    """Return those of these users whom a push of this kind reaches now.

    They chose it, have a browser for it, no quiet hours, and had none lately where settings.LIMITS
    has a limit of it. One query, and one to Redis where there is a limit; none when Redis is away.
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
    """Return whether it is one of the quiet hours: the last one ends before its minute."""
    begin, end = choices.quiet_from, choices.quiet_to
    if begin is None or end is None:
        return False
    local = now.astimezone(_zone_of(choices)).time()
    return begin <= local < end if begin <= end else local >= begin or local < end


def _wanting(kind: str, user_ids: Collection[int]) -> list[PushChoices]:
    """Return the choices of those of these users who want a kind and are not in quiet hours."""
    browsers = PushSubscription.objects.filter(user=OuterRef("user"))
    chosen = {kind: True, "user__in": user_ids, "user__is_active": True}
    rows: QuerySet[PushChoices] = PushChoices.objects.filter(Exists(browsers), **chosen)
    return [row for row in rows if not is_quiet(row, timezone.now())]


def _zone_of(choices: PushChoices) -> ZoneInfo:
    """Return the time zone of the user's browser; UTC where this machine does not know it."""
    return zones.zone_named(choices.time_zone) or ZoneInfo("UTC")


def _is_counted(kind: str, user_id: int) -> bool:
    """Count a notification; return False where the user has lately had one of this kind."""
    try:
        if (limit := f"push_{kind}") in settings.LIMITS:
            limits.count_use(limit, user_id, refuse_without_redis=True)
    except limits.TooMany:
        return False
    return True


# -------------------------------------------------------------------------------- a message
@dataclass(frozen=True, slots=True)
class Delivery:
    """A message on its way to one browser of a user, until a Unix time."""

    subscription: int
    user: int
    message: dict[str, str]
    urgency: str
    topic: str
    until: float


def queue_pushes(kind: str, user_ids: Collection[int], path: str, values: Values) -> None:
    """Queue a delivery for each browser of those of these users who want this kind now."""
    wanting = {row.user_id: row for row in _wanting(kind, user_ids)}
    counted = [user for user in wanting if _is_counted(kind, user)]
    until = time.time() + NOTIFICATIONS[kind].seconds
    for browser in PushSubscription.objects.filter(user__in=counted).select_related("user"):
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
    """Return what the browser gets, in the active language; of `names` the user's is left out."""
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
    """Return what a later message about the same replaces: the same for one kind and address."""
    return hashlib.sha256(f"{kind} {path}".encode()).hexdigest()[:LONGEST_TOPIC]


def deliver_push(delivery: Delivery, tries: int) -> float | None:
    """Send a message; return the Unix time of the next try, None when it is done or over.

    A browser that is gone (404, 410) is deleted. Nothing is sent once the message is too old, or
    when the browser is another user's by now.
    """
    known = PushSubscription.objects.filter(pk=delivery.subscription, user=delivery.user)
    subscription = known.first()
    origin = origin_of(subscription.endpoint) if subscription else ""
    seconds = int(delivery.until - time.time())
    if subscription is None or not origin or seconds <= 0:
        return None
    text = json.dumps(delivery.message).encode()
    # the form that took the keys has tried them
    body = push_encryption.encrypt_message(text, subscription.p256dh, subscription.auth)
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(seconds),
        "Urgency": delivery.urgency,
        "Topic": delivery.topic,
        "Authorization": push_encryption.make_authorization(origin),
    }
    rests = caches["shared"].get(RESTS + origin)
    status, wait = (0, 0) if rests else _post(subscription, origin, body, headers)
    if status in GONE:
        known.delete()
        return None
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        known.update(delivered_at=timezone.now())
        return None
    due = time.time() + max(WAITS[min(tries, len(WAITS) - 1)], wait)
    passes = status in (0, HTTPStatus.TOO_MANY_REQUESTS) or status >= 500
    if passes and tries < len(WAITS) and due < delivery.until:
        return due
    log.warning(
        "%s answered %s: notification for subscription %s was not delivered after %s tries",
        *(origin, status or "nothing", subscription.pk, tries + 1),
    )
    return None


def _post(
    subscription: PushSubscription, origin: str, body: bytes, headers: dict[str, str]
) -> tuple[int, int]:
    """Post the message; return the status and the seconds of Retry-After, 0 where there are none.

    Nothing else of an answer is read. A service that cannot be reached rests.
    """
    options: dict[str, Any] = {"timeout": TIMEOUT, "allow_redirects": False, "stream": True}
    try:
        with requests.post(subscription.endpoint, data=body, headers=headers, **options) as answer:
            after = answer.headers.get("Retry-After", "")
            counts = after.isdecimal() and len(after) <= LONGEST_RETRY_AFTER
            return answer.status_code, int(after) if counts else 0
    except FAULTS as fault:
        # its text has the address
        log.info("%s cannot be reached (%s)", origin, type(fault).__name__)
        caches["shared"].set(RESTS + origin, 1, REST_SECONDS)
        return 0, 0
