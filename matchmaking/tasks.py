"""The workers' tasks for the queues: a tick of one queue, and what ranked hours ask for."""

from celery import shared_task
from django.utils import timezone

from games.live import outage
from matchmaking import matcher, ranked_hours


@shared_task(name="matchmaking.tick")
def run_tick(name: str) -> None:
    """Run the matcher: a second has passed, or a player came."""
    if outage.make_up_for_refused_writes():
        matcher.run_matcher(name)


@shared_task(name="matchmaking.remind")
def send_reminders() -> None:
    """A ranked hour may have begun; who came to hours of the past is forgotten."""
    ranked_hours.remind_due(timezone.now())
    if outage.is_steady():
        ranked_hours.forget_attendance(timezone.now())
