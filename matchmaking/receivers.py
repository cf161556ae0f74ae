"""Signal receivers: users who log out or are locked leave the queue, times that are wrong end.

Loaded by the app, so that they work in every process. A deleted account takes its slot along.
"""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_save
from django.dispatch import receiver

from accounts.models import User
from games.signals import site_resumed
from matchmaking import leaving, penalties, queue


@receiver(user_logged_out)
def log_out(user: User | None, **kwargs: Any) -> None:
    """Take a user out of the queue who has logged out: the table would wait in vain."""
    if user is not None:
        queue.leave_queue(user.pk)


@receiver(post_save, sender=User)
def change_account(instance: User, created: bool, **kwargs: Any) -> None:
    """Remove a user from the queue who must no longer log in."""
    if not created and not instance.is_active:
        queue.leave_queue(instance.pk)


@receiver(site_resumed)
def resume_queues(**kwargs: Any) -> None:
    """Let no wait and no strike last longer than it may because the clock was set back."""
    leaving.bring_back()
    penalties.bring_back()
