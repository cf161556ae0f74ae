"""The pages that teach Density Deck; they need no account and store nothing."""

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
ROW_A_LEVEL = 2  # right answers in a row needed for the next level
MOST_ROW = 9999


@require_safe
def show_rules(request: HttpRequest) -> HttpResponse:
    """Return the rules page. Context: n (lessons.numbers), shown, clock, editions."""
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
    """Return a question about a position and, with `?answer=`, the verdict on that answer.

    `row` counts right answers in a row and alone determines the level. Without `seed` the question
    is random. Context: see _context; plus `complaint` if something is wrong, and only `complaint`
    if there is no such question.
    """
    question_and_row = _read_question(request.GET.dict())
    if isinstance(question_and_row, practice.Fault):
        return _complain(request, question_and_row, {})
    question, row = question_and_row
    if "answer" not in request.GET:
        return render(request, PRACTICE, _context(question, row, None))
    answer = practice.read_answer(question, request.GET["answer"])
    if isinstance(answer, practice.Fault):
        return _complain(request, answer, _context(question, row, None))
    return render(request, PRACTICE, _context(question, row, answer))


@answers_with(practice.PracticeQuestion)
@require_safe
def practice_question(request: HttpRequest) -> JsonResponse:
    """Return one question as docs/PROTOCOL.md writes it; status 400 names the wrong parameter."""
    question = practice.read_question(request.GET.dict())
    if isinstance(question, practice.Fault):
        return JsonResponse({"code": "malformed", "field": question.field}, status=400)
    return JsonResponse(question.to_json())


def _read_question(
    parameters: Mapping[str, str],
) -> tuple[practice.Question, int] | practice.Fault:
    """Return the question of a query string and the right answers in a row before it."""
    row = practice.read_number(parameters.get("row", "0"), 0, MOST_ROW)
    if row is None:
        return practice.Fault("row")
    level = min(practice.LEVELS, 1 + row // ROW_A_LEVEL)
    defaults = {
        "kind": practice.QUESTION_TYPES[0],
        "seed": str(secrets.randbelow(practice.SEEDS)),
    }
    question = practice.read_question({**defaults, **parameters, "level": str(level)})
    return question if isinstance(question, practice.Fault) else (question, row)


def _context(question: practice.Question, row: int, answer: str | None) -> dict[str, Any]:
    """Return the context of the practice page.

    asked (Question), question and verdict (texts), choices ({"value", "name"}), answer, right, row
    (right answers before this one), now (after it), next_seed.
    """
    right = answer == question.answer
    now = row if answer is None else row + 1 if right else 0
    return {
        "asked": question,
        "question": practice_words.question_text(question),
        "choices": [
            {"value": choice.value, "name": practice_words.answer_text(question, choice.value)}
            for choice in question.choices
        ],
        "answer": answer,
        "right": right,
        "verdict": "" if answer is None else practice_words.verdict_text(question, answer),
        "row": row,
        "now": min(now, MOST_ROW),
        "next_seed": practice.next_seed(question.seed),
    }


def _complain(request: HttpRequest, fault: practice.Fault, context: dict[str, Any]) -> HttpResponse:
    complaint = practice_words.complaint_text(fault)
    return render(request, PRACTICE, {**context, "complaint": complaint}, status=400)
