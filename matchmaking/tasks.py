"""The workers' task for the queues: one tick of one queue."""

from celery import shared_task

from matchmaking import matcher


@shared_task(name="matchmaking.tick")
def tick(name: str) -> None:
    """Run the matcher: a second has passed, or a player came."""
    matcher.tick(name)
