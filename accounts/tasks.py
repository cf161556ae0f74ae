"""What the workers do for the people: their ranks' daily work, and nothing else."""

from celery import shared_task
from django.utils import timezone

from accounts import daily


@shared_task(name="accounts.daily")
def bring_up_to_date() -> None:
    """A day may have begun."""
    daily.bring_up_to_date(timezone.now())
