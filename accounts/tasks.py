"""The tasks of the accounts: the daily work on ranks, and the removal of what is over."""

from celery import shared_task
from django.utils import timezone

from accounts import audit, daily, second_factor, sessions


@shared_task(name="accounts.daily")
def bring_up_to_date() -> None:
    """A day may have begun."""
    daily.bring_up_to_date(timezone.now())
    sessions.delete_expired(timezone.now())
    audit.forget(timezone.now())
    second_factor.renew_encryption()
