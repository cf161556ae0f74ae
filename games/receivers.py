"""Receivers of signals: log-out, mutes, deletion, finished games, mails, puzzles of a new site.

The app loads them, so they run in every process: pages, admin pages and commands.
"""

from collections.abc import Collection
from typing import Any

from allauth.idp.oidc.models import Token
from django.apps import AppConfig
from django.apps import apps as global_apps
from django.apps.registry import Apps
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models.signals import post_delete, post_migrate, post_save, pre_delete
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.contact.mails import mail_done
from accounts.models import AccessToken, Block, Mute, User
from accounts.receivers import sessions_over
from density.platform import metrics
from density.platform.limits import limit_reached
from games.analysis import luck, puzzles, review_queue
from games.live import broadcast
from games.lobby import challenges, seating
from games.positions.position import lock_games
from games.signals import game_finished, site_resumed


@receiver(post_migrate)
def load_puzzles(app_config: AppConfig, apps: Apps = global_apps, **kwargs: Any) -> None:
    """Load the puzzles that every site begins with, once the table for them exists."""
    if app_config.name == "games" and "puzzle" in apps.all_models["games"]:
        puzzles.load_starters()


@receiver(mail_done)
def count_mail(result: str, **kwargs: Any) -> None:
    """Count an e-mail that was sent, failed, or exceeded a limit."""
    metrics.count_event("mails", result)


@receiver(limit_reached)
def count_limited(limit: str, **kwargs: Any) -> None:
    """Count a request that exceeded a rate limit."""
    metrics.count_event("limited", limit)


@receiver(game_finished)
def attribute_result(game_id: str, **kwargs: Any) -> None:
    """Have a worker split the results of a finished game into luck and decisions."""
    luck.request_finished_game(game_id)


@receiver(site_resumed)
def bring_back(**kwargs: Any) -> None:
    """Keep jobs from lasting too long after the clock was set back."""
    review_queue.bound_jobs()


@receiver(user_logged_out)
def log_out(request: HttpRequest | None, user: User | None, **kwargs: Any) -> None:
    """Close everything of a user who logs out.

    The session is deleted first: a socket that reconnects at once must not find it.
    """
    if user is None:
        return
    if request is not None:
        request.session.delete()
    broadcast.sign_out_on_commit(user.pk)


@receiver(sessions_over)
def end_sessions(user: User, **kwargs: Any) -> None:
    """Close everything of a user whose sessions end."""
    broadcast.sign_out_on_commit(user.pk)


@receiver(post_save, sender=User)
def change_presence(instance: User, update_fields: Collection[str] | None, **kwargs: Any) -> None:
    """Show or hide the name of a user at the running table, as the new choice says."""
    if "presence_for" in (update_fields or ()):
        seating.show_name(instance.pk, hides_name=instance.hides_presence)


@receiver(pre_delete, sender=User)
def hold_tables(instance: User, **kwargs: Any) -> None:
    """Lock the games of an account that is being deleted before its ranks and seats."""
    lock_games(instance.pk)


@receiver(post_delete, sender=User)
def delete_account(instance: User, **kwargs: Any) -> None:
    """Close everything of a user whose account is deleted."""
    broadcast.sign_out_on_commit(instance.pk)


@receiver(post_delete, sender=AccessToken)
@receiver(post_delete, sender=Token)
def end_streams(instance: AccessToken | Token, **kwargs: Any) -> None:
    """Have the streams of a user check their tokens, one of which is revoked."""
    if instance.user_id is not None:
        broadcast.refresh_on_commit(instance.user_id)


@receiver(post_save, sender=Mute)
@receiver(post_delete, sender=Mute)
def change_mutes(instance: Mute, **kwargs: Any) -> None:
    """Have the positions of a user's tables read again, because they include the mutes.

    Open challenges of the muted user to the owner end, too.
    """
    challenges.end_from_muted(instance.owner_id)
    with transaction.atomic():
        lock_games(instance.owner_id)
    broadcast.refresh_on_commit(instance.owner_id)


@receiver(post_save, sender=Block)
@receiver(post_delete, sender=Block)
def change_blocks(instance: Block, **kwargs: Any) -> None:
    """End the challenges between two users, and have both read the list of tables again."""
    challenges.end_between(instance.owner_id, instance.blocked_id)
    for user_id in (instance.owner_id, instance.blocked_id):
        broadcast.refresh_on_commit(user_id)
