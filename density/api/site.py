"""The leaderboards, the daily puzzle and the log of deals."""

from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request

from accounts.ratings import rated_games
from accounts.ratings.leaderboards import Leaderboard, read_leaderboard, show_leaderboard
from density.api import answers, requests
from density.api.base import ApiView
from density.api.operations import declare_operation
from games.analysis import puzzles
from games.answers import Deals as DealLinks
from games.engine.contract import Json, Refused
from games.records import game_log
from games.registry import GAMES, default_game


class Leaderboards(ApiView):
    """The leaderboards of a game."""

    @declare_operation(
        Leaderboard, query=requests.BoardQuery, public=True, codes=("no-such-board",)
    )
    def get(self, request: Request, fields: Json) -> Leaderboard | Refused:
        """Show a leaderboard; the views `around` and `friends` are those of the user."""
        slug = fields.get("game", rated_games.default_game())
        view = fields.get("view", "global")
        if slug not in rated_games.RATED_GAMES:
            return Refused("no-such-board")
        board = read_leaderboard(slug, view, request.user.pk, timezone.now())
        return show_leaderboard(board, slug, view)


class DailyPuzzle(ApiView):
    """The daily puzzle."""

    @declare_operation(
        answers.DailyPuzzle, query=requests.OfGame, public=True, codes=("no-such-puzzle",)
    )
    def get(self, request: Request, fields: Json) -> answers.DailyPuzzle | Refused:
        """Show the puzzle of this day (UTC) without its solution, the same for everyone."""
        slug, today = fields.get("game", default_game()), timezone.now().date()
        has_puzzles = slug in GAMES and GAMES[slug].puzzle is not None
        puzzle = puzzles.daily_puzzle(slug, today) if has_puzzles else None
        if puzzle is None:
            return Refused("no-such-puzzle")
        return {
            "id": puzzle.pk,
            "url": reverse(f"{GAMES[slug].folder}:puzzle", args=(puzzle.pk,)),
            "day": today.isoformat(),
            "question": puzzle.question,
            "theme": puzzle.situation,
            "position": puzzle.data["position"],
            "choices": sorted(choice for choice, _chance in puzzle.data["worth"]),
        }


class Deals(ApiView):
    """The public log of sealed deals."""

    @declare_operation(DealLinks, query=requests.DealsQuery, public=True)
    def get(self, request: Request, fields: Json) -> DealLinks:
        """List up to 1000 deals of the public log after a sequence number, oldest first."""
        return {"deals": game_log.list_deals(fields.get("after", 0), fields.get("game", ""))}
