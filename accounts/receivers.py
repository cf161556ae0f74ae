"""Receivers that move push subscriptions with logins and reserve the names of deleted accounts.

The app's ready() imports them, so that they run in every process.
"""

from collections.abc import Collection
from typing import Any

from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db.models.signals import post_delete, post_save
from django.dispatch import Signal, receiver
from django.http import HttpRequest

from accounts.contact import push
from accounts.models import FormerName, PushSubscription, User

# sent with `user` when sessions end: by a new password, a deactivation, or the staff
sessions_over = Signal()


@receiver(user_logged_in)
def follow_login(request: HttpRequest | None, user: User, **kwargs: Any) -> None:
    """Give this browser's subscription to the user who logs in."""
    if (subscription := push.subscription_of(request)) is not None:
        PushSubscription.objects.filter(pk=subscription).update(user=user)


@receiver(user_logged_out)
def follow_logout(request: HttpRequest | None, **kwargs: Any) -> None:
    """Send this browser no notifications after a logout."""
    if (subscription := push.subscription_of(request)) is not None:
        PushSubscription.objects.filter(pk=subscription).update(user=None)


@receiver(post_save, sender=User)
def follow_account(
    instance: User, created: bool, update_fields: Collection[str] | None, **kwargs: Any
) -> None:
    """Send a user whose sessions end no notifications in any browser until the next login there."""
    has_new_password = instance._password is not None
    ended = "sessions_ended" in (update_fields or ())
    if not created and (has_new_password or not instance.is_active or ended):
        PushSubscription.objects.filter(user=instance.pk).update(user=None)
        sessions_over.send(User, user=instance)


@receiver(post_delete, sender=User)
def rest_name(instance: User, **kwargs: Any) -> None:
    """Reserve the name of a deleted account; a guest's name is free at once."""
    if not instance.is_guest:
        FormerName.note(instance.skeleton, None)
