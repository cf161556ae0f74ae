"""Users with an open page, and sockets of spectators: Redis sorted sets by last heartbeat.

Only counts and lists on pages use them; during an outage of Redis they are empty.
"""

import time
from collections.abc import Iterable, Mapping, Sequence

from density.platform.redis import passing_over_outages, redis_connection

USERS = "density:online"
# the table that a user watches, by user id; the sockets of spectators, by table
WATCHED, SPECTATORS = "density:watched:", "density:watching:"
# a user or socket without a report for this long is gone
STALE_SECONDS = 10.0
# a count that snapshots show may be so old, of so many games at most
RECENT_SECONDS, MOST_COUNTED = 3.0, 1000
# what is empty leaves nothing behind
KEPT_SECONDS = 60

# by game: when its spectators were counted, and how many they were
_counted: dict[str, tuple[float, int]] = {}


def note_users(users: Iterable[int], watching: Mapping[int, str]) -> None:
    """Report these users as online, with the tables that they watch by user id.

    Called every few seconds. Raises RedisError.
    """
    now = time.time()
    scores = {str(user): now for user in users}
    with redis_connection().pipeline(transaction=False) as pipe:
        if scores:
            pipe.zadd(USERS, scores)
        pipe.zremrangebyscore(USERS, "-inf", now - KEPT_SECONDS)
        pipe.expire(USERS, KEPT_SECONDS)
        for user, game_id in watching.items():
            pipe.set(f"{WATCHED}{user}", game_id, ex=round(STALE_SECONDS))
        pipe.execute()


def count_users() -> int:
    """Return how many users have a connected page open; 0 in an outage of Redis."""
    count = 0
    with passing_over_outages("users online are shown as 0"):
        count += int(redis_connection().zcount(USERS, *_recent_span()))
    return count


def users_online(user_ids: Sequence[int]) -> dict[int, str]:
    """Return those of these users who have a page open, with the table that each watches, or "".

    It takes one round trip; in an outage of Redis the result is empty.
    """
    presences: Iterable[tuple[int, float | None, str | None]] = ()
    if user_ids:
        with (
            passing_over_outages("%s users are shown as away", len(user_ids)),
            redis_connection().pipeline(transaction=False) as pipe,
        ):
            pipe.zmscore(USERS, list(map(str, user_ids)))
            pipe.mget([f"{WATCHED}{user}" for user in user_ids])
            presences = zip(user_ids, *pipe.execute(), strict=True)
    earliest, latest = _recent_span()
    return {
        user: game_id or ""
        for user, score, game_id in presences
        if score is not None and earliest <= score <= latest
    }


def note_spectators(watching: Iterable[tuple[str, str]]) -> None:
    """Report these sockets as spectators: pairs of game id and socket, in one round trip.

    Called every few seconds for all sockets of a process.
    """
    now = time.time()
    with (
        passing_over_outages("spectators were not noted; the next beat does"),
        redis_connection().pipeline(transaction=False) as pipe,
    ):
        for game_id, socket in watching:
            _counted.pop(game_id, None)
            pipe.zadd(SPECTATORS + game_id, {socket: now})
            pipe.expire(SPECTATORS + game_id, KEPT_SECONDS)
        pipe.execute()


def forget_spectator(game_id: str, socket: str) -> None:
    """Remove this socket from the spectators of a game."""
    with passing_over_outages("a spectator of game %s was not removed; the entry expires", game_id):
        redis_connection().zrem(SPECTATORS + game_id, socket)
    _counted.pop(game_id, None)


def count_spectators(game_ids: Sequence[str]) -> dict[str, int]:
    """Return the number of spectators by table, in one round trip; 0 in an outage of Redis."""
    counts, span = [0] * len(game_ids), _recent_span()
    with (
        passing_over_outages("%s games show 0 spectators", len(game_ids)),
        redis_connection().pipeline(transaction=False) as pipe,
    ):
        for game_id in game_ids:
            pipe.zcount(SPECTATORS + game_id, *span)
        counts = pipe.execute()
    return dict(zip(game_ids, counts, strict=True))


def count_recent_spectators(game_id: str) -> int:
    """Return how many sockets look on at a table, as counted up to RECENT_SECONDS ago.

    A socket of this process counts at once.
    """
    counted_at, count = _counted.get(game_id, (-RECENT_SECONDS, 0))
    if time.monotonic() - counted_at >= RECENT_SECONDS:
        if len(_counted) >= MOST_COUNTED:
            _counted.clear()
        count = count_spectators([game_id])[game_id]
        _counted[game_id] = (time.monotonic(), count)
    return count


def _recent_span() -> tuple[float, float]:
    """Return the time span of heartbeats that count, which may be ahead of a clock that was set."""
    now = time.time()
    return now - STALE_SECONDS, now + STALE_SECONDS
