"""Presence: the users who have a table open, in Redis, in their seats, and in frames.

Commands use the seat's `away_since`. Redis has the heartbeats of sockets, so that users whose web
process died are noticed: a sorted set of "game:user", and one of the sockets of each user, by the
time of the last heartbeat.
"""

import contextlib
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import partial

from django.db import transaction
from redis import RedisError

from density.platform.redis import passing_over_outages, redis_connection
from games.engine.contract import Refused
from games.live import broadcast, executor, questions
from games.live.commands import dealing, readiness
from games.live.executor import Change, Command, execute_command
from games.models import Game, Seat
from games.positions import rows
from games.positions.clocks import SILENT
from games.positions.position import Position

HERE = "density:here"
KEPT_SECONDS = 60
BATCH = 100
# the columns of a seat that are about the presence of its owner
PRESENCE = ("game_id", "user_id", "away_since", "tab")


@dataclass(frozen=True, slots=True)
class Socket:
    """One open page of a user at a table; `tab` is the name of the page, `name` of the socket."""

    game_id: str
    user_id: int
    tab: str
    name: str


# --------------------------------------------------------------------------- handlers
def mark_arrival(game_id: str, user_id: int, tab: str | None, *, watching: bool) -> None:
    """Note that a user has a table open; if they own a seat, they are back.

    The page named `tab` (None: no page) may act from now on, unless it was only watching and
    another page that may act is connected. Does nothing for a user without a seat. The last user
    who comes to a ranked table begins its game.
    """
    with contextlib.suppress(Game.DoesNotExist):
        execute_command(game_id, apply_arrival, user_id, tab, watching=watching)


def apply_arrival(
    position: Position, user_id: int, tab: str | None, *, watching: bool = False
) -> Change | None:
    """Return the change that an arrival makes in memory; None if it changes nothing."""
    seat = _seat_unless_over(position, user_id)
    if seat is None:
        return None
    acts = seat.tab if tab is None or not _takes_over(seat, watching=watching) else tab
    was_here = seat.away_since is None
    if was_here and acts == seat.tab:
        return None
    seat.tab = acts
    if not was_here:
        questions.mark_back(position, seat)
    if not _is_gathering(position):
        return executor.presence_change(position, [seat] if was_here else position.people)
    return executor.presence_change(
        position, [seat], then=partial(_begin_if_complete, position, news=not was_here)
    )


def pages_to_mark(pages: Collection[Socket]) -> set[Socket]:
    """Return the pages whose users' seats are marked as away or have another acting page."""
    games, users = {page.game_id for page in pages}, {page.user_id for page in pages}
    seats = Seat.objects.filter(game__in=games, user__in=users, abandoned_at=None)
    rows = seats.exclude(game__status=Game.Status.FINISHED).values_list(*PRESENCE)
    tabs = {(game, user): None if away else tab for game, user, away, tab in rows}
    return {
        page
        for page in pages
        if (seat := (page.game_id, page.user_id)) in tabs and tabs[seat] != page.tab
    }


def mark_departure(game_id: str, user_id: int) -> bool:
    """Mark a user as away who has no socket open at this table; return False if one is open.

    During an outage of Redis no user is marked as away. If only the acting page was closed, any
    other page may act.
    """
    warning = "whether user %s is at game %s was not read; the next heartbeat decides"
    with (
        contextlib.suppress(Game.DoesNotExist),
        passing_over_outages(warning, user_id, game_id),
    ):
        if not isinstance(execute_command(game_id, _apply_departure, user_id), Change):
            return False
        if not _recent_tabs(game_id, user_id):
            return True
        # a socket that opened meanwhile may have read the seat before it was marked as away
        mark_arrival(game_id, user_id, None, watching=True)
    return False


def _apply_departure(position: Position, user_id: int) -> Change | None:
    """Return the change of a user who is gone, or whose acting page is gone. Raises RedisError."""
    seat = _seat_unless_over(position, user_id)
    if seat is None:
        return None
    tabs = _recent_tabs(position.game.pk, user_id)
    if not tabs and seat.away_since is None:
        seat.tab = ""
        questions.mark_away(position, seat)
        readiness.settle_pause(position)
        then = partial(_begin_if_complete, position, news=True) if _is_gathering(position) else None
        return executor.presence_change(position, list(position.seats.values()), then=then)
    if tabs and seat.tab and seat.tab not in tabs:
        seat.tab = ""
        return executor.presence_change(position, [seat])
    return None


@Command
def take_over(position: Position, user_id: int | None, tab: str) -> Change | Refused | None:
    """Let this page of a seat's owner act, and the others watch; None if it acts already."""
    seat = position.seat_of(user_id)
    if seat is None:
        return Refused("not-seated")
    if position.game.status == Game.Status.FINISHED:
        return Refused("game-over")
    if seat.tab == tab:
        return None
    seat.tab = tab
    return executor.presence_change(position, [seat])


def note_lag(game_id: str, user_id: int, milliseconds: int) -> None:
    """Save the round-trip time to an owner's browser; it counts from the next turn on."""
    most = 2**15 - 1
    with transaction.atomic():
        rows.raise_revisions([game_id])
        seats = Seat.objects.filter(game_id=game_id, user_id=user_id)
        seats.update(lag_ms=min(milliseconds, most))


# ----------------------------------------------------------------------------- heartbeats
def hold_sockets(sockets: Iterable[Socket]) -> list[tuple[str, int]]:
    """Note that these sockets are open; return the game and user ids that were not noted before.

    Raises RedisError.
    """
    open_sockets, now = list(sockets), time.time()
    with redis_connection().pipeline(transaction=False) as pipe:
        for socket in open_sockets:
            key = _sockets_key(socket.game_id, socket.user_id)
            pipe.zadd(HERE, {f"{socket.game_id}:{socket.user_id}": now})
            pipe.zadd(key, {f"{socket.tab} {socket.name}": now})
            pipe.zremrangebyscore(key, "-inf", now - KEPT_SECONDS)
            pipe.expire(key, KEPT_SECONDS)
        added = pipe.execute()[::4]
    return [
        (socket.game_id, socket.user_id)
        for socket, is_new in zip(open_sockets, added, strict=True)
        if is_new
    ]


def release_socket(socket: Socket) -> None:
    """Note that a socket is closed; its user is away if it was the last one."""
    game_id, user_id = socket.game_id, socket.user_id
    warning = "the socket of user %s at game %s was not released; it expires"
    with passing_over_outages(warning, user_id, game_id):
        redis_connection().zrem(_sockets_key(game_id, user_id), f"{socket.tab} {socket.name}")
        mark_departure(game_id, user_id)


def claim_silent(now: float) -> list[tuple[str, int]]:
    """Remove and return the users without a heartbeat for SILENT; only one caller gets each.

    Raises RedisError.
    """
    silent = map(
        str, redis_connection().zrangebyscore(HERE, "-inf", now - SILENT, start=0, num=BATCH)
    )
    claimed = [member for member in silent if redis_connection().zrem(HERE, member)]
    return [(game_id, int(user)) for game_id, user in (member.split(":") for member in claimed)]


def expect_heartbeats() -> None:
    """Add users who count as present to those with heartbeats, if missing. Raises RedisError.

    Others keep the time of their last heartbeat.
    """
    running = (Game.Status.OPEN, Game.Status.SEALING, Game.Status.PLAYING)
    seats = Seat.objects.filter(
        live=True, user__isnull=False, away_since=None, game__status__in=running
    )
    now = time.time()
    present = {f"{game}:{user}": now for game, user in seats.values_list("game_id", "user_id")}
    if present:
        redis_connection().zadd(HERE, present, nx=True)


def forgive_absence() -> None:
    """Set the last heartbeat of all users to now, after an outage. Raises RedisError."""
    now = time.time()
    users = {str(member): now for member in redis_connection().zrange(HERE, 0, -1)}
    if users:
        redis_connection().zadd(HERE, users, xx=True)


# ------------------------------------------------------------------------------- parts
def _seat_unless_over(position: Position, user_id: int) -> Seat | None:
    """Return the user's seat, unless the game is over."""
    over = position.game.status == Game.Status.FINISHED
    return None if over else position.seat_of(user_id)


def _is_gathering(position: Position) -> bool:
    """Return whether this is a ranked table to which its players are still coming."""
    return position.game.rated and position.game.status == Game.Status.OPEN


def _is_complete(position: Position) -> bool:
    """Return whether all players of a gathering table are here."""
    return len(position.seats) == position.size and all(
        seat.user_id and seat.away_since is None for seat in position.people
    )


def _begin_if_complete(position: Position, *, news: bool) -> None:
    """Begin the game of a ranked table if all are here; with `news`, notify the queue."""
    if news:
        broadcast.notify_queuers_on_commit(
            [seat.user_id for seat in position.people if seat.user_id]
        )
    if _is_complete(position):
        dealing.seal_deal(position)


def _takes_over(seat: Seat, *, watching: bool) -> bool:
    if not watching or not seat.tab or seat.user_id is None:
        return True
    try:
        return seat.tab not in _recent_tabs(seat.game_id, seat.user_id)
    except RedisError:
        return False


def _recent_tabs(game_id: str, user_id: int) -> set[str]:
    """Return the pages with a recent heartbeat."""
    now = time.time()
    # heartbeats from the future came before the clock was set back
    members = redis_connection().zrangebyscore(
        _sockets_key(game_id, user_id), now - SILENT, now + SILENT
    )
    return {str(member).partition(" ")[0] for member in members}


def _sockets_key(game_id: str, user_id: int) -> str:
    return f"density:sockets:{game_id}:{user_id}"
