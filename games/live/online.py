"""Users with a page open and sockets that look on at tables: Redis sorted sets by last heartbeat.

They are for counts and lists on pages and nothing else: while Redis is away there are none.
"""

import time
from collections.abc import Iterable, Mapping, Sequence

from density.platform.redis import passing_over_outages, redis_connection

USERS = "density:online"
# the table at which a user looks on, by user id; the sockets that look on, by table
WATCHED, SPECTATORS = "density:watched:", "density:watching:"
# a user or socket that no process has reported since then is gone
STALE_SECONDS = 10.0
# a count that snapshots show may be so old, of so many games at most
RECENT_SECONDS, MOST_COUNTED = 1.0, 1000
# what is empty leaves nothing behind
KEPT_SECONDS = 60

# by game: when its spectators were counted, and how many they were
_counted: dict[str, tuple[float, int]] = {}


def note_users(users: Iterable[int], watching: Mapping[int, str]) -> None:
    """Count these users from now on, and note which of them look on at which table.

    Called again every few seconds. Raises RedisError.
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
    """Return how many users have a page open that is connected; 0 when Redis is away."""
    found = 0
    with passing_over_outages("users online are shown as 0"):
        found += int(redis_connection().zcount(USERS, *_lately()))
    return found


def users_online(user_ids: Sequence[int]) -> dict[int, str]:
    """Return which of these users have a page open, each with the table it watches or "".

    One round trip; nothing when Redis is away.
    """
    found: Iterable[tuple[int, float | None, str | None]] = ()
    if user_ids:
        with (
            passing_over_outages("%s users are shown as away", len(user_ids)),
            redis_connection().pipeline(transaction=False) as pipe,
        ):
            pipe.zmscore(USERS, list(map(str, user_ids)))
            pipe.mget([f"{WATCHED}{user}" for user in user_ids])
            found = zip(user_ids, *pipe.execute(), strict=True)
    earliest, latest = _lately()
    return {
        user: game_id or ""
        for user, score, game_id in found
        if score is not None and earliest <= score <= latest
    }


def note_spectators(watching: Iterable[tuple[str, str]]) -> None:
    """Count these sockets as spectators of their tables from now on: pairs of game id and socket.

    Called again every few seconds for all that a process holds, in one round trip.
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
    """Count this socket no more."""
    with passing_over_outages("a spectator of game %s was not removed; the entry expires", game_id):
        redis_connection().zrem(SPECTATORS + game_id, socket)
    _counted.pop(game_id, None)


def count_spectators(game_ids: Sequence[str]) -> dict[str, int]:
    """Return how many sockets look on at these tables, in one round trip; 0 when Redis is away."""
    counts, lately = [0] * len(game_ids), _lately()
    with (
        passing_over_outages("%s games show 0 spectators", len(game_ids)),
        redis_connection().pipeline(transaction=False) as pipe,
    ):
        for game_id in game_ids:
            pipe.zcount(SPECTATORS + game_id, *lately)
        counts = pipe.execute()
    return dict(zip(game_ids, counts, strict=True))


def count_recent_spectators(game_id: str) -> int:
    """Return how many sockets look on at a table; those of other processes a second late."""
    counted_at, count = _counted.get(game_id, (-RECENT_SECONDS, 0))
    if time.monotonic() - counted_at >= RECENT_SECONDS:
        if len(_counted) >= MOST_COUNTED:
            _counted.clear()
        count = count_spectators([game_id])[game_id]
        _counted[game_id] = (time.monotonic(), count)
    return count


def _lately() -> tuple[float, float]:
    """Return since and until when a beat counts: one from the future came before a set clock."""
    now = time.time()
    return now - STALE_SECONDS, now + STALE_SECONDS
