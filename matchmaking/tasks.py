"""Tasks of the queues: ticks of the matcher, and reminders of ranked hours."""

from celery import shared_task
from django.utils import timezone

from games.live import outage
from matchmaking import matcher, ranked_hours


@shared_task(name="matchmaking.tick")
def run_tick(name: str) -> None:
    """Run one tick of the matcher for a queue."""
    if outage.make_up_for_refused_writes():
        matcher.run_matcher(name)


@shared_task(name="matchmaking.remind")
def send_reminders() -> None:
    """Send the due reminders of ranked hours, and delete old attendance."""
    ranked_hours.remind_due(timezone.now())
    if outage.is_steady():
        ranked_hours.forget_attendance(timezone.now())
