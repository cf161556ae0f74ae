"""The same table over HTTP: a snapshot for the viewer, and moves by the same function."""

import time
from typing import Any

from django.http.request import RawPostDataException
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import metrics
from games.engine.contract import Refused
from games.inbox import read_fields
from games.models import Game
from games.records import game_log
from games.table import play, snapshots
from games.table.handlers import HANDLERS


class Page(serializers.Serializer[Any]):
    """Where in the log to begin."""

    after = serializers.IntegerField(min_value=0, max_value=2**62, default=0)
    game = serializers.RegexField(r"\A[A-Za-z0-9_-]{1,12}\Z", default="")


class DealsView(APIView):
    """The public log of sealed deals."""

    permission_classes = (AllowAny,)

    def get(self, request: Request) -> Response:
        """Return up to 1000 links after a sequence number, oldest first; or that of one game."""
        asked = Page(data=request.query_params)
        if not asked.is_valid():
            return Response({"code": "malformed"}, status.HTTP_400_BAD_REQUEST)
        after, game_id = (asked.validated_data[name] for name in ("after", "game"))
        return Response({"deals": game_log.deals(after, game_id)})


@method_decorator(cache_control(private=True, no_store=True), name="dispatch")
class GameView(APIView):
    """What the viewer may know of a game now."""

    permission_classes = (AllowAny,)

    def get(self, request: Request, game_id: str) -> Response:
        """The snapshot of docs/PROTOCOL.md; 404 without such a game, 403 without watching."""
        try:
            frame = snapshots.snapshot(game_id, request.user.pk)
        except Game.DoesNotExist:
            return Response({"code": "no-such-game"}, status.HTTP_404_NOT_FOUND)
        if isinstance(frame, Refused):
            return Response({"code": frame.code}, status.HTTP_403_FORBIDDEN)
        return Response(frame)


class ActView(APIView):
    """A move by a program."""

    permission_classes = (IsAuthenticated,)

    def post(self, request: Request, game_id: str) -> Response:
        """Return the game's new version; 409 with the refusal code when nothing was done."""
        try:
            sent = read_fields(request.body, HANDLERS["act"].required)
        except RawPostDataException:
            sent = Refused("malformed")
        if isinstance(sent, Refused):
            return Response({"code": sent.code}, status.HTTP_400_BAD_REQUEST)
        began = time.perf_counter()
        try:
            done = play.act(game_id, request.user.pk, sent["question"], sent["action"])
        except Game.DoesNotExist:
            return Response({"code": "no-such-game"}, status.HTTP_404_NOT_FOUND)
        if isinstance(done, Refused):
            malformed = done.code == "malformed"
            conflict = status.HTTP_400_BAD_REQUEST if malformed else status.HTTP_409_CONFLICT
            return Response({"code": done.code}, conflict)
        metrics.observe("move_seconds", time.perf_counter() - began, "api")
        return Response({"version": done.version})
