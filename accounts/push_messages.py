"""What a notification says, in its reader's language, and how long and how urgently it counts."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.core import signing
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from accounts import zones
from accounts.models import User

Values = Mapping[str, Any]
# title and body
Text = tuple[str, str]
# links to stop a notification are good for so long
STOP_SECONDS = 90 * 24 * 3600
STOP_SALT = "accounts.push.stop"
# what a push service takes (RFC 8030)
LONGEST_TOPIC = 32


@dataclass(frozen=True, slots=True)
class Notification:
    """A kind of notification: what it is called, for how long it counts, and its text."""

    name: str | Promise
    seconds: int
    urgency: str
    text: Callable[[Values], Text]


def _ready(values: Values) -> Text:
    # without names: the reader may stay away from this table without a strike
    count = len(values["names"])
    body = ngettext(
        "One player is waiting for you.", "%(count)s players are waiting for you.", count
    )
    return gettext("Game found"), body % {"count": count}


def _short(values: Values) -> Text:
    missing = values["missing"]
    body = ngettext(
        "One more player, and a ranked game near your rating begins.",
        "%(count)s more players, and a ranked game near your rating begins.",
        missing,
    )
    return values["game"], body % {"count": missing}


def _hour(values: Values) -> Text:
    at = zones.words(datetime.fromisoformat(values["when"]), "time")
    body = gettext("It begins at %(time)s. Then players meet in the queue.")
    return gettext("Ranked hour, %(game)s") % {"game": values["game"]}, body % {"time": at}


def _turn(values: Values) -> Text:
    body = values["title"] or gettext("Against %(names)s") % {"names": ", ".join(values["names"])}
    return gettext("Your turn, %(game)s") % {"game": values["game"]}, body


def _invite(values: Values) -> Text:
    title = gettext("%(name)s invites you") % {"name": values["who"]}
    return title, gettext("To a game of %(game)s.") % {"game": values["game"]}


# in the order of the settings
NOTIFICATIONS: dict[str, Notification] = {
    "ready": Notification(gettext_lazy("Your ranked table is ready"), 30, "high", _ready),
    "short": Notification(
        gettext_lazy("A ranked table near your rating is one player short"),
        *(120, "normal", _short),
    ),
    "hour": Notification(gettext_lazy("A ranked hour begins"), 1800, "normal", _hour),
    "turn": Notification(
        gettext_lazy("It is your turn at a table without a clock, and you are away"),
        *(24 * 3600, "normal", _turn),
    ),
    "invite": Notification(gettext_lazy("A friend invites you"), 600, "high", _invite),
}


def message(
    kind: str, user: User, language: str, zone: ZoneInfo, path: str, values: Values
) -> dict[str, str]:
    """Return what the browser gets, in this language, with times of this zone.

    Of `names` the user's own is left out.
    """
    said = dict(values)
    if "names" in said:
        said["names"] = [name for name in said["names"] if name != user.name]
    with translation.override(language or "en"), timezone.override(zone):
        title, body = NOTIFICATIONS[kind].text(said)
        return {
            "title": title,
            "body": body,
            "path": path,
            "tag": topic_of(kind, path),
            "stop": reverse("push_stop", args=[signing.dumps([user.pk, kind], salt=STOP_SALT)]),
            "stop_words": gettext("Stop these"),
            "stop_hint": gettext("You stop these in your settings."),
        }


def topic_of(kind: str, path: str) -> str:
    """Return what a later message about the same replaces: the same for one kind and address."""
    return hashlib.sha256(f"{kind} {path}".encode()).hexdigest()[:LONGEST_TOPIC]


def stopped_by(token: str) -> tuple[int, str] | None:
    """Return the user and the kind that a link to stop it is about; None for a bad or old one."""
    try:
        user, kind = signing.loads(token, salt=STOP_SALT, max_age=STOP_SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return (user, kind) if kind in NOTIFICATIONS else None
