"""The pages that teach Rock Paper Scissors Extreme: its rules with all cards, its first throws."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.lessons import lesson_data, lesson_page
from games.positions.clocks import rules_numbers
from games.rps_extreme.game_type import GAME
from games.rps_extreme.lessons import examples
from games.rps_extreme.lessons.first_game import LINE
from games.rps_extreme.lessons.gallery import filter_cards


@require_safe
def show_rules(request: HttpRequest) -> HttpResponse:
    """The rules of Rock Paper Scissors Extreme and all its cards, or those that are asked for.

    Context: n and examples (lessons.examples), clock, and all of lessons.gallery.gallery.
    """
    shown = [examples.claim_examples(), examples.steal_examples()]
    values = {**examples.rule_numbers(), **_ranges()}
    context = {"n": values, "examples": shown, "clock": rules_numbers(GAME.pace)}
    return render(
        request, "rps_extreme/rules.html", {**context, **filter_cards(request.GET.dict())}
    )


first_game = lesson_page(LINE, "rps_extreme/learn/first_game.html")
first_game_line = lesson_data(LINE)


def _ranges() -> dict[str, tuple[int, int]]:
    """From what to what a host may choose the numbers of the ruleset."""
    return {f"{each.field}_range": (each.least, each.most) for each in GAME.options}
