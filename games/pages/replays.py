"""Finished games step by step: the page, its data, and the past of a match that runs."""

from contextlib import suppress
from hashlib import sha256
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.decorators import method_decorator
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe
from kombu.exceptions import OperationalError
from redis import RedisError
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits
from games.engine.contract import Json, Refused
from games.models import Game
from games.pages import contexts
from games.pages.tables import begins_a_game, closed, closed_is_missing, findable, go, opener
from games.records import replay as replays
from games.records import review as reviews
from games.records import review_queue
from games.registry import GAMES
from games.table import forks
from games.tasks import review_game

REFUSALS = {
    "not-finished": status.HTTP_409_CONFLICT,
    "not-started": status.HTTP_409_CONFLICT,
    "not-seated": status.HTTP_403_FORBIDDEN,
    "malformed": status.HTTP_400_BAD_REQUEST,
}


@require_safe
@closed_is_missing
def replay(request: HttpRequest, game_id: str) -> HttpResponse:
    """Return a finished game step by step; its table before its end, 403 where watching was closed.

    `?view=all|0..3&match=4&step=17` opens at that moment. Context: games.records.replay.page
    (templates/games/replay.html).
    """
    found = get_object_or_404(Game, pk=game_id)
    if found.status != Game.Status.FINISHED:
        return redirect("games:game", game_id)
    if not contexts.may_read(found, request.user.pk):
        return closed(request)
    context = replays.page(game_id, request.user.pk, request.GET.dict())
    if isinstance(context, Refused):
        raise Http404(context.code)
    return findable(render(request, f"{GAMES[found.slug].folder}/replay.html", context), found)


@require_http_methods(["GET", "HEAD", "POST"])
@closed_is_missing
@begins_a_game
def go_on(request: HttpRequest, game_id: str) -> HttpResponse:
    """Continue a moment of a finished game (POST: match, step, seat, level, maybe with=friends).

    It is played against AI players, or with friends at a table on a link. A visitor without a
    login becomes a guest. All else shows the replay.
    """
    found = get_object_or_404(Game, pk=game_id)
    if not contexts.may_read(found, request.user.pk):
        return closed(request)
    if request.method != "POST":
        return redirect("games:replay", game_id)
    asked = replays.read_moment(request.POST.dict())
    level = request.POST.get("level", "")
    known = not isinstance(asked, Refused) and GAMES[found.slug].may_seat(level)
    if found.status != Game.Status.FINISHED or isinstance(asked, Refused) or not known:
        return HttpResponse(_("The game cannot go on from there."), status=400)
    user = opener(request)
    friends = request.POST.get("with") == "friends"
    opened = forks.continue_from(game_id, user, **asked, level=level, friends=friends)
    if isinstance(opened, Refused) and opened.code not in ("busy", "draining"):
        return HttpResponse(_("The game cannot go on from there."), status=400)
    return go(request, user, opened)


class ReplayView(APIView):
    """The steps of a match of a finished game: the events and views of one viewer."""

    permission_classes = (AllowAny,)

    def get(self, request: Request, game_id: str) -> HttpResponse:
        """Return the replay of docs/PROTOCOL.md; a finished game never changes, so it has a tag."""
        asked = _asked(request, game_id)
        if isinstance(asked, Refused):
            return _refused(asked.code)
        story = replays.replay(game_id, request.user.pk, *asked)
        if isinstance(story, Refused):
            return _refused(story.code)
        return _tagged(request, story)


class ReviewView(APIView):
    """What an AI thinks of a match of a finished game."""

    permission_classes = (AllowAny,)

    def get(self, request: Request, game_id: str) -> HttpResponse:
        """Return the review of docs/PROTOCOL.md; 202 while a worker thinks: ask again."""
        asked = _asked(request, game_id)
        if isinstance(asked, Refused):
            return _refused(asked.code)
        view, match = asked
        found = reviews.review(game_id, view, match)
        if isinstance(found, Refused):
            return _refused(found.code)
        if found is not None:
            return _tagged(request, found)
        _begin(request, game_id, match)
        waiting = {"state": "waiting", **reviews.progress(game_id)}
        return _unkept(waiting, status.HTTP_202_ACCEPTED)


class MistakesView(APIView):
    """The costliest choices of a finished game."""

    permission_classes = (AllowAny,)

    def get(self, request: Request, game_id: str) -> HttpResponse:
        """Return the mistakes of docs/PROTOCOL.md: those that are known by now."""
        asked = _asked(request, game_id)
        found = asked if isinstance(asked, Refused) else reviews.mistakes(game_id, asked[0])
        if isinstance(found, Refused):
            return _refused(found.code)
        if found["made"] == found["of"]:
            return _tagged(request, found)
        _begin(request, game_id)
        return _unkept(found)


@method_decorator(cache_control(private=True, no_store=True), name="dispatch")
class PastView(APIView):
    """The match that is played, or an earlier one: the events and views of its viewer."""

    permission_classes = (AllowAny,)

    def get(self, request: Request, game_id: str) -> Response:
        """Return the past of docs/PROTOCOL.md."""
        match = replays.read_match(request.query_params.get("match", ""))
        if isinstance(match, Refused):
            return _refused(match.code)
        try:
            found = replays.past(game_id, request.user.pk, match)
        except Game.DoesNotExist:
            return _refused("no-such-game")
        return _refused(found.code) if isinstance(found, Refused) else Response(found)


def _asked(request: Request, game_id: str) -> tuple[replays.View, int] | Refused:
    """Which view and match of a game that this reader may read is asked for, or why none is."""
    found = Game.objects.filter(pk=game_id).first()
    if found is None:
        return Refused("no-such-game")
    if not contexts.may_read(found, request.user.pk):
        return Refused("not-seated")
    return replays.read_asked(request.query_params.dict())


def _begin(request: Request, game_id: str, match: int | None = None) -> None:
    """Have a worker look back on a game, unless one does or the requester has one do already.

    Without Redis no worker thinks, and the page goes on without opinions.
    """
    with suppress(RedisError, OperationalError):
        address = limits.address(request._request)
        requester = f"user-{request.user.pk}" if request.user.pk else address
        if reviews.claim(game_id, match, requester, limits.mark(address)):
            review_game.apply_async((game_id,), expires=review_queue.LOST, retry=False)


def _refused(code: str) -> Response:
    return _unkept({"code": code}, REFUSALS.get(code, status.HTTP_404_NOT_FOUND))


def _unkept(found: Json, code: int = status.HTTP_200_OK) -> Response:
    """Return an answer that another moment changes."""
    answer = Response(found, code)
    patch_cache_control(answer, private=True, no_store=True)
    return answer


def _tagged(request: Request, story: Any) -> HttpResponse:
    """Return the answer with a tag of its bytes, or word that the reader's copy is still right."""
    body = JSONRenderer().render(story)
    tag = quote_etag(sha256(body).hexdigest()[:32])
    answer = get_conditional_response(request._request, etag=tag)
    if answer is None:
        answer = HttpResponse(body, content_type="application/json")
        answer["ETag"] = tag
    patch_cache_control(answer, private=True, no_cache=True)
    return answer
