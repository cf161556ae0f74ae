"""The contexts of the pages around a game, ready for their templates."""

from django.http import QueryDict
from django.urls import reverse

from games import labels
from games.engine.contract import Json
from games.models import Game, Seat
from games.records import archive
from games.records import result as results
from games.registry import GAMES
from games.table import again
from games.table import lobby as tables
from games.table.position import is_public

LAST = 5


def choice(slug: str) -> Json:
    """Return what a page knows of the game that it is about, and of those that it might be about.

    {"slug", "title", "folder" of its templates and static files, "seats": at most,
    "others": how many more than the reader, "levels" of its
    AI players, "choices": [(slug, short name, title)]}
    """
    most = max(GAMES[slug].rules.seat_counts)
    return {
        "slug": slug,
        "title": GAMES[slug].title,
        "folder": GAMES[slug].folder,
        "seats": most,
        "others": most - 1,
        "levels": labels.levels_of(slug),
        "choices": choices(),
    }


def choices() -> list[tuple[str, str, str]]:
    """Return every game: slug, short name, title."""
    return [(game.slug, game.short, game.title) for game in GAMES.values()]


def home(user_id: int | None, slug: str) -> Json:
    """Return the context of templates/games/home.html; None is a visitor without a login."""
    about = {"about": choice(slug), "levels": labels.levels_of(slug)}
    if user_id is None:
        return {**about, "running": None, "games": [], "tables": []}
    return {
        **lobby(),
        **about,
        "running": tables.your_table(user_id),
        "games": archive.rows(user_id, archive.newest(user_id, LAST), ratings=True),
    }


def lobby(slug: str = "") -> Json:
    """Return the context of templates/games/tables.html: the tables of one game, or of all."""
    listed = [each for each in tables.tables() if slug in ("", each["slug"])]
    return {
        "tables": listed,
        "tables_open": sum(table["open"] for table in listed),
        "game": slug,
        "about": choice(slug) if slug else None,
        "choices": choices(),
    }


def busy(user_id: int, sent: QueryDict) -> Json:
    """The context of templates/games/busy.html: the table in the way, and what was asked for."""
    fields = [(name, value) for name, values in sent.lists() for value in values]
    return {
        "table": tables.your_table(user_id),
        "fields": [field for field in fields if field[0] not in ("csrfmiddlewaretoken", "leave")],
    }


def table(game: Game, snapshot: Json) -> Json:
    """Return the context of templates/games/table.html."""
    empty = not game.rated and any(seat["kind"] == "empty" for seat in snapshot["seats"])
    seated = snapshot["you"] is not None
    return {
        "game": game,
        "snapshot": snapshot,
        "socket_url": f"/ws/game/{game.pk}/",
        "join_url": reverse("games:join", args=(game.pk,)),
        "seated": seated,
        "can_join": empty and not seated,
        "about": choice(game.slug),
        "levels": labels.levels_of(game.slug),
    }


def may_read(game: Game, user_id: int | None) -> bool:
    """Return whether this user may read a finished game: every user, where it could be watched.

    Else the users who played it to the end or left it.
    """
    if is_public(game):
        return True
    return user_id is not None and Seat.objects.filter(game=game, user_id=user_id).exists()


def result(game_id: str, user_id: int | None) -> Json:
    """The context of templates/games/result.html. Raises Game.DoesNotExist unless finished."""
    story = results.result(game_id, user_id)
    slug = story["game"]["slug"]
    return {
        **story,
        "about": choice(slug),
        "levels": labels.levels_of(slug),
        "again": again.invitation(game_id, user_id),
    }


def next_table(game: Game, user_id: int | None) -> Game | None:
    """Return where a finished game goes on, for users who played it and did not abandon it."""
    if user_id is None or not again.asked(game.pk).filter(user_id=user_id).exists():
        return None
    return game.again
