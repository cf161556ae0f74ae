"""The pages that teach Density Deck: they ask for no account and keep nothing."""

import secrets
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from density.platform.declared import answers_with
from games.density_deck.game_type import GAME
from games.density_deck.lessons import numbers, positions, practice, practice_words
from games.density_deck.lessons.first_game import LINE
from games.lessons import lesson_data, lesson_page
from games.positions.clocks import rules_numbers

PRACTICE = "density_deck/learn/practice.html"
ROW_A_LEVEL = 2  # right answers in a row that lead to the next level
MOST_ROW = 9999


@require_safe
def show_rules(request: HttpRequest) -> HttpResponse:
    """Return the rules in our own words. Context: n (lessons.numbers), shown, clock, editions."""
    context = {
        "n": numbers.rule_numbers(),
        "shown": positions.shown_positions(),
        "clock": rules_numbers(GAME.pace),
        "editions": GAME.editions.values(),
    }
    return render(request, "density_deck/rules.html", context)


first_game = lesson_page(LINE, "density_deck/learn/first_game.html")
first_game_line = lesson_data(LINE)


@require_safe
def practice_page(request: HttpRequest) -> HttpResponse:
    """Return a question about a position and, with `answer` in the address, what it is.

    `row` counts right answers in a row, which is all that the level depends on; without `seed`
    the question is drawn by chance. Context: see _context; complaint where something is wrong, and
    nothing else where there is no such question.
    """
    asked = _asked(request.GET.dict())
    if isinstance(asked, practice.Fault):
        return _complain(request, asked, {})
    question, row = asked
    if "answer" not in request.GET:
        return render(request, PRACTICE, _context(question, row, None))
    answer = practice.read_answer(question, request.GET["answer"])
    if isinstance(answer, practice.Fault):
        return _complain(request, answer, _context(question, row, None))
    return render(request, PRACTICE, _context(question, row, answer))


@answers_with(practice.PracticeQuestion)
@require_safe
def practice_question(request: HttpRequest) -> JsonResponse:
    """Return one question as docs/PROTOCOL.md writes it; 400 names the parameter that is wrong."""
    asked = practice.read_question(request.GET.dict())
    if isinstance(asked, practice.Fault):
        return JsonResponse({"code": "malformed", "field": asked.field}, status=400)
    return JsonResponse(asked.to_json())


def _asked(given: Mapping[str, str]) -> tuple[practice.Question, int] | practice.Fault:
    """Return the question of an address, and how many right answers in a row led to it."""
    row = practice.read_number(given.get("row", "0"), 0, MOST_ROW)
    if row is None:
        return practice.Fault("row")
    level = min(practice.LEVELS, 1 + row // ROW_A_LEVEL)
    chance = str(secrets.randbelow(practice.SEEDS))
    named = {"kind": practice.QUESTION_TYPES[0], "seed": chance, **given, "level": str(level)}
    question = practice.read_question(named)
    return question if isinstance(question, practice.Fault) else (question, row)


def _context(asked: practice.Question, row: int, answer: str | None) -> dict[str, Any]:
    """Return the context of the practice: the question, what was answered, and where it goes on.

    asked (Question), question and verdict (words), choices ({"value", "name"}), answer, right,
    row (before the answer), now (after it), next_seed.
    """
    right = answer == asked.answer
    now = row if answer is None else row + 1 if right else 0
    return {
        "asked": asked,
        "question": practice_words.question_text(asked),
        "choices": [
            {"value": each.value, "name": practice_words.answer_text(asked, each.value)}
            for each in asked.choices
        ],
        "answer": answer,
        "right": right,
        "verdict": "" if answer is None else practice_words.verdict_text(asked, answer),
        "row": row,
        "now": min(now, MOST_ROW),
        "next_seed": practice.next_seed(asked.seed),
    }


def _complain(request: HttpRequest, fault: practice.Fault, context: dict[str, Any]) -> HttpResponse:
    complaint = practice_words.complaint_text(fault)
    return render(request, PRACTICE, {**context, "complaint": complaint}, status=400)
