"""Tasks of the accounts app: the daily cleanup, and notifications."""

from datetime import timedelta
from typing import Any

from allauth.idp.oidc.models import Token
from auditlog.models import LogEntry
from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from accounts.contact import mails, notifications, push, webhooks
from accounts.identity import second_factor
from accounts.models import FormerName, PushSubscription
from accounts.ratings import daily

# how long a subscription without a user is kept
RELEASED = timedelta(days=90)
# how long the audit log is kept
LOGGED = timedelta(days=400)


@shared_task(name="accounts.daily")
def bring_up_to_date() -> None:
    """Update ratings once a day, delete expired rows and re-encrypt old secrets."""
    daily.bring_up_to_date(timezone.now())
    SessionStore.clear_expired()
    LogEntry.objects.filter(timestamp__lt=timezone.now() - LOGGED).delete()
    second_factor.renew_encryption()
    released = PushSubscription.objects.filter(user=None)
    released.filter(made_at__lt=timezone.now() - RELEASED).delete()
    FormerName.forget(timezone.now())
    Token.objects.expired().delete()


@shared_task(name=notifications.SEND)
def send_notifications(kind: str, user_ids: list[int], path: str, values: dict[str, Any]) -> None:
    """Send a notification over push, mail and webhooks to the users who want it."""
    notification = notifications.NOTIFICATIONS[kind]
    channels = notification.channels
    if "push" in channels:
        push.queue_pushes(kind, user_ids, path, values)
    if "mail" in channels:
        mails.send_notices(kind, user_ids, values)
    if "webhook" in channels and "data" in values:
        webhooks.queue_messages(notification.event, user_ids, values["data"])


@shared_task(name=notifications.DELIVER_PUSH)
def deliver_push(delivery: dict[str, Any], tries: int = 0) -> None:
    """Send a message to one browser, retrying later if that fails."""
    due = push.deliver_push(push.Delivery(**delivery), tries)
    if due is not None:
        args = (delivery, tries + 1)
        notifications.queue_task(notifications.DELIVER_PUSH, args, delivery["until"], due)


@shared_task(
    name=notifications.DELIVER_WEBHOOK,
    soft_time_limit=webhooks.SOFT_SECONDS,
    time_limit=webhooks.HARD_SECONDS,
)
def deliver_webhook(delivery: dict[str, Any], tries: int = 0) -> None:
    """Send a message to a webhook, retrying later if that fails."""
    again = webhooks.deliver_webhook(webhooks.Delivery(**delivery), tries)
    if again is not None:
        due, tries = again
        args = (delivery, tries)
        notifications.queue_task(notifications.DELIVER_WEBHOOK, args, delivery["until"], due)


@shared_task(name=notifications.SEND_MAIL)
def send_mail(job: list[Any], until: float, tries: int = 0) -> None:
    """Send a mail, retrying later if that fails."""
    again = mails.send_queued_mail(job, tries)
    if again is not None:
        due, tries = again
        notifications.queue_task(notifications.SEND_MAIL, (job, until, tries), until, due)


@shared_task(name=notifications.WAIT)
def wait_for(task: str, args: list[Any], until: float, due: float) -> None:
    """Queue a task again that was not due yet."""
    notifications.queue_task(task, tuple(args), until, due)
