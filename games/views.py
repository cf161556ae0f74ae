"""The pages of the games: read the request, call one function, render."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.guests import make_guest
from accounts.models import User
from games.engine.contract import Refused
from games.forms import NewTable
from games.models import Game
from games.table import history, pages, seating

SEE_OTHER = 303
# what a page shows of somebody's game stays in that somebody's browser, and not for long
personal = cache_control(private=True, no_store=True)
Page = Callable[..., HttpResponse]


def closed_is_missing(page: Page) -> Page:
    """The page, and 404 when its table closes while it is made."""

    @wraps(page)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return page(request, *args, **kwargs)
        except Game.DoesNotExist as closed:
            raise Http404 from closed

    return answer


@personal
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The first page. Context: running, games, levels (templates/games/home.html)."""
    return render(request, "games/home.html", pages.home(request.user.pk))


@require_POST
def play_ai(request: HttpRequest) -> HttpResponse:
    """Open a game against AI players at once; somebody signed out becomes a guest."""
    level = request.POST.get("level", pages.DEFAULT_LEVEL)
    if level not in dict(pages.LEVELS):
        return HttpResponse("There is no such AI level.", status=400)
    user = make_guest(request)
    return _go(request, user, seating.open_against_ai(user, level, seating.AGAINST_AI))


@require_http_methods(["GET", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """Set up a table for friends. Context: form (games/forms.py)."""
    form = NewTable(request.POST or None)
    if request.method == "POST" and form.is_valid():
        user = make_guest(request)
        return _go(request, user, seating.open_table(user, form.options()))
    return render(request, "games/new_table.html", {"form": form})


@personal
@require_safe
@closed_is_missing
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The table, and the result page once it is finished.

    Context of games/table.html: game (Game), snapshot (dict, docs/PROTOCOL.md), socket_url,
    join_url (POST), seated (bool), can_join (bool), levels. Of games/result.html: see there.
    """
    found = get_object_or_404(Game, pk=game_id)
    if found.status == Game.Status.FINISHED:
        return render(request, "games/result.html", pages.result(found.pk, request.user.pk))
    frame = history.snapshot(game_id, request.user.pk)
    if isinstance(frame, Refused):
        return render(request, "games/closed.html", status=403)
    return render(request, "games/table.html", pages.table(found, frame))


@require_POST
@closed_is_missing
def join(request: HttpRequest, game_id: str) -> HttpResponse:
    """Sit down on a free chair; somebody signed out becomes a guest."""
    found = get_object_or_404(Game, pk=game_id)
    if found.status == Game.Status.OPEN or request.user.is_authenticated:
        seated = seating.join(game_id, make_guest(request))
        if not isinstance(seated, Refused):
            return _see(found)
    messages.warning(request, "All seats of this table are taken.")
    return _see(found)


@require_safe
def record(request: HttpRequest, game_id: str) -> HttpResponse:
    """The record of a finished game as a download; 404 before."""
    found = get_object_or_404(Game, pk=game_id, status=Game.Status.FINISHED)
    answer = JsonResponse(history.record(found.pk))
    answer["Content-Disposition"] = f'attachment; filename="density-deck-{found.pk}.json"'
    return answer


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Somebody's finished games. Context: player, split, games (templates/games/player.html)."""
    # PostgreSQL takes no NUL in a text, and no name has one
    found = None if "\0" in name else User.objects.filter(name__iexact=name).first()
    if found is None:
        raise Http404
    return render(request, "games/player.html", pages.player(found, request.user.pk))


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The rules in our own words; no context."""
    return render(request, "games/rules.html")


def _go(request: HttpRequest, user: User, opened: Game | Refused) -> HttpResponse:
    """On to the table that was opened, or the page that names the one where the user sits."""
    if isinstance(opened, Game):
        return _see(opened)
    return render(request, "games/busy.html", pages.busy(user.pk, request.POST), status=409)


def _see(table: Game) -> HttpResponse:
    answer = HttpResponseRedirect("", status=SEE_OTHER)
    answer["Location"] = redirect("games:game", table.pk).url
    return answer
