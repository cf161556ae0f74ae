"""The contexts of the templates of game pages."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils import timezone

from accounts import friends
from accounts.identity import guests
from accounts.models import User
from games import ai_choices
from games.analysis import result as results
from games.engine.contract import Json
from games.live import again, play_out
from games.live import table_list as tables
from games.models import Game, Seat
from games.pages import today
from games.players import goals, history
from games.positions.position import is_public
from games.protocol import Snapshot, TableRow
from games.records import against_ai, busy_hours
from games.registry import GAMES

LAST = 5
# the most tables on the home page
FEW = 6


def game_choice(slug: str) -> Json:
    """Return the context about the game of a page, and about the other games."""
    game = GAMES[slug]
    most = max(game.rules.seat_counts)
    return {
        "slug": slug,
        "title": game.title,
        "folder": game.folder,
        "seats": most,
        # the most players besides the reader
        "others": most - 1,
        "choices": game_choices(),
    }


def game_choices() -> list[tuple[str, str, str]]:
    """Return (slug, short name, title) of every game."""
    return [(game.slug, game.short, game.title) for game in GAMES.values()]


def home_context(user: User | AnonymousUser, slug: str) -> Json:
    """Return the context of templates/games/home.html."""
    user_id, now = user.pk, tables.list_activity()
    now = tables.hide_users(now, now.get("people", {}), friends.blocked_with(user_id))
    site = {
        "about": game_choice(slug),
        "now": now,
        "tables": now["tables"][:FEW],
        "tables_open": sum(table["open"] for table in now["tables"]),
        "few": FEW,
        "busy": busy_hours.read_busy_hours(timezone.now()),
    }
    if not isinstance(user, User):
        return {**site, "running": None, "games": [], "today": None}
    results, running = history.newest_results(user.pk, LAST), tables.your_table(user.pk)
    games = history.read_rows(user.pk, results, ratings=True)
    returns = games and running is None
    return {
        **site,
        "running": running,
        "games": games,
        "today": today.read_today(user, results, games, slug, timezone.now()) if returns else None,
    }


def lobby_context(user_id: int | None, slug: str = "") -> Json:
    """Return the context of templates/games/tables.html: the tables of one game, or of all."""
    rows = list_visible_tables(user_id, slug)
    return {
        "tables": rows,
        "tables_open": sum(row["open"] for row in rows),
        "game": slug,
        "about": game_choice(slug) if slug else None,
        "choices": game_choices(),
        "busy": busy_hours.read_busy_hours(timezone.now()),
    }


def list_visible_tables(user_id: int | None, slug: str = "") -> list[TableRow]:
    """Return the public tables of one game, or of all, without those of blocked users."""
    people: dict[str, list[int]] = {}
    listing = {"tables": tables.list_tables(people)}
    listing = tables.hide_users(listing, people, friends.blocked_with(user_id))
    return [row for row in listing["tables"] if slug in ("", row["slug"])]


def busy_context(user_id: int, data: QueryDict) -> Json:
    """Return the context of templates/games/busy.html: the user's table, and the fields sent."""
    fields = [(name, value) for name, values in data.lists() for value in values]
    return {
        "table": tables.your_table(user_id),
        "fields": [field for field in fields if field[0] not in ("csrfmiddlewaretoken", "leave")],
    }


def table_context(game: Game, snapshot: Snapshot, user_id: int | None) -> Json:
    """Return the context of templates/games/table.html; `user_id` is None without a login."""
    seats = snapshot["seats"]
    empty = not game.rated and any(seat["kind"] == "empty" for seat in seats)
    return {
        "game": game,
        "snapshot": snapshot,
        "socket_url": f"/ws/game/{game.pk}/",
        "join_url": reverse("games:join", args=(game.pk,)),
        "seated": snapshot["you"] is not None,
        "first_game": user_id is not None
        and snapshot["you"] is not None
        and _is_first_game(game, user_id),
        "suggested": guests.suggested_name() if user_id is None and empty else "",
        "about": game_choice(game.slug),
        "host": next(
            (seat["name"] for seat in seats if seat["seat"] == snapshot["game"]["host"]), ""
        ),
        "players": [seat["name"] for seat in seats if seat["kind"] == "player"],
        "free_seats": sum(seat["kind"] == "empty" for seat in seats),
    }


def _is_first_game(game: Game, user_id: int) -> bool:
    """Return whether a player has no other game that has begun."""
    seats = Seat.objects.filter(user_id=user_id, game__started_at__isnull=False)
    return not seats.exclude(game=game).exists()


def may_read(game: Game, user_id: int | None) -> bool:
    """Return whether this user may read a finished game.

    Everyone may read a game that was open to spectators; others only users who had a seat in it.
    """
    if is_public(game):
        return True
    return user_id is not None and Seat.objects.filter(game=game, user_id=user_id).exists()


def result_context(game_id: str, reader: User | AnonymousUser) -> Json:
    """Return the context of templates/games/result.html. Raises as read_result() does."""
    user, user_id = reader if isinstance(reader, User) else None, reader.pk
    story = results.read_result(game_id, user_id)
    slug = story["game"]["slug"]
    return {
        **story,
        "about": game_choice(slug),
        "again": again.rematch_invitation(game_id, user_id),
        "next_level": None
        if story["rated"] or story["left"]
        else ai_choices.next_level(slug, story["places"]),
        "as_before": _same_choice(story["game"], story["places"]),
        "reviewed": GAMES[slug].reviewer is not None,
        "goals": None
        if user is None or story["own"] is None
        else goals.read_after_game(user, slug, game_id),
    }


def keep_offer(request: HttpRequest, context: Json) -> Json | None:
    """Return what a guest would keep by signing up, right after a good game.

    `context` is the result_context() of the game. The result is {"games": how many were played to
    their end, "counts": how many of them count towards the first rank in this game}; None for other
    users, after other games, and for a day after "not now". In a good game, the guest did not
    abandon the seat and came first, came second but not last, or played against one opponent.
    """
    own_result, game = context["own"], context["game"]
    good = own_result is not None and game["fresh"] and own_result["place"] <= 2
    good = good and (own_result["end"] != "last" or context["duel"])
    user = request.user
    if not (good and isinstance(user, User) and user.is_guest) or guests.has_put_off(request):
        return None
    ended = Seat.objects.filter(user=user, game__status=Game.Status.FINISHED, abandoned_at=None)
    if not ended.filter(game=game["id"]).exists():
        return None
    counts = len(against_ai.before_ranked(user.pk, game["slug"]))
    return {"games": ended.count(), "counts": counts}


def _same_choice(game: Json, places: list[Json]) -> str:
    """Return level and length of a game in the format of ai_choices.read_choice().

    "" if the game has several levels or no such length, or if its level is a strength on the dial,
    which each reader is offered anyway.
    """
    levels = {place["level"] for place in places if place["kind"] == Seat.Kind.AI}
    level, *others = levels or {GAMES[game["slug"]].usual_level}
    length = ai_choices.length_of(game["slug"], game["edition"], game["ruleset"])
    if others or not length or level not in GAMES[game["slug"]].levels:
        return ""
    return f"{level} {length}" if GAMES[game["slug"]].quick else str(level)


def outcome_context(game: Game, user_id: int | None) -> Json:
    """Return the context of templates/games/outcome.html for a running game."""
    return {
        **play_out.read_outlook(game.pk, user_id),
        "game": game,
        "about": game_choice(game.slug),
        "socket_url": f"/ws/game/{game.pk}/",
    }


def next_table(game: Game, user_id: int | None) -> Game | None:
    """Return the newest rematch of a finished game if this user may see it, else None.

    Its players may see it, and every user who may read both games.
    """
    table = again.newest_rematch(game.pk)
    if table is None:
        return None
    if user_id is not None and again.rematch_seats(game.pk).filter(user_id=user_id).exists():
        return table
    return table if may_read(game, user_id) and may_read(table, user_id) else None
