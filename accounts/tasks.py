"""The tasks of the accounts: daily work, the removal of what is over, and notifications."""

import logging
import time
from datetime import timedelta
from typing import Any

from celery import shared_task
from django.utils import timezone
from redis import RedisError

from accounts import audit, daily, push, push_delivery, push_retries, second_factor, sessions
from accounts.models import FormerName
from accounts.push_delivery import Delivery

log = logging.getLogger(__name__)

# so long a browser without a user may wait for a login
RELEASED = timedelta(days=90)


@shared_task(name="accounts.daily")
def bring_up_to_date() -> None:
    """A day may have begun."""
    daily.bring_up_to_date(timezone.now())
    sessions.delete_expired(timezone.now())
    audit.forget(timezone.now())
    second_factor.renew_encryption()
    push.delete_released(timezone.now() - RELEASED)
    FormerName.forget(timezone.now())


@shared_task(name=push.TASK)
def send_notifications(kind: str, user_ids: list[int], path: str, values: dict[str, Any]) -> None:
    """Notify those of these users who want it now."""
    push.send(kind, user_ids, path, values)


@shared_task(name=push.DELIVERY)
def deliver_notification(delivery: dict[str, Any], tries: int = 0) -> None:
    """Send a message to one browser, or keep it to be sent again."""
    wait = push_delivery.deliver(Delivery(**delivery), tries)
    if wait is None:
        return
    try:
        push_retries.keep(delivery, tries + 1, time.time() + wait)
    except RedisError as fault:
        log.warning("redis unavailable (%r): a notification is not sent again", fault)
