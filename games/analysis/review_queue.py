"""The order of the coach's work: addresses take turns, and so do requesters of one address.

The coach's queue has at most one task for each address. The rest waits in Redis, requesters
without a first finding before the others; if it is lost there, waiting pages ask again.
"""

import time

from density.platform.redis import bound_ends, redis_connection

# a job without a sign of life for this many seconds is lost
LOST = 90
# the most waiting requesters of an address, and the longest wait in seconds
MOST, WAITING_SECONDS = 40, 900
# by this many seconds work that no reader waits for stands behind the rest of the line
LATER = 24 * 3600
# by game: the address and requester of its job; by address: its current game, and the waiting
# requesters by time; by requester: the game that its page opened last
JOB, TURN = "density:coach:game:", "density:coach:turn:"
LINE, REQUESTER = "density:coach:line:", "density:coach:for:"
# exist while a reader waits for anything, or for its first finding: its page asks again within so
# many seconds
AWAITED, FIRST_AWAITED, ASKED_SECONDS = "density:coach:awaited", "density:coach:first-awaited", 3


def bound_jobs() -> None:
    """Bound the expiry times of jobs after the clock was set back. Raises RedisError."""
    ends = {JOB: LOST, TURN: LOST, REQUESTER: WAITING_SECONDS}
    bound_ends({**ends, AWAITED: ASKED_SECONDS, FIRST_AWAITED: ASKED_SECONDS})


def claim_game(
    game_id: str, requester: str, address: str, *, urgent: bool, first: bool = False
) -> bool:
    """Put a requester's game into the line of an address; return whether to begin its job now.

    A game and an address have one job at a time. A requester has one place in the line, for the
    game that its page opened last. `urgent`: a reader waits for a match or for the first finding;
    `first`: for the first finding. Raises RedisError.
    """
    index = redis_connection()
    index.set(REQUESTER + requester, game_id, ex=WAITING_SECONDS)
    if urgent:
        index.set(AWAITED, 1, ex=ASKED_SECONDS)
    if first:
        index.set(FIRST_AWAITED, 1, ex=ASKED_SECONDS)
    if index.exists(JOB + game_id):
        return False
    if index.set(TURN + address, game_id, ex=LOST, nx=True):
        index.zrem(LINE + address, requester)
        if index.set(JOB + game_id, f"{address} {requester}", ex=LOST, nx=True):
            return True
        index.delete(TURN + address)
    elif int(index.zcard(LINE + address)) < MOST:
        _wait_in_line(address, requester, urgent=urgent)
    return False


def _wait_in_line(address: str, requester: str, *, urgent: bool) -> None:
    """Give a requester a place in the line, or a better one than it has."""
    index = redis_connection()
    place = time.time() + (0 if urgent else LATER)
    index.zadd(LINE + address, {requester: place}, lt=True)
    index.expire(LINE + address, WAITING_SECONDS)


def is_reader_waiting() -> bool:
    """Return whether a reader waits, so that other work of the coach should end soon.

    Raises RedisError.
    """
    return bool(redis_connection().exists(AWAITED))


def is_first_awaited() -> bool:
    """Return whether a reader waits for a first finding, so that all other reviews should end now.

    Raises RedisError.
    """
    return bool(redis_connection().exists(FIRST_AWAITED))


def note_first_found() -> None:
    """Note that a first finding is made; pages that wait for another one say so again.

    Raises RedisError.
    """
    redis_connection().delete(FIRST_AWAITED)


def keep_alive(game_id: str) -> None:
    """Note that the job of a game goes on. Raises RedisError."""
    address, _, _ = str(redis_connection().get(JOB + game_id) or "").partition(" ")
    for key in (JOB + game_id, TURN + address):
        redis_connection().expire(key, LOST)


def choose_next(game_id: str, *, more: bool, urgent: bool = False) -> str | None:
    """End the turn of a game, which may have `more` to review; return the next game of its address.

    `urgent`: a reader still waits for this game. None if no game of the address waits. Raises
    RedisError.
    """
    index = redis_connection()
    address, _, requester = str(index.get(JOB + game_id) or "").partition(" ")
    index.delete(JOB + game_id)
    if more and address:
        _wait_in_line(address, requester, urgent=urgent)
    elif index.get(REQUESTER + requester) == game_id:
        index.delete(REQUESTER + requester)
    while waiting := index.zpopmin(LINE + address):
        asked_by = str(waiting[0][0])
        following = str(index.get(REQUESTER + asked_by) or "")
        # another address may have begun this game's job meanwhile
        if following and index.set(JOB + following, f"{address} {asked_by}", ex=LOST, nx=True):
            index.set(TURN + address, following, ex=LOST)
            return following
    index.delete(TURN + address)
    return None
