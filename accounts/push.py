"""Web Push: notifications for users who chose them; queued on commit, sent by the workers.

`send_on_commit` is what other layers call; nothing here waits for a push service.
"""

import logging
import time
from collections.abc import Collection
from datetime import datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError
from redis import RedisError

from accounts import limits, zones
from accounts.models import PushChoices, PushSubscription, User
from accounts.push_messages import NOTIFICATIONS, message, topic_of

# a browser that is one too many takes the place of the oldest
MOST_BROWSERS = 10
# pinned to accounts/tasks.py by a test: the web servers never load the tasks
TASK, DELIVERY = "accounts.push", "accounts.deliver_push"

log = logging.getLogger(__name__)


def send_on_commit(kind: str, user_ids: Collection[int], path: str, **values: Any) -> None:
    """Once all is committed, have those of these users notified who want this kind now.

    `path` is the address that it opens. `values` are as JSON has them, and what the text of the
    kind needs: "ready" names; "short" game, missing; "hour" game, when (ISO 8601 with an
    offset); "turn" game, title, names; "invite" game, who. Never raises for a broker that is away.
    """
    job = (kind, sorted(set(user_ids)), path, values)
    if job[1]:
        transaction.on_commit(partial(_queue, TASK, job, NOTIFICATIONS[kind].seconds))


def reachable(user_ids: Collection[int], kind: str) -> set[int]:
    """Return those of these users whom a notification of this kind reaches now.

    They chose it, have a browser for it, no quiet hours, and had none lately where settings.LIMITS
    has a limit of it. One query, and one to Redis where there is a limit; none when Redis is away.
    """
    found = {row.user_id for row in _wanting(kind, user_ids) if not is_quiet(row, timezone.now())}
    if (limit := f"push_{kind}") not in settings.LIMITS:
        return found
    try:
        return found - limits.used_up(limit, found)
    except RedisError as fault:
        log.warning("redis unavailable (%r): %s users are not notified", fault, len(found))
        return set()


def send(kind: str, user_ids: Collection[int], path: str, values: dict[str, Any]) -> None:
    """Queue a delivery for each browser of those of these users who want this kind now."""
    now = timezone.now()
    rows = [row for row in _wanting(kind, user_ids) if not is_quiet(row, now)]
    zones = {row.user_id: zone_of(row) for row in rows if _is_counted(kind, row.user_id)}
    until = time.time() + NOTIFICATIONS[kind].seconds
    for browser in PushSubscription.objects.filter(user__in=zones).select_related("user"):
        user = browser.user
        assert user is not None
        language = user.language or browser.language
        delivery = {
            "subscription": browser.pk,
            "user": user.pk,
            "message": message(kind, user, language, zones[user.pk], path, values),
            "urgency": NOTIFICATIONS[kind].urgency,
            "topic": topic_of(kind, path),
            "until": until,
        }
        _queue(DELIVERY, (delivery,), NOTIFICATIONS[kind].seconds)


def stop(user_id: int, kind: str) -> None:
    """Send this user no more of this kind."""
    PushChoices.objects.filter(user=user_id).update(**{kind: False})


def choose(user: User, kind: str) -> None:
    """Send this user this kind from now on."""
    PushChoices.objects.update_or_create(user=user, defaults={kind: True})


def subscribe(user: User, endpoint: str, **fields: str) -> int:
    """Keep a browser that may be sent notifications; return its number.

    It is this user's from now on, whose ever it was. The oldest go beyond MOST_BROWSERS. `fields`
    are its p256dh, auth, browser and language.
    """
    with transaction.atomic():
        row, _ = PushSubscription.objects.update_or_create(
            endpoint=endpoint, defaults={"user": user, **fields}
        )
        own = PushSubscription.objects.filter(user=user).exclude(pk=row.pk).order_by("-pk")
        old = list(own.values_list("pk", flat=True)[MOST_BROWSERS - 1 :])
        PushSubscription.objects.filter(pk__in=old).delete()
    return row.pk


def release(**where: Any) -> None:
    """Send nothing to these browsers until a user logs in there; `where` is as of a filter."""
    PushSubscription.objects.filter(**where).update(user=None)


def adopt(subscription: int, user: User) -> None:
    """Let this browser be the one of the user who has logged in there."""
    PushSubscription.objects.filter(pk=subscription).update(user=user)


def delete_released(before: datetime) -> None:
    """Delete the browsers without a user that were subscribed before this time."""
    PushSubscription.objects.filter(user=None, made_at__lt=before).delete()


def is_quiet(choices: PushChoices, now: datetime) -> bool:
    """Return whether it is one of the quiet hours: the last one ends before its minute."""
    begin, end = choices.quiet_from, choices.quiet_to
    if begin is None or end is None:
        return False
    local = now.astimezone(zone_of(choices)).time()
    return begin <= local < end if begin <= end else local >= begin or local < end


def zone_of(choices: PushChoices) -> ZoneInfo:
    """Return the time zone of the user's browser; UTC where this machine does not know it."""
    return zones.zone_named(choices.time_zone) or ZoneInfo("UTC")


def _wanting(kind: str, user_ids: Collection[int]) -> QuerySet[PushChoices]:
    browsers = PushSubscription.objects.filter(user=OuterRef("user"))
    chosen = {kind: True, "user__in": user_ids, "user__is_active": True}
    return PushChoices.objects.filter(Exists(browsers), **chosen)


def _is_counted(kind: str, user_id: int) -> bool:
    """Count a notification; return False where the user has lately had one of this kind."""
    try:
        if (limit := f"push_{kind}") in settings.LIMITS:
            limits.count(limit, user_id, refuse_without_redis=True)
    except limits.TooMany:
        return False
    return True


def _queue(task: str, args: tuple[Any, ...], seconds: int) -> None:
    try:
        current_app.send_task(task, args=args, expires=seconds, retry=False)
    except (OperationalError, RedisError, OSError) as fault:
        log.warning("broker unavailable (%r): task %s is lost, nothing is sent", fault, task)
