"""What the workers do for the people: their ranks' daily work, and what is over is deleted."""

from celery import shared_task
from django.utils import timezone

from accounts import daily, sessions


@shared_task(name="accounts.daily")
def bring_up_to_date() -> None:
    """A day may have begun."""
    daily.bring_up_to_date(timezone.now())
    sessions.delete_expired(timezone.now())
