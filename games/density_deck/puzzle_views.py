"""The pages of puzzles: the daily one, practice by theme, an answer that counts once."""

import secrets
from datetime import UTC, date, datetime, time, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts.identity.guests import make_guest
from density.platform import limits
from games.analysis import puzzles as store
from games.analysis import solutions
from games.density_deck.game_type import GAME
from games.density_deck.lessons import puzzle_words
from games.engine.contract import Json
from games.models import Puzzle, PuzzleAttempt

SEE_OTHER = 303
# the cookie of a browser in which a solution was shown: a number by chance
BROWSER, SALT = "puzzles", "games.density_deck.puzzles"
# the answer is on the page as soon as it was given, and never before
personal = cache_control(private=True, no_store=True)


@personal
@require_safe
def show_puzzles(request: HttpRequest) -> HttpResponse:
    """Return where puzzles begin.

    Context: today, next_at (when the next daily one comes), daily (Puzzle or None), done (its
    attempt or None), standing (records.puzzles.standing), themes: [{"slug", "words", "count"}].
    """
    today, user_id = _today(), request.user.pk or 0
    daily = store.daily_puzzle(GAME.slug, today)
    counts = store.count_themes(GAME.slug)
    context = {
        "today": today,
        "next_at": _next_at(today),
        "daily": daily,
        "done": daily and store.attempt_of(user_id, daily, today),
        "standing": store.read_standing(user_id, GAME.slug, today),
        "themes": [
            {"slug": slug, "words": words, "count": counts[slug]}
            for slug, words in puzzle_words.THEMES.items()
            if slug in counts
        ],
    }
    return render(request, "density_deck/learn/puzzles.html", context)


@personal
@require_safe
def daily_puzzle(request: HttpRequest) -> HttpResponse:
    """Lead to the puzzle of today."""
    found = store.daily_puzzle(GAME.slug, _today())
    return redirect("density_deck:puzzles") if found is None else redirect(_address(found))


@personal
@require_safe
def next_puzzle(request: HttpRequest) -> HttpResponse:
    """Lead to a puzzle of a `?theme=` near the own rating, or back where all of them were tried."""
    theme = _theme(request)
    found = store.next_one(GAME.slug, request.user.pk or 0, theme, _today())
    if found is None:
        return redirect(f"{reverse('density_deck:puzzles')}?none={theme}#practice")
    return redirect(_address(found, theme))


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def show_puzzle(request: HttpRequest, fingerprint: str) -> HttpResponse:
    """Return a puzzle, with its answer once the reader has given one; POST `answer` gives it.

    A visitor without a login becomes a guest by it. An invalid choice is refused (400).
    With `?again=1` a puzzle that was answered can be tried once more, which counts for nothing:
    `?answer=` is what was chosen then.
    """
    found = store.read_puzzle(GAME.slug, fingerprint, _today())
    if found is None:
        raise Http404
    choices = {choice for choice, _chance in found.data["worth"]}
    if request.method == "POST":
        address = limits.client_network(request)
        limits.count_use("puzzles", request.user.pk or address)
        limits.count_use("puzzles_of_address", address)
        choice = request.POST.get("answer", "")
        if choice not in choices:
            context = _asked(request, found) | {
                "complaint": _(
                    "That’s not an answer to this puzzle. Choose one of the answers shown."
                )
            }
            return render(request, "density_deck/learn/puzzle.html", context, status=400)
        user = make_guest(request)
        known = solutions.was_shown(found.pk, _places(request))
        kept = store.save_answer(user, found, choice, _today(), known=known)
        again = "" if kept.choice == choice else choice
        target = _address(found, _theme(request), again)
        return _shown(request, found, HttpResponseRedirect(target, status=SEE_OTHER))
    attempt = store.attempt_of(request.user.pk or 0, found, _today())
    context = _asked(request, found)
    if attempt is not None and "again" not in request.GET:
        chosen = request.GET.get("answer", "")
        context |= _answered(request, found, attempt, chosen if chosen in choices else "")
        page = render(request, "density_deck/learn/puzzle.html", context)
        return _shown(request, found, page)
    return render(request, "density_deck/learn/puzzle.html", context)


def _places(request: HttpRequest) -> list[str]:
    """Return the marks of the address and of the browser, if it has one, of a request."""
    browser = request.get_signed_cookie(BROWSER, default="", salt=SALT)
    return [limits.hash_subject(limits.client_network(request)), *([browser] if browser else [])]


def _shown(request: HttpRequest, found: Puzzle, answer: HttpResponse) -> HttpResponse:
    """Return an answer that shows the solution, once it is remembered where it is shown."""
    places = _places(request)
    if len(places) == 1:
        places.append(secrets.token_hex(8))
    solutions.record_shown(found.pk, places)
    answer.set_signed_cookie(
        BROWSER,
        places[-1],
        salt=SALT,
        max_age=solutions.KEPT_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


def _asked(request: HttpRequest, found: Puzzle) -> Json:
    """Return what the page shows before an answer; nothing of the answer is in it.

    puzzle, known (whether the solution was shown here before), position, own (its seat), others
    (seats with "number"), daily (its day or None), next_at,
    asks, choices [{"value", "name", "card": whether it is one}], dealer (1 is the reader), theme,
    standing.
    """
    today, data = _today(), found.data
    own, *others = data["position"]["seats"]
    hand = data["position"]["hand"]
    choices = sorted(choice for choice, _chance in data["worth"])
    return {
        "puzzle": found,
        "known": solutions.was_shown(found.pk, _places(request)),
        "position": data["position"],
        "own": own,
        "others": [{**seat, "number": number} for number, seat in enumerate(others, 2)],
        "dealer": data["position"]["dealer"] + 1,
        "daily": today if found.day == today else None,
        "next_at": _next_at(today),
        "asks": puzzle_words.question_text(data["question"]),
        "choices": [
            {"value": each, "name": puzzle_words.choice_text(data, each), "card": each in hand}
            for each in sorted(choices, key=lambda each: each in hand and hand.index(each))
        ],
        "theme": _theme(request),
        "standing": store.read_standing(request.user.pk or 0, GAME.slug, today),
    }


def _answered(request: HttpRequest, found: Puzzle, attempt: PuzzleAttempt, again: str) -> Json:
    """Return what the page shows after an answer; `again` is one that did not count.

    attempt, chosen, solved, worth [{"value", "name", "percent", "best", "chosen"}], explained,
    points (of the puzzle), result (of the daily one), url (to share with it).
    """
    data, chosen = found.data, again or attempt.choice
    best = store.best_of(found)
    result = ""
    # what others read as solved was not looked up before
    if attempt.day is not None and not attempt.practice:
        streak = store.count_streak(attempt.user_id, found.slug, attempt.day)
        words = puzzle_words.result_text(attempt.day, solved=attempt.solved, streak=streak)
        result = f"{words}\n{request.build_absolute_uri(_address(found))}"
    return {
        "attempt": attempt,
        "chosen": chosen,
        "again": again,
        "solved": chosen == best,
        "worth": [
            {
                "name": puzzle_words.choice_text(data, choice),
                "percent": round(100 * chance),
                "best": choice == best,
                "chosen": choice == chosen,
            }
            for choice, chance in data["worth"]
        ],
        "explained": puzzle_words.explanation_text(data, chosen),
        "points": store.points_of(found),
        "result": result,
    }


def _address(found: Puzzle, theme: str = "", answer: str = "") -> str:
    """Return the address of a puzzle, with the theme that is practiced."""
    given = {"theme": theme, "answer": answer}
    query = "&".join(f"{name}={value}" for name, value in given.items() if value)
    address = reverse("density_deck:puzzle", args=[found.pk])
    return f"{address}?{query}" if query else address


def _theme(request: HttpRequest) -> str:
    """Return the theme that an address names, "" for none and for one that there is not."""
    theme = request.GET.get("theme", "")
    return theme if theme in puzzle_words.THEMES else ""


def _next_at(today: date) -> datetime:
    """Return when the next daily puzzle comes."""
    return datetime.combine(today + timedelta(days=1), time.min, UTC)


def _today() -> date:
    """Return the day of the daily puzzle: it begins at midnight UTC."""
    return timezone.now().date()
