"""The friends of a user: whether they are here, what they play or watch, and past opponents.

That a friend waits in a ranked queue is never part of it: no opponent is chosen by it.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.urls import reverse

from accounts import friends
from accounts.models import Follow, User
from games.engine.contract import Json
from games.live import online
from games.models import Game, Result, Seat
from games.positions.position import RUNNING, is_public
from games.registry import GAMES

# in which order a list has them
STATES = ("waiting", "playing", "watching", "online", "offline", "hidden")
# of so many last games the opponents are looked through, and so many of them are shown
LOOKED_AT, MOST_OPPONENTS = 60, 20


def list_friends(viewer_id: int) -> list[Json]:
    """Return the users whom the viewer follows, as they are now; who is here stands first.

    {"name", "state": one of STATES, "game": what it plays or watches, or "", "url": of a table
    that the viewer may join or watch, or "", "join_url": where the viewer may sit down, or ""}
    """
    follows = Follow.objects.filter(owner=viewer_id, followed__is_active=True)
    follows = follows.exclude(followed__in=friends.blocked_with(viewer_id))
    users = [each.followed for each in follows.select_related("followed")]
    states = read_presence(viewer_id, users)
    rows = [{"name": user.name, **states[user.pk]} for user in users]
    return sorted(rows, key=lambda row: (STATES.index(row["state"]), row["name"].casefold()))


def read_presence(viewer_id: int, users: Collection[User]) -> dict[int, Json]:
    """Return what the viewer may know of where these users are now, by user id."""
    shown = friends.seen_present(viewer_id, users)
    here = online.users_online(sorted(shown))
    seats = Seat.objects.filter(user__in=here, live=True).select_related("game")
    seated = {seat.user_id: seat.game for seat in seats.defer("game__state")}
    watched: Mapping[str, Game] = Game.objects.defer("state").in_bulk(set(here.values()) - {""})
    found = {}
    for user in users:
        if user.pk not in shown:
            found[user.pk] = _state("hidden")
        elif user.pk not in here:
            found[user.pk] = _state("offline")
        else:
            found[user.pk] = _where(seated.get(user.pk), watched.get(here[user.pk]))
    return found


def recent_opponents(user_id: int) -> list[Json]:
    """Return the last 20 persons with whom this user has played, the newest first.

    {"name", "at": when, "guest", "followed"}; without the other user of a block.
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
    own = Follow.objects.filter(owner=user_id, followed__in=newest)
    followed = set(own.values_list("followed", flat=True))
    return [
        {
            "name": user.name,
            "at": last[user],
            "guest": user.is_guest,
            "followed": user.pk in followed,
        }
        for user in newest
    ]


def _where(table: Game | None, watched: Game | None) -> Json:
    """Return where a user is who is here: at a table, looking on at one, or elsewhere."""
    if table is not None and table.status in RUNNING:
        return _state("playing", table, url=_open_to_all(table) and is_public(table))
    if table is not None and not table.rated and table.access != Game.Access.LINK:
        return _state("waiting", table, url=True, join=table.access == Game.Access.PUBLIC)
    if watched is not None and watched.status in RUNNING and _open_to_all(watched):
        return _state("watching", watched, url=is_public(watched))
    return _state("online")


def _open_to_all(table: Game) -> bool:
    """Return whether a table may be found: on a link it is for those who have the link."""
    return table.rated or table.access == Game.Access.PUBLIC


def _state(
    state: str, table: Game | None = None, *, url: bool = False, join: bool = False
) -> dict[str, Any]:
    return {
        "state": state,
        "game": GAMES[table.slug].title if table is not None else "",
        "url": reverse("games:game", args=(table.pk,)) if table is not None and url else "",
        "join_url": reverse("games:join", args=(table.pk,)) if table is not None and join else "",
    }
