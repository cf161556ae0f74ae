"""The puzzle pages: the daily puzzle, practice by theme, and answers that count once."""

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
from games.engine.chances import round_percent
from games.engine.contract import Json
from games.models import Puzzle, PuzzleAttempt
from games.pictures.responses import answer_picture
from games.pictures.scenes import Scene, draw_scene

SEE_OTHER = 303
# a cookie with a random number for browsers that have shown a solution
BROWSER, SALT = "puzzles", "games.density_deck.puzzles"
# these pages differ by reader: a cache could show a solution to someone who has not answered
personal = cache_control(private=True, no_store=True)


@personal
@require_safe
def show_puzzles(request: HttpRequest) -> HttpResponse:
    """Return the start page of puzzles.

    Context: today, next_at (when the next daily puzzle comes), daily (Puzzle or None), done (the
    reader's attempt at it or None), asks and hand (its question and cards), standing
    (puzzles.read_standing), themes: [{"slug", "title", "about", "count", "tried", "solved"}].
    """
    today, user_id = _today(), request.user.pk or 0
    daily = store.daily_puzzle(GAME.slug, today)
    counts = store.count_themes(GAME.slug)
    progress = store.count_progress(GAME.slug, user_id)
    context = {
        "today": today,
        "next_at": _next_at(today),
        "daily": daily,
        "done": daily and store.find_attempt(user_id, daily, today),
        "asks": daily and puzzle_words.question_text(daily.data["question"]),
        "hand": daily and daily.data["position"]["hand"],
        "standing": store.read_standing(user_id, GAME.slug, today),
        "themes": [
            {
                "slug": slug,
                **theme._asdict(),
                "count": counts[slug],
                **progress.get(slug, {"tried": 0, "solved": 0}),
            }
            for slug, theme in puzzle_words.THEMES.items()
            if slug in counts
        ],
    }
    return render(request, "density_deck/learn/puzzles.html", context)


@personal
@require_safe
def daily_puzzle(request: HttpRequest) -> HttpResponse:
    """Redirect to today's puzzle."""
    puzzle = store.daily_puzzle(GAME.slug, _today())
    return redirect("density_deck:puzzles") if puzzle is None else redirect(_address(puzzle))


@personal
@require_safe
def next_puzzle(request: HttpRequest) -> HttpResponse:
    """Redirect to an untried puzzle of `?theme=` near the reader's rating, or back without one."""
    theme = _theme(request)
    puzzle = store.choose_puzzle(GAME.slug, request.user.pk or 0, theme, _today())
    if puzzle is None:
        return redirect(f"{reverse('density_deck:puzzles')}?none={theme}#practice")
    return redirect(_address(puzzle, theme))


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def show_puzzle(request: HttpRequest, fingerprint: str) -> HttpResponse:
    """Return a puzzle, with its solution if the reader has answered; POST `answer` to answer.

    Answering makes a visitor without a login a guest. An invalid choice is refused (400). With
    `?again=1` the reader can try an answered puzzle again, which does not count; `?answer=` is then
    the choice.
    """
    puzzle = store.read_puzzle(GAME.slug, fingerprint, _today())
    if puzzle is None:
        raise Http404
    choices = {choice for choice, _chance in puzzle.data["worth"]}
    if request.method == "POST":
        address = limits.client_network(request)
        limits.count_use("puzzles", request.user.pk or address)
        limits.count_use("puzzles_of_address", address)
        choice = request.POST.get("answer", "")
        if choice not in choices:
            context = _question_context(request, puzzle) | {
                "complaint": _(
                    "That’s not an answer to this puzzle. Choose one of the answers shown."
                )
            }
            return render(request, "density_deck/learn/puzzle.html", context, status=400)
        user = make_guest(request)
        known = solutions.was_shown(puzzle.pk, _reader_ids(request))
        attempt = store.save_answer(user, puzzle, choice, _today(), known=known)
        again = "" if attempt.choice == choice else choice
        target = _address(puzzle, _theme(request), again)
        return _mark_shown(request, puzzle, HttpResponseRedirect(target, status=SEE_OTHER))
    earlier_attempt = store.find_attempt(request.user.pk or 0, puzzle, _today())
    context = _question_context(request, puzzle)
    if earlier_attempt is not None and "again" not in request.GET:
        choice = request.GET.get("answer", "")
        again = choice if choice in choices else ""
        context |= _solution_context(request, puzzle, earlier_attempt, again)
        page = render(request, "density_deck/learn/puzzle.html", context)
        return _mark_shown(request, puzzle, page)
    return render(request, "density_deck/learn/puzzle.html", context)


@require_safe
def show_puzzle_picture(
    request: HttpRequest, theme: str, language: str, fingerprint: str
) -> HttpResponse:
    """Return the picture of a puzzle for shared links: its question and hand, no answer."""
    puzzle = store.read_puzzle(GAME.slug, fingerprint, _today())
    if puzzle is None:
        raise Http404
    daily = puzzle.day == _today()

    def draw(shade: str) -> bytes:
        scene = Scene(
            title=puzzle_words.question_text(puzzle.data["question"]),
            lead=_("A moment from a real game, as one player saw it."),
            label=_("Puzzle of the day") if daily else _("Puzzle"),
            cards=puzzle.data["position"]["hand"],
        )
        return draw_scene(shade, scene, GAME.drawn_cards)

    return answer_picture(request, theme, language, f"puzzle {puzzle.pk} {daily}", draw)


def _reader_ids(request: HttpRequest) -> list[str]:
    """Return the hash of a request's network and, if its browser has the cookie, that number."""
    browser = request.get_signed_cookie(BROWSER, default="", salt=SALT)
    return [limits.hash_subject(limits.client_network(request)), *([browser] if browser else [])]


def _mark_shown(request: HttpRequest, puzzle: Puzzle, response: HttpResponse) -> HttpResponse:
    """Record that this reader sees the solution; return the response with the browser's cookie."""
    reader_ids = _reader_ids(request)
    if len(reader_ids) == 1:
        reader_ids.append(secrets.token_hex(8))
    solutions.record_shown(puzzle.pk, reader_ids)
    response.set_signed_cookie(
        BROWSER,
        reader_ids[-1],
        salt=SALT,
        max_age=solutions.KEPT_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _question_context(request: HttpRequest, puzzle: Puzzle) -> Json:
    """Return the context of the page before an answer; it reveals nothing of the solution.

    puzzle, known (whether this reader has seen the solution), position, own (the reader's seat),
    others (seats with "number"), daily (its day or None), next_at, asks (the question), about (its
    theme), choices [{"value", "name", "card": whether it is one}], last (the number of the seat
    that plays last; 1 is the reader), theme (practiced), standing.
    """
    today, data = _today(), puzzle.data
    own, *others = data["position"]["seats"]
    hand = data["position"]["hand"]
    choices = sorted(choice for choice, _chance in data["worth"])
    return {
        "puzzle": puzzle,
        "known": solutions.was_shown(puzzle.pk, _reader_ids(request)),
        "position": data["position"],
        "own": own,
        "others": [{**seat, "number": number} for number, seat in enumerate(others, 2)],
        "last": _last_seat(data["position"]) + 1,
        "daily": today if puzzle.day == today else None,
        "next_at": _next_at(today),
        "about": puzzle_words.THEMES.get(puzzle.situation),
        "asks": puzzle_words.question_text(data["question"]),
        "choices": [
            {
                "value": choice,
                "name": puzzle_words.choice_text(data, choice),
                "card": choice in hand,
            }
            for choice in sorted(choices, key=lambda code: code in hand and hand.index(code))
        ],
        "theme": _theme(request),
        "standing": store.read_standing(request.user.pk or 0, GAME.slug, today),
    }


def _last_seat(position: Json) -> int:
    """Return the seat that plays last in a round: the dealer, or the last one that still stands."""
    seats, dealer = position["seats"], int(position["dealer"])
    around = [(dealer - step) % len(seats) for step in range(len(seats))]
    return next(seat for seat in around if seats[seat]["status"] == "standing")


def _solution_context(
    request: HttpRequest, puzzle: Puzzle, attempt: PuzzleAttempt, again: str
) -> Json:
    """Return the context of the page after an answer; `again` is a later one that did not count.

    attempt, chosen, again, solved, worth [{"name", "percent", "best", "chosen"}], explained,
    points (of the puzzle), result (text and URL to share, for the daily puzzle).
    """
    data, chosen = puzzle.data, again or attempt.choice
    best = store.best_choice(puzzle)
    result = ""
    # there is nothing to share if the reader had already seen the solution
    if attempt.day is not None and not attempt.practice:
        streak = store.count_streak(attempt.user_id, puzzle.slug, attempt.day)
        words = puzzle_words.result_text(attempt.day, solved=attempt.solved, streak=streak)
        result = f"{words}\n{request.build_absolute_uri(_address(puzzle))}"
    return {
        "attempt": attempt,
        "chosen": chosen,
        "again": again,
        "solved": chosen == best,
        "worth": [
            {
                "name": puzzle_words.choice_text(data, choice),
                "percent": round_percent(chance),
                "best": choice == best,
                "chosen": choice == chosen,
            }
            for choice, chance in data["worth"]
        ],
        "explained": puzzle_words.explanation_text(data, chosen),
        "points": store.puzzle_rating(puzzle),
        "result": result,
    }


def _address(puzzle: Puzzle, theme: str = "", answer: str = "") -> str:
    """Return the URL of a puzzle, with the practiced theme and a choice if there are any."""
    parameters = {"theme": theme, "answer": answer}
    query = "&".join(f"{name}={value}" for name, value in parameters.items() if value)
    address = reverse("density_deck:puzzle", args=[puzzle.pk])
    return f"{address}?{query}" if query else address


def _theme(request: HttpRequest) -> str:
    """Return the theme of the query string; "" if there is none or it is unknown."""
    theme = request.GET.get("theme", "")
    return theme if theme in puzzle_words.THEMES else ""


def _next_at(today: date) -> datetime:
    """Return when the next daily puzzle comes."""
    return datetime.combine(today + timedelta(days=1), time.min, UTC)


def _today() -> date:
    """Return the day of the daily puzzle; days begin at midnight UTC."""
    return timezone.now().date()
