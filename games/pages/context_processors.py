"""The context of every page: games, the viewer's table, challenges, reports and draining."""

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from games.live import table_list
from games.lobby import drain, reports
from games.lobby.challenges import list_waiting
from games.models import Challenge
from games.registry import GAMES


def add_games(request: HttpRequest) -> dict[str, Any]:
    """Add `site_games`, the default one first, and `teaches`: whether the page is a lesson."""
    lessons = {path for game in _describe_games() for path in game["lessons"]}
    teaches = request.path in lessons or request.path.startswith(reverse("games:learn"))
    return {"site_games": _describe_games(), "teaches": teaches}


@cache
def _describe_games() -> list[dict[str, Any]]:
    return [
        {
            "slug": game.slug,
            "title": game.title,
            "folder": game.folder,
            "rules_url": reverse(game.rules_page[0]),
            "rules_words": game.rules_page[1],
            "lessons": {reverse(name): words for name, words in game.lessons},
        }
        for game in GAMES.values()
    ]


def your_table(request: HttpRequest) -> dict[str, Any]:
    """Add `your_table`, which makes one query for a logged-in user when it is used."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {"your_table": None}
    return {"your_table": SimpleLazyObject(lambda: table_list.your_table(user.pk, also_kept=True))}


def add_challenges(request: HttpRequest) -> dict[str, Any]:
    """Add `challenges` that a registered user may accept, read when they are used.

    `words` are the phrases to decline with: (code, phrase).
    """
    user = getattr(request, "user", None)
    if not isinstance(user, User) or user.is_guest:
        return {"challenges": []}
    waiting = SimpleLazyObject(lambda: list_waiting(user.pk))
    return {"challenges": waiting, "words": Challenge.Word.choices}


def answered_reports(request: HttpRequest) -> dict[str, Any]:
    """Add `answered_reports`: names in the viewer's reports, from reports.tell_reporter()."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {"answered_reports": []}
    return {"answered_reports": SimpleLazyObject(lambda: reports.tell_reporter(user.pk))}


def add_draining(request: HttpRequest) -> dict[str, Any]:
    """Add `draining`: whether no new games begin."""
    return {"draining": drain.is_on()}
