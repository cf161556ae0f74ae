"""The pages for players whose game is over: the same game again, or its outcome."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.engine.contract import Refused
from games.live import play_out
from games.lobby import rematch
from games.models import Game
from games.pages import contexts
from games.pages.tables import (
    closed_is_missing,
    live,
    mark_findable,
    opening_user,
    redirect_refused,
    redirect_to_opened,
    redirect_to_table,
    show_closed,
)


@require_http_methods(["GET", "HEAD", "POST"])
@closed_is_missing
def play_like_this(request: HttpRequest, game_id: str) -> HttpResponse:
    """Play a game like this one against AI players (POST), or show this one."""
    game = get_object_or_404(Game, pk=game_id)
    if request.method != "POST" or not isinstance(request.user, User):
        return redirect_to_table(game)
    user = opening_user(request)
    choice = request.POST.get("against") or request.POST.get("level", "")
    level, _space, length = choice.partition(" ")
    opened = rematch.play_like_this(game_id, user, level, length)
    if opened == Refused("malformed"):
        return HttpResponse(_("This AI level doesn’t exist. Choose another one."), status=400)
    if isinstance(opened, Refused) and opened.code != "busy":
        return redirect_refused(request, game, opened.code)
    return redirect_to_opened(request, user, opened)


@live
@require_http_methods(["GET", "HEAD", "POST"])
@closed_is_missing
def show_outcome(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show the result of a game, or a page that waits for it (games/outcome.html).

    A POST by a user who is out has a game that is left to AI players played out at once.
    """
    game = get_object_or_404(Game, pk=game_id)
    if game.status not in (Game.Status.PLAYING, Game.Status.SEALING):
        return redirect_to_table(game)
    if not contexts.may_read(game, request.user.pk):
        return show_closed(request)
    if request.method == "POST":
        play_out.request_play_out(game_id, request.user.pk)
        return redirect(reverse("games:outcome", args=(game_id,)) + "?now=1")
    context = contexts.outcome_context(game, request.user.pk)
    context["skipping"] = context["can_skip"] and "now" in request.GET
    return mark_findable(render(request, "games/outcome.html", context), game)
