"""Finished games step by step: the page, its data, and the past of a match that runs."""

from contextlib import suppress
from hashlib import sha256
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.decorators import method_decorator
from django.utils.http import quote_etag
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits
from accounts.models import User
from games.engine.contract import Refused
from games.models import Game
from games.pages import contexts
from games.pages.tables import closed, closed_is_missing, findable
from games.records import replay as replays
from games.records import review as reviews
from games.registry import GAMES
from games.tasks import review_match

# seconds after which no page waits for a review any more
EXPIRES = 50
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
    """What an AI thinks of a finished match."""

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
        if reviews.claim(game_id, match, _asker(request)):
            # without a broker no worker thinks, and the page goes on without opinions
            with suppress(OperationalError):
                review_match.apply_async((game_id, match), expires=EXPIRES, retry=False)
        waiting = Response({"state": "waiting"}, status.HTTP_202_ACCEPTED)
        patch_cache_control(waiting, private=True, no_store=True)
        return waiting


@method_decorator(cache_control(private=True, no_store=True), name="dispatch")
class PastView(APIView):
    """The match that is played, or an earlier one: the events and views of its viewer."""

    permission_classes = (AllowAny,)

    def get(self, request: Request, game_id: str) -> Response:
        """Return the past of docs/PROTOCOL.md."""
        try:
            match = request.query_params.get("match", "")
            found = replays.past(
                game_id, request.user.pk, int(match) if match.isdecimal() else None
            )
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


def _asker(request: Request) -> str:
    """Return the source of a request for work: an account, or the address of a visitor."""
    user = request.user
    if isinstance(user, User) and not user.is_guest:
        return f"user {user.pk}"
    return limits.address(request._request)


def _refused(code: str) -> Response:
    answer = Response({"code": code}, REFUSALS.get(code, status.HTTP_404_NOT_FOUND))
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
