"""What the workers do for the queues: look at one, nothing else."""

from celery import shared_task

from matchmaking import tick


@shared_task(name="matchmaking.tick")
def look(name: str) -> None:
    """A second has passed, or somebody came."""
    tick.tick(name)
