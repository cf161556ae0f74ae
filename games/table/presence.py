"""Presence: which users have a table open, kept in Redis, written into the seat, published.

The seat's `away_since` is the truth for the rules. Redis holds the heartbeats of sockets, so that
a user is found missing whose web process died: a sorted set of "game:user" and one of the
sockets of each, by the time of the last heartbeat.
"""

import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from redis import RedisError

from games.engine.contract import Refused
from games.models import Game, Seat
from games.table import broadcast, deadlines, dealing, questions, rows, snapshots
from games.table.clocks import SILENT
from games.table.position import Position, lock
from games.table.redis import redis

HERE = "density:here"
KEPT_SECONDS = 60
BATCH = 100

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Socket:
    """One open page of a user at a table; `tab` is the page's own name, `name` the socket's."""

    game_id: str
    user_id: int
    tab: str
    name: str


# --------------------------------------------------------------------------- handlers
def arrive(game_id: str, user_id: int, tab: str | None, *, watching: bool) -> None:
    """Note that a user has a table open: the owner of a seat is here again.

    The page named `tab` is the one that acts from now on, unless it was only watching and the
    acting one is connected. None names no page. Does nothing for a user without a seat. The
    last user who comes to a ranked table begins its game.
    """
    if not _owns_a_seat(game_id, user_id):
        return
    with transaction.atomic():
        position, seat = _lock(game_id, user_id)
        if position is None or seat is None:
            return
        acts = seat.tab if tab is None or not _takes_over(seat, watching=watching) else tab
        if seat.away_since is None and acts == seat.tab:
            return
        seat.tab = acts
        if seat.away_since is None:
            deadlines.save(position, [seat])
        else:
            questions.come_back(position, seat)
            _notify_the_queue(position)
        if _complete(position):
            dealing.seal(position)
        else:
            snapshots.publish_change(position)


def depart(game_id: str, user_id: int) -> bool:
    """Note that a user has no socket at this table any more; false when there is one.

    While Redis is away no user becomes away. When only the acting page was closed, any
    other one may act.
    """
    if not _owns_a_seat(game_id, user_id):
        return False
    with transaction.atomic():
        position, seat = _lock(game_id, user_id)
        if position is None or seat is None:
            return False
        try:
            tabs = _tabs(game_id, user_id)
        except RedisError as fault:
            log.warning(
                "redis unavailable (%r): whether user %s is at game %s was not read; the next "
                "heartbeat decides",
                fault,
                user_id,
                game_id,
            )
            return False
        if not tabs and seat.away_since is None:
            seat.tab = ""
            questions.go_away(position, seat)
            _notify_the_queue(position)
        elif tabs and seat.tab and seat.tab not in tabs:
            seat.tab = ""
            deadlines.save(position, [seat])
        else:
            return False
        snapshots.publish_change(position)
    return not tabs


def take_over(game_id: str, user_id: int | None, tab: str) -> Refused | None:
    """Let this page of a seat's owner act, and the others watch. Raises Game.DoesNotExist."""
    with transaction.atomic():
        position = lock(game_id)
        seat = position.seat_of(user_id)
        if seat is None:
            return Refused("not-seated")
        if position.game.status == Game.Status.FINISHED:
            return Refused("game-over")
        if seat.tab != tab:
            seat.tab = tab
            deadlines.save(position, [seat])
            snapshots.publish_change(position)
    return None


def note_lag(game_id: str, user_id: int, milliseconds: int) -> None:
    """Note how long the way to an owner's browser is; it counts from the next turn on."""
    most = 2**15 - 1
    with transaction.atomic():
        rows.touch([game_id])
        seats = Seat.objects.filter(game_id=game_id, user_id=user_id)
        seats.update(lag_ms=min(milliseconds, most))


# ----------------------------------------------------------------------------- heartbeats
def hold(sockets: Iterable[Socket]) -> list[tuple[str, int]]:
    """Note that these sockets are open; the games and users of whom nothing was known before.

    Raises RedisError.
    """
    held, now = list(sockets), time.time()
    with redis().pipeline(transaction=False) as pipe:
        for socket in held:
            key = _key(socket.game_id, socket.user_id)
            pipe.zadd(HERE, {f"{socket.game_id}:{socket.user_id}": now})
            pipe.zadd(key, {f"{socket.tab} {socket.name}": now})
            pipe.zremrangebyscore(key, "-inf", now - KEPT_SECONDS)
            pipe.expire(key, KEPT_SECONDS)
        added = pipe.execute()[::4]
    return [(each.game_id, each.user_id) for each, new in zip(held, added, strict=True) if new]


def release(socket: Socket) -> None:
    """Note that a socket is closed, and that its user departs if it was the last one."""
    try:
        redis().zrem(_key(socket.game_id, socket.user_id), f"{socket.tab} {socket.name}")
    except RedisError as fault:
        log.warning(
            "redis unavailable (%r): socket of user %s at game %s was not released; it expires",
            fault,
            socket.user_id,
            socket.game_id,
        )
        return
    depart(socket.game_id, socket.user_id)


def claim_silent(now: float) -> list[tuple[str, int]]:
    """Remove and return the users without a heartbeat for SILENT; one caller gets each of them.

    Raises RedisError.
    """
    silent = map(str, redis().zrangebyscore(HERE, "-inf", now - SILENT, start=0, num=BATCH))
    claimed = [member for member in silent if redis().zrem(HERE, member)]
    return [(game_id, int(user)) for game_id, user in (each.split(":") for each in claimed)]


def watch_over() -> None:
    """Expect heartbeats of every user who counts as present. Raises RedisError.

    A user who was expected already keeps the time of the last heartbeat.
    """
    running = (Game.Status.OPEN, Game.Status.SEALING, Game.Status.PLAYING)
    seats = Seat.objects.filter(
        live=True, user__isnull=False, away_since=None, game__status__in=running
    )
    now = time.time()
    present = {f"{game}:{user}": now for game, user in seats.values_list("game_id", "user_id")}
    if present:
        redis().zadd(HERE, present, nx=True)


def forgive() -> None:
    """Restart the expected heartbeats of all users after an outage. Raises RedisError."""
    now = time.time()
    known = {str(member): now for member in redis().zrange(HERE, 0, -1)}
    if known:
        redis().zadd(HERE, known, xx=True)


# ------------------------------------------------------------------------------- parts
def _owns_a_seat(game_id: str, user_id: int) -> bool:
    owned = Seat.objects.filter(game_id=game_id, user_id=user_id, abandoned_at=None)
    return owned.exclude(game__status=Game.Status.FINISHED).exists()


def _lock(game_id: str, user_id: int) -> tuple[Position, Seat] | tuple[None, None]:
    """Return the position and the user's chair, unless one of them is not there any more."""
    try:
        position = lock(game_id)
    except Game.DoesNotExist:
        return None, None
    seat = position.seat_of(user_id)
    if seat is None or position.game.status == Game.Status.FINISHED:
        return None, None
    return position, seat


def _is_gathering(position: Position) -> bool:
    """Return whether this is a ranked table to which its players are still coming."""
    return position.game.rated and position.game.status == Game.Status.OPEN


def _complete(position: Position) -> bool:
    """Return whether all players of a ranked table are here."""
    return (
        _is_gathering(position)
        and len(position.seats) == position.size
        and all(seat.user_id and seat.away_since is None for seat in position.people)
    )


def _notify_the_queue(position: Position) -> None:
    if _is_gathering(position):
        broadcast.notify_queuers_on_commit(
            [seat.user_id for seat in position.people if seat.user_id]
        )


def _takes_over(seat: Seat, *, watching: bool) -> bool:
    if not watching or not seat.tab or seat.user_id is None:
        return True
    try:
        return seat.tab not in _tabs(seat.game_id, seat.user_id)
    except RedisError:
        return False


def _tabs(game_id: str, user_id: int) -> set[str]:
    """Return the pages with a recent heartbeat."""
    since = time.time() - SILENT
    heard = redis().zrangebyscore(_key(game_id, user_id), since, "+inf")
    return {str(member).partition(" ")[0] for member in heard}


def _key(game_id: str, user_id: int) -> str:
    return f"density:sockets:{game_id}:{user_id}"
