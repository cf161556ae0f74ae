"""The pages of tables, home and results."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts.identity import guests
from accounts.identity.guests import make_guest
from accounts.models import User
from accounts.ratings import ai_accounts
from density.platform import limits
from games import ai_choices, labels
from games.consumers import handlers
from games.engine.contract import Refused
from games.live import snapshots
from games.live.commands import keeping
from games.lobby import drain, openings, rematch, seating
from games.models import Game
from games.pages import contexts
from games.pages.forms import GuestName, NewTable, TablePassword
from games.positions import new_game
from games.positions.position import is_public
from games.records import game_log
from games.registry import GAMES, default_game, game_or_default

SEE_OTHER = 303
# the Retry-After of pages while the site is draining
AGAIN_SECONDS = 60
PASSWORD = Game.Access.PASSWORD
# pages about current tables must not be cached
live = cache_control(private=True, no_store=True)
Page = Callable[..., HttpResponse]
# why a user cannot join a table, by the code of a refusal
REFUSAL_TEXTS = {
    "table-full": _("All seats at this table are taken."),
    "ranked": _("You can join ranked tables only through the queue."),
    "barred": _("The host kicked you from this table."),
    "blocked": _("You can’t play with the players at this table."),
    "wrong-phase": _("It’s too late for a rematch here. Open a new table."),
    "not-seated": _("Only players of this game can start a rematch."),
    "abandoned": _("You left this game, so the others continue without you."),
    "not-out": _("You’re still playing this game."),
    "draining": _("An update is coming. You can start new games again in a few minutes."),
}


def closed_is_missing(page: Page) -> Page:
    """Return the view that calls `page`, with 404 if the table or another object is gone."""

    @wraps(page)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return page(request, *args, **kwargs)
        except ObjectDoesNotExist as closed:
            raise Http404 from closed

    return answer


def begins_a_game(page: Page) -> Page:
    """Return the view that calls `page`, but refuses a POST while no new games begin.

    So a visitor does not become a guest for nothing.
    """

    @wraps(page)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST" and drain.is_on():
            return show_draining(request)
        return page(request, *args, **kwargs)

    return answer


@live
@require_safe
def show_tables(request: HttpRequest) -> HttpResponse:
    """Show the public tables of one `?game=` or of all. Context: tables."""
    slug = request.GET.get("game", "")
    return render(
        request,
        "games/tables.html",
        contexts.lobby_context(request.user.pk, slug if slug in GAMES else ""),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@begins_a_game
def play_ai(request: HttpRequest) -> HttpResponse:
    """Open and begin a game against AI players (POST); a visitor becomes a guest.

    `opponent` may name the account of one of the AI players.
    """
    if request.method != "POST":
        return redirect("games:home")
    slug = game_or_default(request.POST.get("game"))
    choice = ai_choices.read_choice(
        slug, request.POST, ai_choices.offered_choice(request.user, slug)
    )
    if choice is None:
        return HttpResponse(_("This AI level doesn’t exist. Choose another one."), status=400)
    opponent = request.POST.get("opponent", "")
    if opponent and opponent not in ai_accounts.account_names(slug, choice.level):
        return HttpResponse(_("This AI player doesn’t exist. Choose another one."), status=400)
    user = opening_user(request)
    options = replace(new_game.AGAINST_AI, slug=slug, rules=choice.rules(slug), opponent=opponent)
    opened = seating.open_against_ai(user, choice.level, options)
    if isinstance(opened, Game):
        ai_choices.remember_choice(user, slug, choice)
    return redirect_to_opened(request, user, opened)


@require_http_methods(["GET", "HEAD", "POST"])
@begins_a_game
def new_table(request: HttpRequest) -> HttpResponse:
    """Open a table, or show its form. Context: form (games/pages/forms.py), about.

    `?access=public` preselects the access, `?game=` the game.
    """
    slug = game_or_default(request.POST.get("game", request.GET.get("game")))
    access = request.GET.get("access", "link")
    usual = ai_choices.offered_choice(request.user, slug)
    initial = {"access": access, "strength": ai_choices.choose_level(request.user, slug, usual)}
    form = NewTable(request.POST or None, slug, usual, initial=initial)
    if request.method == "POST" and form.is_valid():
        user = opening_user(request)
        return redirect_to_opened(request, user, seating.open_table(user, form.options()))
    query = f"&access={access}" if access in labels.ACCESS else ""
    context = {"form": form, "about": contexts.game_choice(slug), "access_query": query}
    return render(request, "games/new_table.html", context)


@live
@require_safe
@closed_is_missing
def show_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show the table, or the result page of a finished game.

    Each game has its own templates (GameType.folder). Contexts: contexts.table_context() and
    contexts.result_context(). Users who may not watch see a form for the password of a table that
    has one, or else a notice. A user who had set the game aside resumes it, or sees which table to
    leave first.
    """
    game = get_object_or_404(Game, pk=game_id)
    if request.user.pk and keeping.resume_game(game.pk, request.user.pk) is not None:
        return show_busy(request, request.user.pk, action=reverse("games:resume", args=(game.pk,)))
    folder = GAMES[game.slug].folder
    if game.status == Game.Status.FINISHED:
        if not contexts.may_read(game, request.user.pk):
            return show_closed(request)
        context = contexts.result_context(game.pk, request.user)
        context["open"] = is_public(game)
        context["keep"] = contexts.keep_offer(request, context)
        return mark_findable(render(request, f"{folder}/result.html", context), game)
    frame = snapshots.make_snapshot(game_id, request.user.pk)
    if not isinstance(frame, Refused):
        context = contexts.table_context(game, frame, request.user.pk)
        return mark_findable(render(request, f"{folder}/table.html", context), game)
    if game.access == Game.Access.PASSWORD and game.status == Game.Status.OPEN:
        return _ask_to_enter(request, game)
    return show_closed(request)


@require_http_methods(["GET", "HEAD", "POST"])
@closed_is_missing
def join_page(request: HttpRequest, game_id: str) -> HttpResponse:
    """Take a free seat (POST), or show the table; a visitor becomes a guest.

    A visitor who follows a link here is asked for a name first; the name is optional.
    """
    game = get_object_or_404(Game, pk=game_id)
    locked, visitor = game.access == PASSWORD, not request.user.is_authenticated
    if request.method != "POST" or (locked and "password" not in request.POST):
        asks = visitor and game.status == Game.Status.OPEN and not game.rated and not locked
        return _ask_to_enter(request, game) if asks else redirect_to_table(game)
    if game.status != Game.Status.OPEN and visitor:
        return redirect_refused(request, game, "table-full")
    if locked:
        limits.count_use("passwords", limits.client_network(request))
    name_form = GuestName(request.POST) if visitor and "name" in request.POST else None
    if name_form is not None and not name_form.is_valid():
        return _ask_to_enter(request, game, name_form)
    if visitor and not seating.knows_password(game, request.POST.get("password", "")):
        # before a guest account is created
        return _ask_to_enter(request, game, wrong=True)
    return _join_and_redirect(
        request, game, "" if name_form is None else name_form.cleaned_data["name"]
    )


def _join_and_redirect(request: HttpRequest, game: Game, name: str) -> HttpResponse:
    """Seat the user and redirect to the table, or show why not."""
    user = sitting_user(request, name)
    refused = seating.join_table(game.pk, user, request.POST.get("password", ""))
    if refused is None:
        return redirect_to_table(game)
    if refused.code == "busy":
        return redirect_to_opened(request, user, refused)
    if refused.code == "wrong-password":
        return _ask_to_enter(request, game, wrong=True)
    return redirect_refused(request, game, refused.code)


def _ask_to_enter(
    request: HttpRequest, game: Game, name_form: GuestName | None = None, *, wrong: bool = False
) -> HttpResponse:
    """Return the page that asks for the password, if there is one, and a visitor for a name."""
    password = None
    if game.access == PASSWORD:
        data = request.POST if wrong else None
        password = TablePassword(data, initial={"password": request.POST.get("password")})
    if password is not None and wrong:
        password.add_error("password", _("Wrong password. Try again."))
    page = "games/password.html"
    context: dict[str, Any] = {"game": game, "form": password}
    if not request.user.is_authenticated:
        name = request.POST.get("name") or guests.suggested_name()
        page = "games/join.html"
        context["form"] = name_form or GuestName(initial={"name": name})
        context["password"] = password
    return mark_findable(render(request, page, context, status=403 if wrong else 200), game)


@require_http_methods(["GET", "HEAD", "POST"])
@closed_is_missing
def resume_page(request: HttpRequest, game_id: str) -> HttpResponse:
    """Leave the named table (POST), and resume a game that was set aside."""
    game = get_object_or_404(Game, pk=game_id)
    if request.method == "POST" and isinstance(request.user, User):
        sitting_user(request)
    return redirect_to_table(game)


@require_http_methods(["GET", "HEAD", "POST"])
@closed_is_missing
def play_again(request: HttpRequest, game_id: str) -> HttpResponse:
    """Play a finished game again (POST), or redirect to its rematch (GET)."""
    game = get_object_or_404(Game, pk=game_id)
    if request.method != "POST":
        return redirect_to_table(contexts.next_table(game, request.user.pk) or game)
    if not isinstance(request.user, User):
        return redirect_to_table(game)
    user = opening_user(request)
    opened = rematch.play_again(game_id, user)
    if isinstance(opened, Refused) and opened.code != "busy":
        return redirect_refused(request, game, opened.code)
    return redirect_to_opened(request, user, opened)


@require_safe
@closed_is_missing
def download_record(request: HttpRequest, game_id: str) -> HttpResponse:
    """Return the record of a finished game as a file; 404 before its end, 403 if it is closed."""
    game = get_object_or_404(Game, pk=game_id, status=Game.Status.FINISHED)
    if not contexts.may_read(game, request.user.pk):
        return show_closed(request)
    answer = JsonResponse(game_log.read_record(game.pk))
    answer["Content-Disposition"] = f'attachment; filename="{game.slug}-{game.pk}.json"'
    return mark_findable(answer, game)


# ---------------------------------------------------------------------------------- parts
def sitting_user(request: HttpRequest, name: str = "") -> User:
    """Return the user, maybe a new guest, after leaving the table that `leave` names."""
    user = make_guest(request, name)
    if other := request.POST.get("leave", ""):
        _leave_named_table(other, user)
    return user


def opening_user(request: HttpRequest) -> User:
    """Count a table that the user of a request opens, then do the same as sitting_user()."""
    user = make_guest(request)
    openings.count_opening(user, limits.client_network(request))
    return sitting_user(request)


def _leave_named_table(game_id: str, user: User) -> None:
    """Leave an open table, or abandon a running game; do nothing for others."""
    if "\0" not in game_id:
        with suppress(Game.DoesNotExist):
            handlers.leave_table(game_id, user.pk)


def redirect_to_opened(request: HttpRequest, user: User, opened: Game | Refused) -> HttpResponse:
    """Redirect to an opened table, or show why there is none: the user is busy, or draining."""
    if isinstance(opened, Game):
        return redirect_to_table(opened)
    if opened == drain.REFUSED:
        return show_draining(request)
    return show_busy(request, user.pk)


def show_busy(request: HttpRequest, user_id: int, action: str = "") -> HttpResponse:
    """Return the page about the table where the user sits; its form is sent to `action`."""
    context = {**contexts.busy_context(user_id, request.POST), "action": action}
    return render(request, "games/busy.html", context, status=409)


def show_draining(request: HttpRequest) -> HttpResponse:
    """Return the notice that no new games begin for a while."""
    answer = render(request, "games/draining.html", status=503)
    answer["Retry-After"] = str(AGAIN_SECONDS)
    return answer


def show_closed(request: HttpRequest) -> HttpResponse:
    """Return the notice at a table that is closed to this user."""
    return render(request, "games/closed.html", status=403)


def mark_findable(answer: HttpResponse, table: Game) -> HttpResponse:
    """Return the page of a game, hidden from search engines if the table is private."""
    if not (table.rated or table.access == Game.Access.PUBLIC):
        answer["X-Robots-Tag"] = "noindex"
    return answer


def redirect_refused(request: HttpRequest, table: Game, code: str) -> HttpResponse:
    """Redirect to a table, with a notice why a request was refused."""
    messages.warning(request, REFUSAL_TEXTS[code])
    return redirect_to_table(table)


def redirect_to_table(table: Game) -> HttpResponse:
    """Redirect to a table, or to its result."""
    answer = HttpResponseRedirect("", status=SEE_OTHER)
    answer["Location"] = redirect("games:game", table.pk).url
    return answer


@require_safe
def show_learn(request: HttpRequest) -> HttpResponse:
    """Show the page where learning begins, in the version of the default game."""
    return render(request, f"{GAMES[default_game()].folder}/learn/hub.html")
