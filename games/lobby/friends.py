"""The friends of a user: whether they are online, what they play or watch, and past opponents.

It never shows that a friend waits in a ranked queue, so that no one can choose opponents by it.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse

from accounts import friends
from accounts.models import Audience, Follow, Mute, User
from games.engine.contract import Json
from games.live import online
from games.models import Game, Result, Seat
from games.positions.position import RUNNING, is_public
from games.registry import GAMES

# in the order of a list of friends
STATES = ("waiting", "playing", "watching", "online", "offline", "hidden")
# the number of last games that are searched for opponents, and the most opponents that are shown
LOOKED_AT, MOST_OPPONENTS = 60, 20


def list_friends(viewer_id: int) -> list[Json]:
    """Return the users whom the viewer follows with their presence, in the order of STATES.

    {"name", "state": one of STATES, "game": the game that they play or watch, or "", "url": of a
    table that the viewer may join or watch, or "", "join_url": to sit down there, or ""}
    """
    follows = Follow.objects.filter(owner=viewer_id, followed__is_active=True)
    follows = follows.exclude(followed__in=friends.blocked_with(viewer_id))
    users = [follow.followed for follow in follows.select_related("followed")]
    states = read_presence(viewer_id, users)
    rows = [{"name": user.name, **states[user.pk]} for user in users]
    return sorted(rows, key=lambda row: (STATES.index(row["state"]), row["name"].casefold()))


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

    Rows are as in list_friends(), with "met" and "invites": whether the viewer may challenge the
    user. Users who hide their presence from the viewer and users in a block or a mute are left out.
    """
    followed = Follow.objects.filter(owner=viewer.pk).values_list("followed", flat=True)
    seats = Seat.objects.filter(game__in=game_ids, user__isnull=False).exclude(user=viewer.pk)
    met = set(seats.values_list("user", flat=True))
    here = online.users_online(sorted({*met, *followed}))
    if not here:
        return []
    apart = Mute.objects.filter(
        Q(owner=viewer.pk, muted=OuterRef("pk")) | Q(owner=OuterRef("pk"), muted=viewer.pk)
    )
    users: Any = User.objects.filter(~Exists(apart), pk__in=here, is_active=True, is_guest=False)
    users = users.annotate(
        follows_viewer=Exists(Follow.objects.filter(owner=OuterRef("pk"), followed=viewer.pk))
    )
    states = read_presence(viewer.pk, list(users))
    rows = [
        {
            "name": user.name,
            "met": user.pk in met,
            "invites": user.invites_from == Audience.EVERYONE
            or (user.invites_from == Audience.FOLLOWED and user.follows_viewer),
            **states[user.pk],
        }
        for user in users
        if states[user.pk]["state"] not in ("hidden", "offline")
    ]
    return sorted(
        rows,
        key=lambda row: (not row["met"], STATES.index(row["state"]), row["name"].casefold()),
    )


def recent_opponents(user_id: int) -> list[Json]:
    """Return the last 20 users with whom this user has played, newest first.

    {"name", "at": when, "guest", "followed"}; users in a block with this user are left out.
    """
    results = Result.objects.filter(user=user_id).order_by("-finished_at", "-id")[:LOOKED_AT]
    games: dict[str, datetime] = dict(results.values_list("game", "finished_at"))
    seats = Seat.objects.filter(game__in=games, user__is_active=True).exclude(user=user_id)
    seats = seats.exclude(user__in=friends.blocked_with(user_id)).select_related("user")
    last: dict[User, datetime] = {}
    for seat in seats.only("game_id", "index", "user__name", "user__is_guest"):
        assert seat.user is not None
        last[seat.user] = max(games[seat.game_id], last.get(seat.user, games[seat.game_id]))
    newest = sorted(last, key=lambda user: (last[user], user.pk), reverse=True)[:MOST_OPPONENTS]
    follows = Follow.objects.filter(owner=user_id, followed__in=newest)
    followed = set(follows.values_list("followed", flat=True))
    return [
        {
            "name": user.name,
            "at": last[user],
            "guest": user.is_guest,
            "followed": user.pk in followed,
        }
        for user in newest
    ]


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
