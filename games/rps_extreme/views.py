"""The page of the rules of Rock Paper Scissors Extreme, with all its cards."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.rps_extreme.game_type import GAME
from games.rps_extreme.lessons import examples
from games.rps_extreme.lessons.gallery import gallery
from games.rps_extreme.narrative import throws
from games.table.clocks import rules_numbers


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The rules of Rock Paper Scissors Extreme and all its cards, or those that are asked for.

    Context: n (lessons.examples.numbers), examples ({"seats": [{"name", "score", "items"}],
    "center", "names", "throws"}), clock, and all of lessons.gallery.gallery.
    """
    shown = [_example(each) for each in (examples.claimed(), examples.stolen())]
    values = {**examples.numbers(), **_ranges()}
    context = {"n": values, "examples": shown, "clock": rules_numbers(GAME.pace)}
    return render(request, "rps_extreme/rules.html", {**context, **gallery(request.GET.dict())})


def _ranges() -> dict[str, tuple[int, int]]:
    """From what to what a host may choose the numbers of the ruleset."""
    return {f"{each.field}_range": (each.least, each.most) for each in GAME.options}


def _example(shown: examples.Example) -> dict[str, Any]:
    rows = zip(shown.names, shown.scores, shown.items, strict=True)
    return {
        "seats": [dict(zip(("name", "score", "items"), each, strict=True)) for each in rows],
        "center": shown.center,
        "names": shown.names,
        "throws": throws(shown.events, shown.names, (0, 1)),
    }
