"""What the pages around a game show, ready for their templates."""

from collections.abc import Sequence
from math import inf

from django.db.models import Count
from django.http import QueryDict
from django.urls import reverse

from accounts.models import User
from games.bots.catalog import levels
from games.engine.contract import Json
from games.models import Game, Match, Seat
from games.table import again, history
from games.table import lobby as tables
from games.table import result as results

SLUG = "density-deck"
LEVELS = [(level, level.capitalize()) for level in levels(SLUG)]
DEFAULT_LEVEL = LEVELS[-1][0]
LAST, RECENT = 5, 20
PLACES = (1, 2, 3, 4)


def home(user_id: int | None) -> Json:
    """The context of templates/games/home.html; None is somebody signed out."""
    if user_id is None:
        return {"running": None, "games": [], "tables": [], "levels": LEVELS}
    return {
        "running": your_table(user_id),
        **lobby(),
        "games": results.listed(history.recent_games(user_id, most=LAST)),
        "levels": LEVELS,
    }


def lobby() -> Json:
    """The context of templates/games/tables.html."""
    listed = tables.tables()
    return {"tables": listed, "tables_open": sum(table["open"] for table in listed)}


def your_table(user_id: int) -> Json | None:
    """The table where this user sits now, in one query: its address and how it stands there.

    {"id", "url", "title", "status": open, sealing or playing, "match", "your_turn", "stand_in"}
    """
    seats = Seat.objects.filter(user_id=user_id, live=True).select_related("game")
    seat = seats.defer("game__state").annotate(match=Count("game__matches")).first()
    if seat is None:
        return None
    game = seat.game
    playing = game.status == Game.Status.PLAYING
    return {
        "id": game.pk,
        "url": reverse("games:game", args=(game.pk,)),
        "title": game.title,
        "status": game.status,
        "match": max(1, seat.match),
        "your_turn": seat.asked and playing,
        "stand_in": bool(seat.stand_in),
    }


def busy(user_id: int, sent: QueryDict) -> Json:
    """The context of templates/games/busy.html: the table in the way, and what was asked for."""
    fields = [(name, value) for name, values in sent.lists() for value in values]
    return {
        "table": your_table(user_id),
        "fields": [field for field in fields if field[0] not in ("csrfmiddlewaretoken", "leave")],
    }


def table(game: Game, snapshot: Json) -> Json:
    """The context of templates/games/table.html."""
    empty = any(seat["kind"] == "empty" for seat in snapshot["seats"])
    seated = snapshot["you"] is not None
    return {
        "game": game,
        "snapshot": snapshot,
        "socket_url": f"/ws/game/{game.pk}/",
        "join_url": reverse("games:join", args=(game.pk,)),
        "seated": seated,
        "can_join": empty and not seated,
        "levels": LEVELS,
    }


def result(game_id: str, user_id: int | None) -> Json:
    """The context of templates/games/result.html. Raises Game.DoesNotExist unless finished."""
    story = results.result(game_id, user_id)
    return {**story, "levels": LEVELS, "again": again.invitation(game_id, user_id)}


def next_table(game: Game, user_id: int | None) -> Game | None:
    """Where a finished game goes on, for those who played it and did not abandon it."""
    if user_id is None or not again.asked(game.pk).filter(user_id=user_id).exists():
        return None
    return game.again


def player(user: User, viewer_id: int | None) -> Json:
    """The context of templates/games/player.html."""
    finished = Seat.objects.filter(user=user, game__status=Game.Status.FINISHED)
    counts = dict(finished.order_by().values_list("place").annotate(Count("pk")))
    played = sum(counts.values())
    recent = history.recent_games(user.pk, most=RECENT)
    best = _best_hands(recent)
    return {
        "player": {
            "name": user.name,
            "since": user.joined_at,
            "guest": user.is_guest,
            "you": user.pk == viewer_id,
            "played": played,
            **_tally(dict(finished.values_list("game_id", "index"))),
        },
        "split": [
            {
                "place": place,
                "count": counts.get(place, 0),
                "share": round(100 * counts.get(place, 0) / played) if played else 0,
            }
            for place in PLACES
        ],
        "games": [
            {**line, "best": best.get(seat.game_id)}
            for line, seat in zip(results.listed(recent), recent, strict=True)
        ],
    }


def _tally(chairs: dict[str, int]) -> Json:
    """Matches played and won by somebody who sat on these chairs, by game."""
    rows = Match.objects.filter(game__in=chairs).values_list("game_id", "living", "winners")
    matches = list(rows)
    return {
        "matches": sum(chairs[game] in living for game, living, _ in matches),
        "matches_won": sum(chairs[game] in (winners or ()) for game, _, winners in matches),
    }


def _best_hands(seats: Sequence[Seat]) -> dict[str, Json]:
    """By game: the highest score of these seats in theirs, and the base color that made it."""
    own = {seat.game_id: str(seat.index) for seat in seats}
    best: dict[str, Json] = {}
    rows = Match.objects.filter(game_id__in=own, scores__isnull=False)
    for game_id, scores in rows.values_list("game_id", "scores"):
        score = (scores or {}).get(own[game_id])
        if score and score["score"] > best.get(game_id, {"score": -inf})["score"]:
            suit = score["base"]["suit"] if score["base"] else None
            best[game_id] = {"suit": suit, "score": score["score"]}
    return best
