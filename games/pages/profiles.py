"""The pages about players: search, profile, history and its export."""

import csv
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import friends
from accounts.models import User
from density.platform import limits
from games.history_rows import HistoryRow
from games.pages.forms import HistoryFilter
from games.players import ai_profile, history, profile
from games.registry import GAMES

Page = Callable[..., HttpResponseBase]
BAD_REQUEST = 400
# columns of every game; GameType.columns has others
COLUMNS = (
    *("id", "finished_at", "duration_seconds", "game", "mode", "place", "seats", "opponents"),
    *("matches", "matches_won"),
)
RATING_COLUMNS = ("rating_before", "rating_after", "rating_change")


def named_user(page: Page) -> Page:
    """Return the view that calls `page` with the user of a name; 404 without such a user."""

    @wraps(page)
    def answer(request: HttpRequest, name: str, **given: str) -> HttpResponseBase:
        user = find_user(name)
        if user is None:
            raise Http404
        return page(request, user, **given)

    return answer


def find_user(name: str) -> User | None:
    """Return the user of that name, if there is one."""
    try:
        # PostgreSQL refuses NUL in texts; no name has one
        return User.objects.get_by_natural_key(name.replace("\0", ""))
    except User.DoesNotExist:
        return None


def with_open_history(page: Page) -> Page:
    """Return the view that calls `page` unless the user hides the history (404)."""

    @wraps(page)
    def answer(request: HttpRequest, user: User, **given: str) -> HttpResponseBase:
        if not profile.sees_history(user, request.user.pk):
            raise Http404
        return page(request, user, **given)

    return answer


@require_safe
def show_player(request: HttpRequest, name: str) -> HttpResponseBase:
    """Show the page of a user, or of an AI player with an account; 404 without either.

    Users and AI players never share a name. Context: games.players.profile.read_profile, or
    games.players.ai_profile.
    """
    user, game = find_user(name), request.GET.get("game", "")
    if user is not None:
        span, mode = request.GET.get("span", ""), request.GET.get("kind", "")
        context = profile.read_profile(user, request.user.pk, span, mode, game)
        return render(request, "games/player.html", context)
    ai = ai_profile.ai_profile(name, game)
    if ai is None:
        raise Http404
    return render(request, "games/ai_player.html", ai)


@require_safe
def show_players(request: HttpRequest) -> HttpResponse:
    """Show the players whose names begin with the search term.

    Context: asked: the term, found: users (None if the term is too short), most: users at most.
    """
    term = request.GET.get("search", "").strip()
    users = find_players(request, term) if term else []
    context = {"asked": term, "found": users, "most": friends.MOST_FOUND}
    return render(request, "games/players.html", context)


def find_players(request: HttpRequest, term: str) -> list[User] | None:
    """Return accounts.friends.find_users(), within rate limits. Raises limits.TooMany."""
    limits.count_use("searches", request.user.pk or limits.client_network(request))
    return friends.find_users(term, request.user.pk)


@require_safe
@named_user
@with_open_history
def show_history(request: HttpRequest, user: User) -> HttpResponse:
    """Show a player's finished games by filter. Context: player, form, games, more, query."""
    form = HistoryFilter(request.GET)
    page: history.HistoryPage = {"games": [], "more": ""}
    if form.is_valid():
        ratings = profile.sees_rating(user, request.user.pk)
        page = history.read_page(user, form.query(), ratings=ratings)
    fields = {name: request.GET.get(name) for name in form.fields if name != "before"}
    query = urlencode({name: value for name, value in fields.items() if value})
    about = profile.describe_user(user, request.user.pk)
    context = {**page, "player": about, "form": form, "query": query}
    return render(request, "games/history.html", context)


@require_safe
@named_user
@with_open_history
def export_history(request: HttpRequest, user: User, ending: str) -> HttpResponseBase:
    """Return the games as one JSON document, or as a CSV table with headings."""
    form = HistoryFilter(request.GET)
    if not form.is_valid():
        return JsonResponse({"errors": form.errors.get_json_data()}, status=BAD_REQUEST)
    ratings = profile.sees_rating(user, request.user.pk)
    query = form.query()
    columns = columns_of(query.game, ratings=ratings)
    games = map(fields_of, history.all_rows(user, query, ratings=ratings))
    answer: HttpResponse
    if ending == "json":
        rows = [{name: row[name] for name in columns if name in row} for row in games]
        answer = JsonResponse({"player": user.name, "games": rows}, json_dumps_params={"indent": 1})
    else:
        # without a byte-order mark, spreadsheets assume an old encoding
        answer = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
        lines = csv.writer(answer)
        lines.writerow(columns)
        lines.writerows([_csv_cell(row.get(name)) for name in columns] for row in games)
    answer["Content-Disposition"] = f'attachment; filename="density-deck-games.{ending}"'
    return answer


# ------------------------------------------------------------------------------- exports
def columns_of(game: str, *, ratings: bool) -> tuple[str, ...]:
    """Return the columns of an export of one game, or of all games if it is empty."""
    games = [GAMES[game]] if game else GAMES.values()
    names = dict.fromkeys(name for game_type in games for name in game_type.columns)
    return (*COLUMNS, *names, *(RATING_COLUMNS if ratings else ()))


def fields_of(row: HistoryRow) -> dict[str, Any]:
    """Return the columns of a game in an export, by name."""
    rating = row["rating"]
    return {
        "id": row["id"],
        "finished_at": row["finished_at"].isoformat(timespec="seconds"),
        "duration_seconds": row["seconds"],
        "game": row["game"],
        "mode": "ranked" if row["rated"] else "casual",
        "place": row["place"],
        "seats": row["seats"],
        "opponents": row["names"],
        "matches": row["matches"],
        "matches_won": row["won"],
        **{name: read(row) for name, read in GAMES[row["slug"]].columns.items()},
        "rating_before": rating and rating["before"],
        "rating_after": rating and rating["after"],
        "rating_change": rating and rating["change"],
    }


def _csv_cell(value: object) -> object:
    """Return a value for a CSV cell, escaped if a spreadsheet could take it for a formula."""
    if isinstance(value, list):
        value = ", ".join(value)
    elif isinstance(value, dict):
        value = " ".join(f"{name}:{times}" for name, times in sorted(value.items()))
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@"):
        return f"'{value}"
    return value
