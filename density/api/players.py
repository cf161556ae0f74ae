"""Players, their ratings and finished games, and friends."""

from typing import Any, cast

from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request

from accounts import friends as follows
from accounts.models import User
from accounts.ratings import ranks
from density.api import answers, requests
from density.api.base import ApiView, refuse_request, scopes_of
from density.api.operations import FRIENDS, declare_operation
from density.platform import limits
from games.engine.contract import Json, Refused
from games.history_rows import HistoryRow
from games.live.table_list import your_table
from games.lobby import friends
from games.pages.forms import HistoryFilter
from games.pages.profiles import find_players, find_user
from games.players import history, profile
from games.players.curve import read_curve
from games.registry import GAMES, game_or_default

NO_PLAYER, HIDDEN = Refused("no-such-player"), Refused("hidden")


class Account(ApiView):
    """The account of the request."""

    @declare_operation(answers.Account)
    def get(self, request: Request, fields: Json) -> answers.Account:
        """Show whose token or session this is, and at which table the user sits."""
        table = your_table(self.user.pk)
        return {
            "name": self.user.name,
            "url": player_url(self.user.name),
            "guest": self.user.is_guest,
            "scopes": scopes_of(request),
            "table": None if table is None else {"id": table["id"], "url": table["url"]},
        }


class Players(ApiView):
    """Registered players."""

    @declare_operation(answers.FoundPlayers, query=requests.Search, public=True)
    def get(self, request: Request, fields: Json) -> answers.FoundPlayers | Refused:
        """Find up to 20 players whose names begin with a text."""
        users = find_players(request._request, fields["search"])
        if users is None:
            return Refused("malformed")
        return {"players": [{"name": user.name, "url": player_url(user.name)} for user in users]}


class OfPlayer(ApiView):
    """The base of what one player shows."""

    def find_player(self, name: str, *, with_history: bool = False) -> User | Refused:
        """Return the player of a name, unless their history is asked for and hidden."""
        user = find_user(name)
        if user is None:
            return NO_PLAYER
        hidden = with_history and not profile.sees_history(user, self.request.user.pk)
        return HIDDEN if hidden else user


class Player(OfPlayer):
    """A player."""

    @declare_operation(answers.Player, public=True, codes=("no-such-player",))
    def get(self, request: Request, fields: Json, name: str) -> answers.Player | Refused:
        """Show a player with the ratings that are not hidden."""
        user = self.find_player(name)
        if isinstance(user, Refused):
            return user
        rows = user.ranks.filter(slug__in=GAMES, mode=ranks.mode_of(user), rated_at__isnull=False)
        shows = profile.sees_rating(user, request.user.pk)
        return {
            "name": user.name,
            "url": player_url(user.name),
            "avatar": user.avatar,
            "since": user.joined_at,
            "guest": user.is_guest,
            "you": user.pk == request.user.pk,
            "history": profile.sees_history(user, request.user.pk),
            "ratings": [
                {
                    **ranks.show_chip(rank.rating, rank.games, rank.rung),
                    "game": rank.slug,
                    "games": rank.games,
                    "wins": rank.wins,
                    "best": rank.best,
                }
                for rank in (rows.order_by("slug") if shows else ())
            ],
        }


class Ratings(OfPlayer):
    """The rating curve of a player."""

    @declare_operation(
        answers.Curve, query=requests.CurveQuery, public=True, codes=("no-such-player", "hidden")
    )
    def get(self, request: Request, fields: Json, name: str) -> answers.Curve | Refused:
        """Show how a player's rating in one game changed, oldest first."""
        user = self.find_player(name)
        if isinstance(user, Refused):
            return user
        if not profile.sees_rating(user, request.user.pk):
            return HIDDEN
        slug = game_or_default(fields.get("game"))
        points = read_curve(user, slug, fields.get("span", "quarter"), timezone.now())
        return {"game": slug, "points": [cast("Any", point._asdict()) for point in points]}


class History(OfPlayer):
    """The finished games of a player."""

    @declare_operation(
        answers.History,
        query=requests.HistoryFilters,
        public=True,
        codes=("no-such-player", "hidden"),
    )
    def get(self, request: Request, fields: Json, name: str) -> Any:
        """List a player's finished games by filter, 25 per page, newest first."""
        user = self.find_player(name, with_history=True)
        if isinstance(user, Refused):
            return user
        form = HistoryFilter({field: str(value) for field, value in fields.items()})
        if not form.is_valid():
            return refuse_request("malformed", describe_errors(form))
        ratings = profile.sees_rating(user, request.user.pk)
        page = history.read_page(user, form.query(), ratings=ratings)
        return {
            "games": [describe_game(row) for row in page["games"]],
            "next": page["more"] or None,
        }


class Friends(ApiView):
    """Followed players and past opponents."""

    tagged = False

    @declare_operation(answers.Friends, scope=FRIENDS, codes=("guests",))
    def get(self, request: Request, fields: Json) -> Any:
        """List the players whom the user follows or met, with what they do now."""
        return Refused("guests") if self.user.is_guest else friends.list_people(self.user.pk)


class Friend(OfPlayer):
    """A followed player."""

    @declare_operation(
        None,
        scope=FRIENDS,
        codes=("no-such-player", "guests", "self", "blocked", "too-many"),
        status=204,
    )
    def put(self, request: Request, fields: Json, name: str) -> Refused | None:
        """Follow a player."""
        return self.set_relation(name, follows.follow_user)

    @declare_operation(None, scope=FRIENDS, codes=("no-such-player",), status=204)
    def delete(self, request: Request, fields: Json, name: str) -> Refused | None:
        """Stop following a player."""
        return self.set_relation(name, follows.unfollow_user)

    def set_relation(self, name: str, change: Any) -> Refused | None:
        """Change a relation to a player, within the limit of such changes."""
        limits.count_use("friends", self.user.pk)
        user = self.find_player(name)
        if isinstance(user, Refused):
            return user
        code = change(self.user, user)
        return Refused(code) if code else None


def describe_game(row: HistoryRow) -> answers.PastGame:
    """Return a finished game as the API shows it."""
    return {
        "id": row["id"],
        "url": row["url"],
        "slug": row["slug"],
        "finished_at": row["finished_at"],
        "seconds": row["seconds"],
        "rated": row["rated"],
        "place": row["place"],
        "seats": row["seats"],
        "opponents": row["names"],
        "matches": row["matches"],
        "matches_won": row["won"],
        "rating": row["rating"],
        "own": {name: read(row) for name, read in GAMES[row["slug"]].columns.items()},
    }


def describe_errors(form: Any) -> str:
    """Return what is wrong with a form, by field."""
    return " ".join(
        f"{field}: {message}" for field, texts in form.errors.items() for message in texts
    )


def player_url(name: str) -> str:
    """Return the address of a player's page."""
    return reverse("games:player", args=(name,))
