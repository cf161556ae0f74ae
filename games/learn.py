"""The pages that teach the game: they ask for no account and keep nothing."""

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.lessons import first_game_words, numbers, positions, practice, practice_words
from games.table import clocks
from games.table.pages import LEVELS

# a page of somebody's name and language stays in that somebody's browser
personal = cache_control(private=True, max_age=0)
PRACTICE = "games/learn/practice.html"
ROW_A_LEVEL = 2  # right answers in a row that lead to the next level
MOST_ROW = 9999


@require_safe
def hub(request: HttpRequest) -> HttpResponse:
    """Where learning begins. Context: shown (a Lesson), deck."""
    told = {"shown": positions.opening(), "deck": positions.deck()}
    return render(request, "games/learn/hub.html", told)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The rules in our own words. Context: n (games.lessons.numbers), shown, clock."""
    told = {"n": numbers.numbers(), "shown": positions.shown(), "clock": _clock()}
    return render(request, "games/rules.html", told)


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


@require_safe
def practice_page(request: HttpRequest) -> HttpResponse:
    """A question about a position and, with `answer` in the address, what it is.

    `row` counts right answers in a row, which is all that the level depends on; without `seed`
    the question is drawn by chance. Context: asked (Question), question (words), given, right,
    verdict, row, next_row, next_seed, complaint.
    """
    given = request.GET
    row = practice.read_number(given.get("row", "0"), 0, MOST_ROW)
    seed = given.get("seed", str(secrets.randbelow(practice.SEEDS)))
    if row is None:
        return _complain(request, practice.Fault("row"))
    level = min(practice.LEVELS, 1 + row // ROW_A_LEVEL)
    asked = practice.read_question(
        {"kind": given.get("kind", practice.KINDS[0]), "level": str(level), "seed": seed}
    )
    if isinstance(asked, practice.Fault):
        return _complain(request, asked)
    answer = practice.read_answer(asked, given["answer"]) if "answer" in given else None
    if isinstance(answer, practice.Fault):
        context = _question(asked, row, None)
        complaint = practice_words.complaint(answer)
        return render(request, PRACTICE, {**context, "complaint": complaint}, status=400)
    return render(request, PRACTICE, _question(asked, row, answer))


@require_safe
def practice_question(request: HttpRequest) -> JsonResponse:
    """One question as docs/PROTOCOL.md writes it; 400 names the parameter that is wrong."""
    asked = practice.read_question(request.GET.dict())
    if isinstance(asked, practice.Fault):
        return JsonResponse({"code": "malformed", "field": asked.field}, status=400)
    return JsonResponse(asked.to_json())


def _question(asked: practice.Question, row: int, answer: str | None) -> dict[str, Any]:
    right = answer == asked.answer
    now = row if answer is None else row + 1 if right else 0
    return {
        "asked": asked,
        "question": practice_words.asks(asked),
        "choices": [
            {"value": each.value, "name": practice_words.name(asked, each.value)}
            for each in asked.choices
        ],
        "answer": answer,
        "right": right,
        "verdict": "" if answer is None else practice_words.verdict(asked, answer),
        "row": row,
        "now": min(now, MOST_ROW),
        "next_seed": practice.next_seed(asked.seed),
    }


def _complain(request: HttpRequest, fault: practice.Fault) -> HttpResponse:
    return render(request, PRACTICE, {"complaint": practice_words.complaint(fault)}, status=400)


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
