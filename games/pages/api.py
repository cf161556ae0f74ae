"""The API of the site's own pages: replays, reviews, proofs, the log of deals."""

from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Any

from django.http import HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from kombu.exceptions import OperationalError
from redis import RedisError
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from density.platform import limits
from games.analysis import review, review_queue
from games.answers import Deals, Mistakes, Past, Proof, Replay, Review, Waiting, Whose
from games.engine.contract import Refused
from games.live import proofs
from games.models import Game
from games.pages import contexts
from games.records import game_log, replay
from games.tasks import review_game

# statuses of refusals by code; all others mean that there is no such thing
REFUSALS = {
    "malformed": status.HTTP_400_BAD_REQUEST,
    "not-finished": status.HTTP_409_CONFLICT,
    "not-started": status.HTTP_409_CONFLICT,
    "no-proof": status.HTTP_409_CONFLICT,
    "not-seated": status.HTTP_403_FORBIDDEN,
}


class Page(serializers.Serializer[Any]):
    """The query parameters of the log."""

    after = serializers.IntegerField(min_value=0, max_value=2**62, default=0)
    game = serializers.RegexField(r"\A[A-Za-z0-9_-]{1,12}\Z", default="")
    sequence = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**62), max_length=50, default=list
    )


class DealsView(APIView):
    """The public log of sealed deals."""

    answer = Deals
    permission_classes = (AllowAny,)

    def get(self, request: Request) -> Response:
        """Return up to 1000 links after a sequence number, oldest first.

        Or only those of a game and of these sequence numbers.
        """
        page = Page(data=request.query_params)
        if not page.is_valid():
            return Response({"code": "malformed"}, status.HTTP_400_BAD_REQUEST)
        after, game_id, sequences = (page.validated_data[name] for name in page.fields)
        deals: Deals = {"deals": game_log.list_deals(after, game_id, sequences)}
        return Response(deals)


class OfGame(APIView):
    """The base of answers about one game: uncached JSON, an HttpResponse, or a refusal."""

    permission_classes = (AllowAny,)

    def handle_exception(self, exc: Exception) -> Any:
        """Return the refusal "no-such-game", or the usual answer to another fault."""
        if isinstance(exc, Game.DoesNotExist):
            return Refused("no-such-game")
        return super().handle_exception(exc)

    def finalize_response(self, request: Request, response: Any, *args: Any, **given: Any) -> Any:
        """Return the HTTP response to a refusal or to data."""
        if isinstance(response, Refused):
            code = response.code
            response = Response({"code": code}, REFUSALS.get(code, status.HTTP_404_NOT_FOUND))
        elif isinstance(response, dict):
            response = Response(response)
        if not response.has_header("ETag"):
            patch_cache_control(response, private=True, no_store=True)
        return super().finalize_response(request, response, *args, **given)


class ReplayView(OfGame):
    """A match of a finished game in steps, with the events and views for one viewer."""

    answer = Replay

    def get(self, request: Request, game_id: str) -> HttpResponse | Refused:
        """Return the replay with an ETag: a finished game never changes."""
        story = read_replay(game_id, request.user.pk, request.query_params.dict())
        return story if isinstance(story, Refused) else answer_with_tag(request, story)


class ReviewView(OfGame):
    """The coach's review of a match of a finished game."""

    answer = Review | Waiting

    def get(self, request: Request, game_id: str) -> HttpResponse | Refused:
        """Return the review; 202 while a worker makes it: ask again."""
        parameters = _read_parameters(game_id, request.user.pk, request.query_params.dict())
        if isinstance(parameters, Refused):
            return parameters
        view, match = parameters
        answer = review.read_review(game_id, view, match)
        if isinstance(answer, Refused):
            return answer
        if answer is not None:
            return answer_with_tag(request, answer)
        _begin_review(request, game_id, match)
        waiting: Waiting = {
            "state": "waiting",
            **review.review_progress(game_id),
            "decisions": review.read_finding(game_id, view, match),
        }
        return Response(waiting, status.HTTP_202_ACCEPTED)


class MistakesView(OfGame):
    """The costliest choices of a finished game."""

    answer = Mistakes

    def get(self, request: Request, game_id: str) -> HttpResponse | Mistakes | Refused:
        """Return the mistakes in the matches reviewed so far."""
        parameters = _read_parameters(game_id, request.user.pk, request.query_params.dict())
        answer = (
            parameters
            if isinstance(parameters, Refused)
            else review.list_mistakes(game_id, parameters[0])
        )
        if isinstance(answer, Refused):
            return answer
        if answer["made"] == answer["of"]:
            return answer_with_tag(request, answer)
        _begin_review(request, game_id)
        return answer


class PastView(OfGame):
    """The current match of a game, or an earlier one, with the events and views for its viewer."""

    answer = Past

    def get(self, request: Request, game_id: str) -> Past | Refused:
        """Return the match that the query names, or the current one."""
        match = replay.read_match(request.query_params.get("match", ""))
        if isinstance(match, Refused):
            return match
        return replay.read_past_match(game_id, request.user.pk, match)


class ProofView(OfGame):
    """The proof of the cards of a match that the viewer has seen."""

    answer = Proof

    def get(self, request: Request, game_id: str) -> Proof | Refused:
        """Return the proof of the current match or another; `?leaves=1` adds the deck's leaves."""
        match = replay.read_match(request.query_params.get("match", ""))
        if isinstance(match, Refused):
            return match
        leaves = request.query_params.get("leaves") == "1"
        return proofs.read_proof(game_id, request.user.pk, match, leaves=leaves)


def read_replay(
    game_id: str, user_id: int | None, parameters: Mapping[str, str]
) -> Replay | Refused:
    """Return the replay that a request asks for. Raises Game.DoesNotExist."""
    asked = _read_parameters(game_id, user_id, parameters)
    return asked if isinstance(asked, Refused) else replay.read_replay(game_id, user_id, *asked)


def _read_parameters(
    game_id: str, user_id: int | None, parameters: Mapping[str, str]
) -> tuple[Whose, int] | Refused:
    """Return the view and match in a request about a game that this user may read."""
    if not contexts.may_read(Game.objects.get(pk=game_id), user_id):
        return Refused("not-seated")
    return replay.read_asked(dict(parameters))


def _begin_review(request: Request, game_id: str, match: int | None = None) -> None:
    """Have a worker review a game, unless one does, or works on another game for this requester.

    Without Redis there is no review; the page works without it.
    """
    with suppress(RedisError, OperationalError):
        address = limits.client_network(request._request)
        requester = f"user-{request.user.pk}" if request.user.pk else address
        if review.claim_match(game_id, match, requester, limits.hash_subject(address)):
            review_game.apply_async((game_id,), expires=review_queue.LOST, retry=False)


def answer_with_tag(request: Request, story: Mapping[str, object]) -> HttpResponse:
    """Return the answer with an ETag, or 304 if the client's copy is still valid."""
    body = JSONRenderer().render(story)
    tag = quote_etag(sha256(body).hexdigest()[:32])
    answer = get_conditional_response(request._request, etag=tag)
    if answer is None:
        answer = HttpResponse(body, content_type="application/json")
    answer["ETag"] = tag
    patch_cache_control(answer, private=True, no_cache=True)
    return answer
