"""The finished games of a user by filter, newest first, in pages or all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse

from accounts.models import RatingEvent, User
from accounts.names import name_key
from games import labels
from games.history_rows import HistoryRow, RatingChange
from games.models import Game, Match, Result, Seat
from games.records.kept_names import SHOWN_NAME
from games.registry import GAMES

PAGE, BATCH = 25, 500
# the place in a filter for a draw of two players
DRAWN = 0


@dataclass(frozen=True, slots=True)
class HistoryQuery:
    """The filter of a user's games; an empty field leaves the choice open."""

    game: str = ""
    mode: str = ""
    place: int | None = None
    opponent: str = ""
    # the base of a match that the user won
    color: str = ""
    # since this time, and before this time
    since: datetime | None = None
    until: datetime | None = None
    # only games that ended before that of this result, the last one of the previous page
    before: int | None = None


def find_results(user_id: int, query: HistoryQuery) -> QuerySet[Result]:
    """Return the results that match a filter, newest first."""
    results = Result.objects.filter(user=user_id, **_column_conditions(query))
    if query.place in (DRAWN, 1):
        results = results.filter(_draw_condition() if query.place == DRAWN else ~_draw_condition())
    if query.opponent:
        results = results.filter(Exists(_seats_named(query.opponent)))
    if query.before is not None:
        last = Result.objects.filter(user=user_id, pk=query.before).values("finished_at")[:1]
        earlier = Q(finished_at__lt=Subquery(last))
        results = results.filter(
            earlier | Q(finished_at=Subquery(last), pk__lt=query.before),
            finished_at__lte=Subquery(last),
        )
    return results.order_by("-finished_at", "-pk")


class HistoryPage(TypedDict):
    """A page of games; `more` is the filter's `before` for the next page, or ""."""

    games: list[HistoryRow]
    more: int | str


def read_page(user: User, query: HistoryQuery, *, ratings: bool) -> HistoryPage:
    """Return a page of games that match a filter."""
    results = list(find_results(user.pk, query)[: PAGE + 1])
    page = results[:PAGE]
    more = page[-1].pk if len(results) > PAGE else ""
    return {"games": read_rows(user.pk, page, ratings=ratings), "more": more}


def newest_results(user_id: int, most: int) -> list[Result]:
    """Return up to `most` results of the latest games, newest first."""
    return list(find_results(user_id, HistoryQuery())[:most])


def read_rows(user_id: int, results: Sequence[Result], *, ratings: bool) -> list[HistoryRow]:
    """Return the rows of templates/games/_games.html and of exports, in two queries.

    It takes one more if games were played by two or for points, and one less without ratings.
    """
    sitters: dict[str, list[Any]] = {}
    began: dict[str, datetime | None] = {}
    seats = Seat.objects.filter(game__in=[result.game_id for result in results]).order_by("index")
    fields = ("game_id", "index", "kind", "place", "game__started_at")
    for row in seats.values(*fields, shown=SHOWN_NAME):
        seat = row | {"name": row["shown"]}
        began[seat["game_id"]] = seat["game__started_at"]
        sitters.setdefault(seat["game_id"], []).append(seat)
    others = {
        result.game_id: [seat for seat in sitters[result.game_id] if seat["index"] != result.seat]
        for result in results
    }
    events = _rating_changes(user_id, results) if ratings else {}
    against = opponent_ends(results)
    return [
        {
            "id": result.game_id,
            "url": reverse("games:game", args=(result.game_id,)),
            "slug": result.slug,
            "game": GAMES[result.slug].title,
            "folder": GAMES[result.slug].folder,
            "points": result.counts.get("points"),
            "lives": result.lives,
            "against": against.get(result.game_id),
            "counts": result.counts,
            "rated": result.rated,
            "finished_at": result.finished_at,
            "seconds": _seconds_between(began.get(result.game_id), result.finished_at),
            "place": result.place,
            "seats": result.seats,
            "shared": any(seat["place"] == result.place for seat in others[result.game_id]),
            "names": [seat["name"] for seat in others[result.game_id]],
            "sitters": [labels.seat_name(seat) for seat in others[result.game_id]],
            "matches": result.matches,
            "won": result.won,
            "best": None
            if result.best_score is None
            else {"suit": result.best_suit or None, "score": result.best_score},
            "colors": result.colors,
            "fights": result.fights,
            "surrenders": result.surrenders,
            "dealt": result.dealt,
            "taken": result.taken,
            "rating": events.get(result.game_id),
        }
        for result in results
    ]


def all_rows(user: User, query: HistoryQuery, *, ratings: bool) -> list[HistoryRow]:
    """Return all rows that match a filter, read in batches to limit the size of statements."""
    results = list(find_results(user.pk, query))
    return [
        row
        for start in range(0, len(results), BATCH)
        for row in read_rows(user.pk, results[start : start + BATCH], ratings=ratings)
    ]


def _column_conditions(query: HistoryQuery) -> dict[str, Any]:
    """Return the conditions of a filter on columns of Result."""
    conditions = {
        "slug": query.game,
        "rated": query.mode and query.mode == "ranked",
        "place": 1 if query.place == DRAWN else query.place,
        "colors__has_key": query.color,
        "finished_at__gte": query.since,
        "finished_at__lt": query.until,
    }
    return {name: value for name, value in conditions.items() if value not in ("", None)}


def count_drawn(user_id: int, slug: str, *, rated: bool) -> int:
    """Return the number of draws of this user against one opponent."""
    results = Result.objects.filter(user=user_id, slug=slug, rated=rated, place=1)
    return results.filter(_draw_condition()).count()


def _draw_condition() -> Q:
    others = Seat.objects.filter(game=OuterRef("game"), place=OuterRef("place"))
    return Q(Exists(others.exclude(index=OuterRef("seat"))), seats=labels.DUEL)


def _rating_changes(user_id: int, results: Sequence[Result]) -> dict[str, RatingChange]:
    rated = [result.game_id for result in results if result.rated]
    events = RatingEvent.objects.filter(user=user_id, game__in=rated)
    return {
        game: {"before": before, "after": after, "change": after - before}
        for game, before, after in events.values_list("game", "rating_before", "rating_after")
    }


def opponent_ends(results: Sequence[Result]) -> dict[str, int]:
    """Return the most points of an opponent at the end, by game, in games played for points.

    In other games of two, it is the opponent's lives. Larger games without points are left out.
    """
    by_points = {result.game_id for result in results if "points" in result.counts}
    duels = {result.game_id for result in results if result.seats == labels.DUEL}
    seats = {result.game_id: str(result.seat) for result in results}
    if not by_points | duels:
        return {}
    last = Match.objects.filter(game=OuterRef("pk"), round__isnull=False).order_by("-number")
    ends = Game.objects.filter(pk__in=by_points | duels).values_list(
        "pk", Subquery(last.values("scores")[:1]), Subquery(last.values("lives")[:1])
    )
    return {
        game: max(end for seat, end in numbers.items() if seat != seats[game])
        for game, scores, lives in ends
        if (numbers := scores if game in by_points else lives)
    }


def _seconds_between(began: datetime | None, finished: datetime) -> int | None:
    return None if began is None else round((finished - began).total_seconds())


def _seats_named(name: str) -> QuerySet[Seat]:
    """Return the opponents' seats with this name, either at the time of the game or now."""
    others = Seat.objects.filter(game=OuterRef("game")).exclude(index=OuterRef("seat"))
    owner = User.objects.filter(name_key=name_key(name)).values_list("pk", flat=True).first()
    return others.filter(Q(name__iexact=name) | Q(user=owner) if owner else Q(name__iexact=name))
