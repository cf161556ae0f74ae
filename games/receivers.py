"""Receivers of signals: log-out, mutes, deletion, ends, e-mails, and the puzzles of a new site.

The app loads them, so that they run in every process: pages, admin pages and commands.
"""

from collections.abc import Collection
from typing import Any

from django.apps import AppConfig
from django.apps import apps as global_apps
from django.apps.registry import Apps
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models.signals import post_delete, post_migrate, post_save, pre_delete
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.contact.mails import mail_done
from accounts.models import Block, Mute, User
from accounts.receivers import sessions_over
from density.platform import metrics
from density.platform.limits import limit_reached
from games.analysis import luck, puzzles, review_queue
from games.live import broadcast
from games.lobby import challenges, seating
from games.positions.position import hold_games
from games.signals import game_finished, site_resumed


@receiver(post_migrate)
def load_puzzles(app_config: AppConfig, apps: Apps = global_apps, **kwargs: Any) -> None:
    """Give a site the puzzles that every site begins with, once it has the table for them."""
    if app_config.name == "games" and "puzzle" in apps.all_models["games"]:
        puzzles.load_starters()


@receiver(mail_done)
def count_mail(result: str, **kwargs: Any) -> None:
    """Count an e-mail that is sent, failed, or was one too many."""
    metrics.count_event("mails", result)


@receiver(limit_reached)
def count_limited(limit: str, **kwargs: Any) -> None:
    """Count what a user or an address did too often."""
    metrics.count_event("limited", limit)


@receiver(game_finished)
def attribute_result(game_id: str, **kwargs: Any) -> None:
    """Let a worker count where the results of a game came from that has just ended."""
    luck.ask_for_finished(game_id)


@receiver(site_resumed)
def bring_back(**kwargs: Any) -> None:
    """Let no job last longer than it may because the clock was set back."""
    review_queue.bring_back()


@receiver(user_logged_out)
def log_out(request: HttpRequest | None, user: User | None, **kwargs: Any) -> None:
    """Close everything of a user who logs out.

    The session goes first: a socket that comes back at once must not find it.
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
    hold_games(instance.pk)


@receiver(post_delete, sender=User)
def delete_account(instance: User, **kwargs: Any) -> None:
    """Close everything of a user whose account is deleted."""
    broadcast.sign_out_on_commit(instance.pk)


@receiver(post_save, sender=Mute)
@receiver(post_delete, sender=Mute)
def change_mutes(instance: Mute, **kwargs: Any) -> None:
    """Have the tables of a user, whose positions hold their mutes, read again.

    Requests of the muted user to the owner end: no challenge of theirs arrives from now on.
    """
    challenges.end_from_muted(instance.owner_id)
    with transaction.atomic():
        hold_games(instance.owner_id)
    broadcast.refresh_on_commit(instance.owner_id)


@receiver(post_save, sender=Block)
@receiver(post_delete, sender=Block)
def change_blocks(instance: Block, **kwargs: Any) -> None:
    """End the challenges of a pair that is blocked, and let both read the list of tables again."""
    challenges.end_between(instance.owner_id, instance.blocked_id)
    for user_id in (instance.owner_id, instance.blocked_id):
        broadcast.refresh_on_commit(user_id)
