"""The list of public tables to join or to watch, the same for every reader."""

import hashlib
import time
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

from django.core.cache import cache
from django.db.models import (
    Case,
    Count,
    Exists,
    IntegerField,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.urls import reverse
from redis import RedisError

from density.platform.redis import passing_over_outages, redis_connection
from games.engine.contract import Json
from games.live import again, online
from games.live.broadcast import encode_frame, publish_lobby_on_commit
from games.models import Game, Match, Seat
from games.positions.position import RUNNING, is_public, is_set_aside, size_of
from games.protocol import ListedSeat, TableRow, TablesOfUsers
from games.records import kept_names
from games.registry import GAMES

MOST = 50
# number of newest games among which the one with most spectators is suggested for watching
CANDIDATES = 12
PUBLISHED = "density:lobby"
ACTIVITY = "games.activity.2"
# a process reads the list for the home page at most once in this many seconds
FRESH_SECONDS = 4
# number of newest finished games among which the home page's last public game is searched
LOOKED_AT = 40

People = dict[str, list[int]]


def make_frame() -> TablesOfUsers:
    """Return the list in the format of docs/PROTOCOL.md, in six queries.

    The stamp is taken before the tables are read, so a list with a later stamp is never older.
    "people" has the ids of the users at each table and goes to no client.
    """
    stamp = _read_stamp()
    people: dict[str, list[int]] = {}
    return {
        "type": "tables",
        "stamp": stamp,
        "tables": list_tables(people),
        "watch": _suggested_row(people),
        "people": people,
        "online": online.count_users(),
        "running": Game.objects.filter(~is_set_aside(), status__in=RUNNING).count(),
    }


def list_tables(people: People | None = None) -> list[TableRow]:
    """Return at most 50 tables: open ones, oldest first, then running ones.

    They are the newest of each kind, so that old tables without players hide none. Public tables
    and tables with a password are listed; tables on a link are private. The ids of the users at
    each table are added to `people`.
    """
    tables: list[Any] = list(_listed_games())
    waiting = [game for game in tables if game.status == Game.Status.OPEN]
    return _table_rows([*reversed(waiting), *tables[len(waiting) :]], people)


def list_activity() -> Json:
    """Return the list for the home page, cached, with the last public game that was won as "over".

    "over" is None or {"url" of its replay, "slug", "seats": [{"kind", "name", "avatar"}], best
    first}.
    """
    activity: Json | None = cache.get(ACTIVITY)
    if activity is None:
        activity = {**make_frame(), "over": _last_won_game()}
        cache.set(ACTIVITY, activity, FRESH_SECONDS)
    return activity


def _last_won_game() -> Json | None:
    """Return the last public game that someone won, of players who all show their history."""
    # without a second place, several players share the first one
    beaten = Exists(Seat.objects.filter(game=OuterRef("pk"), place=2))
    ended = Game.objects.filter(beaten, status=Game.Status.FINISHED, left_at=None)
    newest: Any = ended.order_by("-created_at")
    newest = newest.exclude(seats__user__hides_history=True)
    candidates = newest.defer("state", "barred", "secret")[:LOOKED_AT]
    listed = (game for game in candidates if game.rated or game.access == Game.Access.PUBLIC)
    game = next(filter(is_public, listed), None)
    if game is None:
        return None
    seats: Any = game.seats.annotate(shown=kept_names.SHOWN_NAME).order_by("place", "index")
    return {
        "url": reverse("games:replay", args=(game.pk,)),
        "slug": game.slug,
        "seats": [{"kind": seat.kind, "name": seat.shown, "avatar": seat.avatar} for seat in seats],
    }


def hide_users(listing: Json, people: Mapping[str, Sequence[int]], hidden: Set[int]) -> Json:
    """Return the list of tables without those of hidden users."""
    hidden_tables = {table for table, users in people.items() if not hidden.isdisjoint(users)}
    if not hidden_tables:
        return listing
    watch = listing.get("watch")
    return {
        **listing,
        "tables": [row for row in listing["tables"] if row["id"] not in hidden_tables],
        "watch": None if watch is None or watch["id"] in hidden_tables else watch,
    }


def publish_list(game: Game) -> None:
    """On commit, publish the list of tables, if this table is listed."""
    if game.access != Game.Access.LINK:
        publish_lobby_on_commit(make_frame)


def refresh_list() -> bool:
    """Publish the list if it has changed, even by changes that publish nothing, such as spectators.

    Return False if it has not changed, or in an outage of Redis.
    """
    listing = make_frame()
    rest = {name: part for name, part in listing.items() if name != "stamp"}
    mark = hashlib.sha256(encode_frame(rest).encode()).hexdigest()
    with passing_over_outages("the list of tables was not refreshed; the clock tries again"):
        if redis_connection().set(PUBLISHED, mark, get=True) != mark:
            publish_lobby_on_commit(lambda: listing)
            return True
    return False


def _listed_games() -> QuerySet[Game]:
    opened = Q(status=Game.Status.OPEN, access__in=(Game.Access.PUBLIC, Game.Access.PASSWORD))
    running = Q(status__in=RUNNING, access=Game.Access.PUBLIC, watchable=True)
    rank: Any = Case(When(opened, then=Value(0)), default=Value(1), output_field=IntegerField())
    return _games_with_columns(opened | running).order_by(rank, "-created_at", "-pk")[:MOST]


def _suggested_row(people: People) -> TableRow | None:
    """Return the row of the public or ranked game with most spectators, among the newest.

    None if no such game is running.
    """
    listed = Q(access=Game.Access.PUBLIC) | Q(rated=True)
    games = _games_with_columns(listed, status=Game.Status.PLAYING, watchable=True)
    rows = _table_rows(games.order_by("-created_at", "-pk")[:CANDIDATES], people)
    return max(rows, key=lambda row: int(row["watchers"]), default=None)


def _games_with_columns(*which: Q, **fields: Any) -> QuerySet[Game]:
    """Return the chosen games with the columns that _row() reads."""
    seats = Seat.objects.only("game_id", "index", "kind", "name", "user_id", "hides_name", "avatar")
    newest = Match.objects.filter(game=OuterRef("pk")).order_by("-number")
    games = Game.objects.filter(*which, **fields).defer("state", "barred", "secret")
    return games.annotate(
        match=Subquery(newest.values("number")[:1]),
        living=Subquery(newest.values("living")[:1]),
        kept=again.reserved_count(),
    ).prefetch_related(Prefetch("seats", queryset=seats))


def _table_rows(games: Iterable[Any], people: People | None) -> list[TableRow]:
    tables = list(games)
    if people is not None:
        for game in tables:
            users = (seat.user_id for seat in game.seats.all())
            people[game.pk] = [user for user in users if user is not None]
    spectators = online.count_spectators([game.pk for game in tables])
    return [_table_row(game, spectators[game.pk]) for game in tables]


def _table_row(game: Any, spectators: int) -> TableRow:
    """Return the row of a game in the list; the game is one of _drawn()."""
    seats = {seat.index: seat for seat in game.seats.all()}
    free = size_of(game.ruleset) - len(seats) - game.kept
    host = next((seat for seat in seats.values() if seat.user_id == game.host_id), None)
    return {
        "id": game.pk,
        "url": reverse("games:game", args=(game.pk,)),
        "join_url": reverse("games:join", args=(game.pk,)),
        "title": game.title,
        "host": _public_name(host) if host and game.host_id else "",
        "open": game.status == Game.Status.OPEN and free > 0,
        "locked": game.access == Game.Access.PASSWORD,
        "rated": game.rated,
        "slug": game.slug,
        "game": GAMES[game.slug].title,
        "edition": game.edition,
        "free": None if game.clock is None else game.clock["free"],
        "match": game.match,
        "left": None if game.match is None else len(game.living or ()),
        "seats": [
            _listed_seat(seats[index]) if index in seats else {"kind": "empty", "name": ""}
            for index in range(size_of(game.ruleset))
        ],
        "watchers": spectators,
    }


def _listed_seat(seat: Seat) -> ListedSeat:
    """Return a taken seat in the list; a hidden name hides the avatar, too."""
    avatar = "" if seat.hides_name else seat.avatar
    return {"kind": seat.kind, "name": _public_name(seat), "avatar": avatar}


def _public_name(seat: Seat) -> str:
    return "" if seat.hides_name else seat.name


def _read_stamp() -> int:
    """Return Unix milliseconds by the clock of Redis, which all processes share."""
    try:
        now: Any = redis_connection().time()
        return int(now[0]) * 1000 + int(now[1]) // 1000
    except RedisError:
        return round(time.time() * 1000)


def your_table(user_id: int, *, also_kept: bool = False) -> Json | None:
    """Return the table where this user sits now, in one query.

    {"id", "url", "title", "slug", "seats", "rated", "status": open, sealing or playing, "part":
    "match 4" in the words of the game, "your_turn", "stand_in", "out": whether the user is out of a
    game that others play on, "last": whether the game ends when this user leaves it, "kept":
    whether the user set it aside}. With `also_kept`, it may be the last game that was set aside.
    """
    newest = Match.objects.filter(game=OuterRef("game")).order_by("-number")
    own_seats = Q(live=True)
    if also_kept:
        own_seats |= Q(kept_at__isnull=False, abandoned_at=None, game__status__in=RUNNING)
    seats = Seat.objects.filter(own_seats, user_id=user_id).select_related("game")
    seats = seats.order_by("-live", "-kept_at")
    others = Seat.objects.filter(game=OuterRef("game"), user__isnull=False, abandoned_at=None)
    others = others.exclude(pk=OuterRef("pk"))
    seats = seats.annotate(
        match=Count("game__matches"),
        living=Subquery(newest.values("living")[:1]),
        company=Exists(others),
    )
    seat: Any = seats.defer("game__state").first()
    if seat is None:
        return None
    game = seat.game
    playing = game.status == Game.Status.PLAYING
    return {
        "id": game.pk,
        "url": reverse("games:game", args=(game.pk,)),
        "title": game.title,
        "slug": game.slug,
        "seats": size_of(game.ruleset),
        "rated": game.rated,
        "status": game.status,
        "part": str(GAMES[game.slug].part) % {"match": max(1, seat.match)},
        "your_turn": seat.asked and playing,
        "stand_in": bool(seat.stand_in),
        "out": playing and bool(seat.living) and seat.index not in seat.living,
        "last": not (game.rated or seat.company),
        "kept": not seat.live,
    }
