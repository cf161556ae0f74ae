"""Receivers: a browser's notifications are those of who is logged in there; names of the deleted.

The app loads them, so that they run in every process.
"""

from collections.abc import Collection
from typing import Any

from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db.models.signals import post_delete, post_save
from django.dispatch import Signal, receiver
from django.http import HttpRequest

from accounts.contact import push
from accounts.models import FormerName, PushSubscription, User

# sent with `user`, whose sessions end: by a new password, a lock-out, or the staff
sessions_over = Signal()


@receiver(user_logged_in)
def follow_login(request: HttpRequest | None, user: User, **kwargs: Any) -> None:
    """Let this browser have the notifications of the user who logs in."""
    if (subscription := push.subscription_of(request)) is not None:
        PushSubscription.objects.filter(pk=subscription).update(user=user)


@receiver(user_logged_out)
def follow_logout(request: HttpRequest | None, **kwargs: Any) -> None:
    """Send this browser nothing after a log-out."""
    if (subscription := push.subscription_of(request)) is not None:
        PushSubscription.objects.filter(pk=subscription).update(user=None)


@receiver(post_save, sender=User)
def follow_account(
    instance: User, created: bool, update_fields: Collection[str] | None, **kwargs: Any
) -> None:
    """Send nothing to any browser of a user whose sessions end, until a login there."""
    has_new_password = instance._password is not None
    ended = "sessions_ended" in (update_fields or ())
    if not created and (has_new_password or not instance.is_active or ended):
        PushSubscription.objects.filter(user=instance.pk).update(user=None)
        sessions_over.send(User, user=instance)


@receiver(post_delete, sender=User)
def rest_name(instance: User, **kwargs: Any) -> None:
    """Let the name of a deleted account rest; those of guests are free at once."""
    if not instance.is_guest:
        FormerName.note(instance.skeleton, None)
