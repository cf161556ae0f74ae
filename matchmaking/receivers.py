"""Receivers that remove users from the queue who log out or are deactivated, and fix times.

The app's ready() imports them, so that they run in every process. A deleted account deletes its
slot by cascade.
"""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_save
from django.dispatch import receiver

from accounts.models import User
from games.signals import site_resumed
from matchmaking import leaving, penalties, queue, queue_cache
from matchmaking.queues import ALL_QUEUES


@receiver(user_logged_out)
def log_out(user: User | None, **kwargs: Any) -> None:
    """Remove a user from the queue who logs out: the table would wait in vain."""
    if user is not None:
        queue.leave_queue(user.pk)


@receiver(post_save, sender=User)
def change_account(instance: User, created: bool, **kwargs: Any) -> None:
    """Remove a user from the queue whose account is deactivated."""
    if not created and not instance.is_active:
        queue.leave_queue(instance.pk)


@receiver(site_resumed)
def resume_queues(**kwargs: Any) -> None:
    """Fix waits, strikes and pauses that would last too long because the clock was set back."""
    leaving.bring_back()
    penalties.bring_back()
    queue_cache.resume_ticks(ALL_QUEUES)
