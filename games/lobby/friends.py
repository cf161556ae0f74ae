"""The friends and past opponents of a user: whether they are online, and what they play or watch.

It never shows that a friend waits in a ranked queue, so that no one can choose opponents by it.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Count, F, FilteredRelation, Q
from django.urls import reverse

from accounts import friends
from accounts.models import Audience, Follow, User
from games.engine.contract import Json
from games.live import online
from games.models import Game, Result, Seat
from games.positions.position import RUNNING, is_public
from games.registry import GAMES

# in the order of a list of friends
ONLINE = ("waiting", "playing", "watching", "online")
STATES = (*ONLINE, "offline", "hidden")
# the number of last games that are searched for opponents, and the most opponents that are shown
LOOKED_AT, MOST_OPPONENTS = 60, 20


def list_people(viewer_id: int) -> dict[str, list[Json]]:
    """Return the users whom the viewer follows or has lately played with, each once.

    "now": those online, in the order of STATES; "followed": the others whom the viewer follows;
    "met": other past opponents, newest first. A row has the presence (read_presence) and:

    {"name", "avatar", "guest", "followed", "challenge": whether the viewer may challenge the user,
    "games": together, "ahead": those that the viewer finished ahead of the user}
    """
    follows = Follow.objects.filter(owner=viewer_id, followed__is_active=True)
    follows = follows.exclude(followed__in=friends.blocked_with(viewer_id))
    followed = [follow.followed for follow in follows.select_related("followed")]
    met = last_games(viewer_id)
    users = list(dict.fromkeys([*met, *followed]))
    states = read_presence(viewer_id, users)
    # a mute hides that its two users are here
    states |= dict.fromkeys(friends.muted_with(viewer_id), _build_state("hidden"))
    records = count_games_together(viewer_id, users)
    open_to = _open_to_challenges(viewer_id, users)
    rows = [
        {
            "name": user.name,
            "avatar": user.avatar,
            "guest": user.is_guest,
            "followed": user in followed,
            "challenge": user.pk in open_to,
            **states[user.pk],
            **records.get(user.pk, {"games": 0, "ahead": 0}),
        }
        for user in users
    ]
    by_presence = sorted(rows, key=lambda row: (STATES.index(row["state"]), row["name"].casefold()))
    return {
        "now": [row for row in by_presence if row["state"] in ONLINE],
        "followed": [row for row in by_presence if row["followed"] and row["state"] not in ONLINE],
        "met": [row for row in rows if not row["followed"] and row["state"] not in ONLINE],
    }


def _open_to_challenges(viewer_id: int, users: Collection[User]) -> set[int]:
    """Return the ids of the users who accept challenges from this viewer."""
    known = [user for user in users if not user.is_guest]
    follows = Follow.objects.filter(owner__in=known, followed=viewer_id)
    followers = set(follows.values_list("owner", flat=True))
    return {
        user.pk
        for user in known
        if user.invites_from == Audience.EVERYONE
        or (user.invites_from == Audience.FOLLOWED and user.pk in followers)
    }


def read_presence(viewer_id: int, users: Collection[User]) -> dict[int, Json]:
    """Return the presence of these users that the viewer may see, by user id."""
    visible = friends.seen_present(viewer_id, users)
    watching = online.users_online(sorted(visible))
    seats = Seat.objects.filter(user__in=watching, live=True).select_related("game")
    tables = {seat.user_id: seat.game for seat in seats.defer("game__state")}
    watched: Mapping[str, Game] = Game.objects.defer("state").in_bulk(set(watching.values()) - {""})
    states = {}
    for user in users:
        if user.pk not in visible:
            states[user.pk] = _build_state("hidden")
        elif user.pk not in watching:
            states[user.pk] = _build_state("offline")
        else:
            states[user.pk] = _locate_user(tables.get(user.pk), watched.get(watching[user.pk]))
    return states


def list_online(viewer: User, game_ids: Sequence[str]) -> list[Json]:
    """Return the users online whom the viewer follows or met in these games; opponents first.

    Rows have the presence (read_presence), "name", "avatar", "met", and "invites": whether the
    viewer may challenge the user. Users who hide their presence from the viewer and users in a
    block or a mute are left out.
    """
    followed = Follow.objects.filter(owner=viewer.pk).values_list("followed", flat=True)
    seats = Seat.objects.filter(game__in=game_ids, user__isnull=False).exclude(user=viewer.pk)
    met = set(seats.values_list("user", flat=True))
    here = online.users_online(sorted({*met, *followed} - friends.muted_with(viewer.pk)))
    if not here:
        return []
    users = list(User.objects.filter(pk__in=here, is_active=True, is_guest=False))
    open_to = _open_to_challenges(viewer.pk, users)
    states = read_presence(viewer.pk, users)
    rows = [
        {
            "name": user.name,
            "avatar": user.avatar,
            "met": user.pk in met,
            "invites": user.pk in open_to,
            **states[user.pk],
        }
        for user in users
        if states[user.pk]["state"] not in ("hidden", "offline")
    ]
    return sorted(
        rows,
        key=lambda row: (not row["met"], STATES.index(row["state"]), row["name"].casefold()),
    )


def last_games(user_id: int) -> dict[User, datetime]:
    """Return the last 20 users with whom this user has played, newest first, and when.

    Users in a block with this user are left out.
    """
    results = Result.objects.filter(user=user_id).order_by("-finished_at", "-id")[:LOOKED_AT]
    games: dict[str, datetime] = dict(results.values_list("game", "finished_at"))
    seats = Seat.objects.filter(game__in=games, user__is_active=True).exclude(user=user_id)
    seats = seats.exclude(user__in=friends.blocked_with(user_id)).select_related("user")
    last: dict[User, datetime] = {}
    for seat in seats:
        assert seat.user is not None
        last[seat.user] = max(games[seat.game_id], last.get(seat.user, games[seat.game_id]))
    newest = sorted(last, key=lambda user: (last[user], user.pk), reverse=True)[:MOST_OPPONENTS]
    return {user: last[user] for user in newest}


def count_games_together(user_id: int, others: Collection[User]) -> dict[int, Json]:
    """Return how often this user played with others, and finished ahead of them, by their id."""
    own = FilteredRelation("game__results", condition=Q(game__results__user=user_id))
    results = Result.objects.filter(user__in=others).annotate(own=own).filter(own__isnull=False)
    counts = results.values("user").annotate(
        games=Count("pk"), ahead=Count("pk", filter=Q(place__gt=F("own__place")))
    )
    return {row["user"]: {"games": row["games"], "ahead": row["ahead"]} for row in counts}


def _locate_user(table: Game | None, watched: Game | None) -> Json:
    """Return the state of a user who is online: at a table, watching one, or elsewhere."""
    if table is not None and table.status in RUNNING:
        return _build_state("playing", table, url=_is_listed(table) and is_public(table))
    if table is not None and not table.rated and table.access != Game.Access.LINK:
        return _build_state("waiting", table, url=True, join=table.access == Game.Access.PUBLIC)
    if watched is not None and watched.status in RUNNING and _is_listed(watched):
        return _build_state("watching", watched, url=is_public(watched))
    return _build_state("online")


def _is_listed(table: Game) -> bool:
    """Return whether a table is open to users without its link."""
    return table.rated or table.access == Game.Access.PUBLIC


def _build_state(
    state: str, table: Game | None = None, *, url: bool = False, join: bool = False
) -> dict[str, Any]:
    return {
        "state": state,
        "game": GAMES[table.slug].title if table is not None else "",
        "url": reverse("games:game", args=(table.pk,)) if table is not None and url else "",
        "join_url": reverse("games:join", args=(table.pk,)) if table is not None and join else "",
    }
