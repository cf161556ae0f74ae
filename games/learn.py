"""The pages that teach the game: they ask for no account and keep nothing."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.lessons import first_game_words, numbers, positions
from games.table import clocks
from games.table.pages import LEVELS

# a page of somebody's name and language stays in that somebody's browser
personal = cache_control(private=True, max_age=0)


@require_safe
def hub(request: HttpRequest) -> HttpResponse:
    """Where learning begins. Context: shown (a Lesson), hand (codes)."""
    return render(request, "games/learn/hub.html", {"shown": positions.opening()})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The rules in our own words. Context: n (games.lessons.numbers), clock."""
    return render(request, "games/rules.html", {"n": numbers.numbers(), "clock": _clock()})


@personal
@require_safe
def first_game(request: HttpRequest) -> HttpResponse:
    """The first game, played with a teacher. Context: steps, levels (AI)."""
    return render(
        request,
        "games/learn/first_game.html",
        {"steps": first_game_words.lesson(_name(request))["steps"], "levels": LEVELS},
    )


@personal
@require_safe
def first_game_line(request: HttpRequest) -> JsonResponse:
    """The same as docs/PROTOCOL.md writes it, for the page of the table."""
    return JsonResponse(first_game_words.lesson(_name(request)))


def _name(request: HttpRequest) -> str:
    """What the reader is called at the table of the first game."""
    return request.user.name if request.user.is_authenticated else _("Guest")


def _clock() -> dict[str, Any]:
    """The numbers of docs/RULES.md DD-14, from the clock itself."""
    presets = [preset for preset in clocks.PRESETS.values() if preset is not None]
    return {
        "turns": [preset["free"] for preset in presets],
        "banks": [preset["bank"] for preset in presets],
        "first": round(clocks.FIRST_TURN),
        "bonus": round(clocks.BONUS),
        "lapses": clocks.LAPSES,
        "absent": round(clocks.ABSENT_BUDGET),
        "lag": round(clocks.LAG),
        "stand_in_matches": clocks.STAND_IN_MATCHES,
        "stand_in_minutes": round(clocks.STAND_IN_SECONDS / 60),
        "returns": clocks.RETURNS,
    }
