"""Notifications: the kinds with their texts, and the function that sends them.

A kind goes to open pages (socket), to subscribed browsers (push), to an address (mail) or to a
program (webhook). Workers write and send all but the first, so no page waits for them.
"""

import logging
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, Literal

from celery import current_app
from django.db import transaction
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext
from kombu.exceptions import OperationalError
from redis import RedisError

from accounts import zones
from accounts.models import User

Values = Mapping[str, Any]
# title and body
Text = tuple[str, str]
Channel = Literal["socket", "push", "mail", "webhook"]
# sends a frame to all open pages of these users
SocketSender = Callable[[Collection[int], Mapping[str, Any]], object]
# names of tasks in accounts/tasks.py, which the web servers never import
SEND, DELIVER_PUSH, DELIVER_WEBHOOK, SEND_MAIL = (
    "accounts.push",
    "accounts.deliver_push",
    "accounts.deliver_webhook",
    "accounts.send_mail",
)
WAIT = "accounts.wait"
# A worker does not acknowledge a task during its countdown, and after the visibility_timeout of
# 60 s Redis delivers it to a second worker. So a longer wait is a chain of short ones.
LONGEST_COUNTDOWN = 30

log = logging.getLogger(__name__)


# -------------------------------------------------------------------------------- the texts
def _ready(values: Values) -> Text:
    # no names, so that a player cannot choose opponents by staying away without a strike
    count = len(values["names"])
    body = ngettext(
        "One player is waiting for you.", "%(count)s players are waiting for you.", count
    )
    return gettext("Game found"), body % {"count": count}


def _short(values: Values) -> Text:
    missing = values["missing"]
    body = ngettext(
        "A ranked game at your level needs one more player.",
        "A ranked game at your level needs %(count)s more players.",
        missing,
    )
    return values["game"], body % {"count": missing}


def _hour(values: Values) -> Text:
    at = zones.format_moment(datetime.fromisoformat(values["when"]), "time")
    body = gettext("It starts at %(time)s. Join the queue then.")
    return gettext("Ranked hour: %(game)s") % {"game": values["game"]}, body % {"time": at}


def _turn(values: Values) -> Text:
    body = values["title"] or gettext("Against %(names)s") % {"names": ", ".join(values["names"])}
    return gettext("Your turn in %(game)s") % {"game": values["game"]}, body


def _invite(values: Values) -> Text:
    title = gettext("%(name)s invites you to play") % {"name": values["who"]}
    return title, values["game"]


def _webhook_off(values: Values) -> Text:
    body = gettext(
        "Your webhook didn’t accept our last messages, so we switched it off. Check that your "
        "program works, then save the webhook again in the settings."
    )
    return gettext("Webhook switched off"), body


def _totp_activated(values: Values) -> Text:
    body = gettext(
        "From now on, logging in to your Density Deck account also needs a code from your "
        "authenticator app."
    )
    return gettext("Second factor set up"), _with_warning(body)


def _totp_deactivated(values: Values) -> Text:
    body = gettext(
        "The second factor was removed from your Density Deck account. Your password is now "
        "enough to log in."
    )
    return gettext("Second factor removed"), _with_warning(body)


def _recovery_codes_generated(values: Values) -> Text:
    body = gettext(
        "New recovery codes were created for your Density Deck account. The old ones no longer "
        "work."
    )
    return gettext("New recovery codes"), _with_warning(body)


def _with_warning(body: str) -> str:
    warning = gettext(
        "If this wasn’t you, change your password now and check your second factor in the settings."
    )
    return f"{body}\n\n{warning}"


# --------------------------------------------------------------------------------- the kinds
@dataclass(frozen=True, slots=True)
class Notification:
    """A kind of notification: channels, text, lifetime in seconds, and urgency of its pushes.

    A push goes only to users who switched its kind on (a field of PushChoices), at most as often
    as settings.LIMITS["push_<kind>"] allows, if that is set. `event` is the kind's name in messages
    to webhooks, whose `data` is among the values. A mail ends with a link to `page`, a URL name.
    """

    channels: tuple[Channel, ...]
    text: Callable[[Values], Text] | None = None
    seconds: int = 0
    urgency: str = "normal"
    event: str = ""
    page: str = ""


# the switches on the settings page, in order
CHOICES: dict[str, str | Promise] = {
    "ready": gettext_lazy("Your ranked table is ready"),
    "short": gettext_lazy("A ranked table at your level needs one more player"),
    "hour": gettext_lazy("A ranked hour starts"),
    "turn": gettext_lazy("Your turn at a table without a clock, while you’re away"),
    "invite": gettext_lazy("A friend invites you"),
}
A_DAY = 24 * 3600
NOTIFICATIONS: dict[str, Notification] = {
    "ready": Notification(("push",), _ready, 30, "high"),
    "short": Notification(("push",), _short, 120),
    "hour": Notification(("push",), _hour, 1800),
    "turn": Notification(("push",), _turn, A_DAY),
    "invite": Notification(("socket", "push", "webhook"), _invite, 600, "high", "invitation"),
    # an invitation from a stranger, and every reply: no push
    "invite_of_stranger": Notification(("socket", "webhook"), seconds=600, event="invitation"),
    "challenge": Notification(("socket",)),
    "started": Notification(("webhook",), seconds=A_DAY, event="game.started"),
    "finished": Notification(("webhook",), seconds=A_DAY, event="game.finished"),
    "webhook_off": Notification(("mail",), _webhook_off, A_DAY, page="account_webhook"),
    # allauth's names
    "totp_activated": Notification(("mail",), _totp_activated, A_DAY, page="mfa_index"),
    "totp_deactivated": Notification(("mail",), _totp_deactivated, A_DAY, page="mfa_index"),
    "recovery_codes_generated": Notification(
        ("mail",), _recovery_codes_generated, A_DAY, page="mfa_index"
    ),
}
# filled by games/live/broadcast.py
socket_senders: list[SocketSender] = []


# ---------------------------------------------------------------------------------- sending
def notify_users(
    kind: str,
    user_ids: Collection[int],
    path: str = "",
    *,
    frame: Mapping[str, Any] | None = None,
    **values: Any,
) -> None:
    """Notify these users over the channels of a kind, on commit.

    A push opens `path`; open pages receive `frame`; `values` fill in the text and must be JSON.
    Does not raise when Redis is unavailable.
    """
    users, notification = sorted(set(user_ids)), NOTIFICATIONS[kind]
    if not users:
        return
    if frame is not None and "socket" in notification.channels:
        for send in socket_senders:
            transaction.on_commit(partial(send, users, frame))
    tasks = set(notification.channels) - {"socket"}
    if tasks and (tasks != {"webhook"} or _have_webhooks(users)):
        until = time.time() + notification.seconds
        transaction.on_commit(partial(queue_task, SEND, (kind, users, path, values), until))


def _have_webhooks(user_ids: Collection[int]) -> bool:
    """Return whether one of these users, or the owner of one, has a webhook."""
    own = Q(webhook__is_on=True) | Q(bot_owner__webhook__is_on=True)
    return User.objects.filter(own, pk__in=user_ids).exists()


def queue_task(task: str, args: tuple[Any, ...], until: float, due: float = 0) -> bool:
    """Queue a task for the workers. `due` and `until`, its expiry, are Unix times.

    Return whether it was queued; when the broker is unavailable, the loss is logged.
    """
    now = time.time()
    wait = max(0.0, due - now)
    if wait > LONGEST_COUNTDOWN:
        task, args, wait = WAIT, (task, args, until, due), LONGEST_COUNTDOWN
    expires = datetime.fromtimestamp(until, UTC)
    try:
        current_app.send_task(task, args=args, expires=expires, countdown=wait or None, retry=False)
    except (OperationalError, RedisError, OSError) as fault:
        log.warning("broker unavailable (%r): task %s is lost, nothing is sent", fault, task)
        return False
    return True
