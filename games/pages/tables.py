"""The pages of the games: read the request, call one function, render."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts import limits
from accounts.guests import make_guest
from accounts.models import User
from games import labels
from games.engine.contract import Refused
from games.models import Game
from games.pages import contexts
from games.pages.forms import NewTable, TablePassword
from games.records import game_log
from games.registry import GAMES, known
from games.table import handlers, new_game, rematch, seating, snapshots

SEE_OTHER = 303
# of a page that says where a user sits now and who plays, an old copy would mislead
live = cache_control(private=True, no_store=True)
Page = Callable[..., HttpResponse]
# why a user did not get to the requested table
REFUSAL_TEXTS = {
    "table-full": _("All seats of this table are taken."),
    "ranked": _("Only the queue seats players at a ranked table."),
    "barred": _("The host does not want you at this table."),
    "wrong-phase": _("It is too late to play again from here. Open a new table."),
    "not-seated": _("Only those who played this game can play it again here."),
    "abandoned": _("You have left this game, so the others play on without you."),
}


def closed_is_missing(page: Page) -> Page:
    """Return the page, and 404 when its table closes while it is made."""

    @wraps(page)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return page(request, *args, **kwargs)
        except Game.DoesNotExist as closed:
            raise Http404 from closed

    return answer


@live
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Return the first page, about one `?game=`. Context: about, running, games, levels, tables."""
    slug = known(request.GET.get("game"))
    return render(request, "games/home.html", contexts.home(request.user.pk, slug))


@live
@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """Return the public tables, to join or to watch, of one `?game=` or all. Context: tables."""
    slug = request.GET.get("game", "")
    return render(request, "games/tables.html", contexts.lobby(slug if slug in GAMES else ""))


@require_http_methods(["GET", "HEAD", "POST"])
def play_ai(request: HttpRequest) -> HttpResponse:
    """Open a game against AI players at once (POST); a visitor without a login becomes a guest."""
    if request.method != "POST":
        return redirect("games:home")
    slug = known(request.POST.get("game"))
    levels = dict(labels.levels_of(slug))
    level = request.POST.get("level", list(levels)[-1])
    if level not in levels:
        return HttpResponse(_("There is no such AI level."), status=400)
    user, options = _opener(request), replace(new_game.AGAINST_AI, slug=slug)
    return _go(request, user, seating.open_against_ai(user, level, options))


@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """Set up a table of a game. Context: form (games/pages/forms.py), about.

    `?access=public` chooses that first, `?game=` the game.
    """
    slug = known(request.POST.get("game", request.GET.get("game")))
    access = request.GET.get("access", "link")
    form = NewTable(request.POST or None, slug, initial={"access": access})
    if request.method == "POST" and form.is_valid():
        user = _opener(request)
        return _go(request, user, seating.open_table(user, form.options()))
    kept = f"&access={access}" if access in labels.ACCESS else ""
    shown = {"form": form, "about": contexts.choice(slug), "access_query": kept}
    return render(request, "games/new_table.html", shown)


@live
@require_safe
@closed_is_missing
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Return the table, and the result page once it is finished.

    Each game has its own templates (GameType.folder). Context of a table: game (Game), snapshot
    (dict, docs/PROTOCOL.md), socket_url, join_url (POST), seated (bool), can_join (bool), about,
    levels. Of games/result.html: see there.
    Other users see a form for the password of a table that has one, and at a closed one a notice.
    """
    found = get_object_or_404(Game, pk=game_id)
    folder = GAMES[found.slug].folder
    if found.status == Game.Status.FINISHED:
        if not contexts.may_read(found, request.user.pk):
            return closed(request)
        context = contexts.result(found.pk, request.user.pk)
        return findable(render(request, f"{folder}/result.html", context), found)
    frame = snapshots.snapshot(game_id, request.user.pk)
    if not isinstance(frame, Refused):
        context = contexts.table(found, frame)
        return findable(render(request, f"{folder}/table.html", context), found)
    if found.access == Game.Access.PASSWORD and found.status == Game.Status.OPEN:
        context = {"game": found, "form": TablePassword()}
        return findable(render(request, "games/password.html", context), found)
    return closed(request)


@require_http_methods(["GET", "HEAD", "POST"])
@closed_is_missing
def join(request: HttpRequest, game_id: str) -> HttpResponse:
    """Sit down on a free chair (POST), or see the table; a visitor becomes a guest."""
    found = get_object_or_404(Game, pk=game_id)
    if request.method != "POST":
        return _see(found)
    password = request.POST.get("password", "")
    if found.access == Game.Access.PASSWORD and "password" not in request.POST:
        return _see(found)
    if found.status != Game.Status.OPEN and not request.user.is_authenticated:
        return _refuse(request, found, "table-full")
    if found.access == Game.Access.PASSWORD:
        limits.count("passwords", limits.address(request))
    user = _sitter(request)
    seated = seating.join(game_id, user, password)
    if not isinstance(seated, Refused):
        return _see(found)
    if seated.code == "busy":
        return _go(request, user, seated)
    if seated.code == "wrong-password":
        form = TablePassword(request.POST)
        form.add_error("password", _("That is not the password."))
        return render(request, "games/password.html", {"game": found, "form": form}, status=403)
    return _refuse(request, found, seated.code)


@require_http_methods(["GET", "HEAD", "POST"])
@closed_is_missing
def again(request: HttpRequest, game_id: str) -> HttpResponse:
    """Play a finished game again (POST), or go where it goes on (GET)."""
    found = get_object_or_404(Game, pk=game_id)
    if request.method != "POST" or not isinstance(request.user, User):
        return _see(contexts.next_table(found, request.user.pk) or found)
    user = _opener(request)
    opened = rematch.play_again(game_id, user)
    if isinstance(opened, Refused) and opened.code != "busy":
        return _refuse(request, found, opened.code)
    return _go(request, user, opened)


@require_safe
def record(request: HttpRequest, game_id: str) -> HttpResponse:
    """The record of a finished game as a download; 404 before, 403 where watching was closed."""
    found = get_object_or_404(Game, pk=game_id, status=Game.Status.FINISHED)
    if not contexts.may_read(found, request.user.pk):
        return closed(request)
    answer = JsonResponse(game_log.record(found.pk))
    answer["Content-Disposition"] = f'attachment; filename="{found.slug}-{found.pk}.json"'
    return findable(answer, found)


# ---------------------------------------------------------------------------------- parts
def _sitter(request: HttpRequest) -> User:
    """Return the user who wants to sit down, maybe a new guest, once the named table is left."""
    user = make_guest(request)
    if other := request.POST.get("leave", ""):
        _leave(other, user)
    return user


def _opener(request: HttpRequest) -> User:
    """Return the same for a user who opens a table, which is counted."""
    user = make_guest(request)
    limits.count("tables", user.pk)
    return _sitter(request)


def _leave(game_id: str, user: User) -> None:
    """Leave a table that is still open, or abandon its running game; whatever else stays."""
    if "\0" not in game_id:
        with suppress(Game.DoesNotExist):
            handlers.leave(game_id, user.pk)


def _go(request: HttpRequest, user: User, opened: Game | Refused) -> HttpResponse:
    """On to the table that was opened, or the page that names the one where the user sits."""
    if isinstance(opened, Game):
        return _see(opened)
    return render(request, "games/busy.html", contexts.busy(user.pk, request.POST), status=409)


def closed(request: HttpRequest) -> HttpResponse:
    """Return the notice at a table that is closed to this user."""
    return render(request, "games/closed.html", status=403)


def findable(answer: HttpResponse, table: Game) -> HttpResponse:
    """Return the page of a game; search engines may list it where the table was public or ranked.

    The address of a private table is for its users alone.
    """
    if not (table.rated or table.access == Game.Access.PUBLIC):
        answer["X-Robots-Tag"] = "noindex"
    return answer


def _refuse(request: HttpRequest, table: Game, code: str) -> HttpResponse:
    messages.warning(request, REFUSAL_TEXTS[code])
    return _see(table)


def _see(table: Game) -> HttpResponse:
    answer = HttpResponseRedirect("", status=SEE_OTHER)
    answer["Location"] = redirect("games:game", table.pk).url
    return answer
