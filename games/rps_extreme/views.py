"""The pages that teach Rock Paper Scissors Extreme: the rules with all cards, and a lesson."""

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
    """Return the rules page with all cards, or those that match the filters in the query string.

    Context: n and examples (lessons.examples), clock, and all of lessons.gallery.filter_cards.
    """
    context = {
        "n": {**examples.rule_numbers(), **_ranges()},
        "examples": [examples.claim_examples(), examples.steal_examples()],
        "clock": rules_numbers(GAME.pace),
        **filter_cards(request.GET.dict()),
    }
    return render(request, "rps_extreme/rules.html", context)


@require_safe
def print_cards(request: HttpRequest) -> HttpResponse:
    """Return all cards with their effects, to print. Context: cards of filter_cards, about."""
    context = {"cards": filter_cards({})["cards"], "about": {"slug": GAME.slug}}
    return render(request, "rps_extreme/cards.html", context)


first_game = lesson_page(LINE, "rps_extreme/learn/first_game.html")
first_game_line = lesson_data(LINE)


def _ranges() -> dict[str, tuple[int, int]]:
    """Return the limits of the numbers that a host can choose in the ruleset."""
    return {f"{option.field}_range": (option.least, option.most) for option in GAME.options}
