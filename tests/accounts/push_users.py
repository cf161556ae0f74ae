"""Users with browsers at the stand-in of a push service, and what they are sent."""

from typing import Any

from accounts import push
from accounts.models import PushChoices, User
from tests.accounts.push_service import PushService

SOON = "2026-11-24T20:00:00+00:00"
VALUES: dict[str, dict[str, Any]] = {
    "ready": {"names": ["Mira", "Tom", "Ola"]},
    "short": {"game": "Density Deck", "missing": 1},
    "hour": {"game": "Density Deck", "when": SOON},
    "turn": {"game": "Density Deck", "title": "", "names": ["Mira", "Tom"]},
    "invite": {"game": "Density Deck", "who": "Tom"},
}
PATH = "/game/AAAAAAAAAAAA/"


def subscribed(service: PushService, name: str, *wanted: str, **choices: Any) -> User:
    """A user who chose these in one browser, whose endpoint ends with the user's name."""
    user = User.objects.create_user(name)
    push.subscribe(user, **service.subscribe(name).form, browser="Firefox", language="en")
    choices.setdefault("time_zone", "Europe/Berlin")
    PushChoices.objects.create(user=user, **dict.fromkeys(wanted, True), **choices)
    return user


def names(service: PushService) -> list[str]:
    return [each.endpoint.rpartition("/")[2] for each in service.received]
