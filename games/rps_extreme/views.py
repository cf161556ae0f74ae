"""The pages that teach Rock Paper Scissors Extreme: its rules with all cards, its first throws."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.rps_extreme.game_type import GAME
from games.rps_extreme.lessons import examples
from games.rps_extreme.lessons.first_game import LINE
from games.rps_extreme.lessons.gallery import gallery
from games.table.clocks import rules_numbers


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The rules of Rock Paper Scissors Extreme and all its cards, or those that are asked for.

    Context: n and examples (lessons.examples), clock, and all of lessons.gallery.gallery.
    """
    shown = [examples.claimed(), examples.stolen()]
    values = {**examples.numbers(), **_ranges()}
    context = {"n": values, "examples": shown, "clock": rules_numbers(GAME.pace)}
    return render(request, "rps_extreme/rules.html", {**context, **gallery(request.GET.dict())})


@require_safe
def first_game(request: HttpRequest) -> HttpResponse:
    """Return the first throws, played with a teacher. Context: steps, about."""
    context = {"steps": LINE.lesson(_name(request))["steps"], "about": {"slug": GAME.slug}}
    return render(request, "rps_extreme/learn/first_game.html", context)


@require_safe
def first_game_line(request: HttpRequest) -> JsonResponse:
    """Return the same as docs/PROTOCOL.md writes it, for the page of the table."""
    return JsonResponse(LINE.lesson(_name(request)))


def _name(request: HttpRequest) -> str:
    """Return what the reader is called at the table of the lesson."""
    return request.user.name if request.user.is_authenticated else _("Guest")


def _ranges() -> dict[str, tuple[int, int]]:
    """From what to what a host may choose the numbers of the ruleset."""
    return {f"{each.field}_range": (each.least, each.most) for each in GAME.options}
