"""The leaderboards for programs."""

from django.utils import timezone
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import leaderboards, rated_games


class LeaderboardsView(APIView):
    """The leaderboard: the same as the page."""

    permission_classes = (AllowAny,)

    def get(self, request: Request) -> Response:
        """The board of a `game` and a `view`: global, around, friends or week, or 404."""
        slug = request.query_params.get("game", rated_games.default())
        view = request.query_params.get("view", "global")
        try:
            board = leaderboards.board(slug, view, request.user.pk, timezone.now())
        except KeyError:
            return Response({"code": "no-such-board"}, status.HTTP_404_NOT_FOUND)
        answer = Response({**board, "game": slug, "view": view})
        answer["Cache-Control"] = "private, no-store"
        return answer
