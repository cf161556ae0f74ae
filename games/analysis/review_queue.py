"""The order of the coach's work: addresses take turns, and so do requesters of one address.

The coach's queue has at most one task for each address. The rest waits in Redis; if it is lost
there, waiting pages ask again.
"""

import time

from density.platform.redis import bound_ends, redis_connection

# a job without a sign of life for this many seconds is lost
LOST = 90
# a requester whose page has not asked for this many seconds may ask for another game
LEFT = 5
# the most waiting games of an address, and the longest wait in seconds
MOST, WAITING_SECONDS = 40, 900
# by game: the address and requester of its job; by address: its current game, and the waiting
# ones; by requester: their one game
JOB, TURN = "density:coach:game:", "density:coach:turn:"
LINE, REQUESTER = "density:coach:line:", "density:coach:for:"


def bound_jobs() -> None:
    """Bound the expiry times of jobs after the clock was set back. Raises RedisError."""
    bound_ends({JOB: LOST, TURN: LOST, REQUESTER: LEFT})


def claim_game(game_id: str, requester: str, address: str) -> bool:
    """Put a game into the line of an address; return whether to begin its job now.

    A game and an address have one job at a time, and a requester waits for one game: the one on
    its page. Raises RedisError.
    """
    index = redis_connection()
    index.set(REQUESTER + requester, game_id, ex=LEFT, nx=True)
    if index.get(REQUESTER + requester) != game_id:
        return False
    index.expire(REQUESTER + requester, LEFT)
    if index.exists(JOB + game_id):
        return False
    entry = f"{game_id} {requester}"
    if index.set(TURN + address, game_id, ex=LOST, nx=True):
        index.zrem(LINE + address, entry)
        if index.set(JOB + game_id, f"{address} {requester}", ex=LOST, nx=True):
            return True
        index.delete(TURN + address)
    elif int(index.zcard(LINE + address)) < MOST:
        index.zadd(LINE + address, {entry: time.time()}, nx=True)
        index.expire(LINE + address, WAITING_SECONDS)
    return False


def keep_alive(game_id: str) -> None:
    """Note that the job of a game goes on. Raises RedisError."""
    address, _, _ = str(redis_connection().get(JOB + game_id) or "").partition(" ")
    for key in (JOB + game_id, TURN + address):
        redis_connection().expire(key, LOST)


def choose_next(game_id: str, *, more: bool) -> str | None:
    """End the turn of a game, which may have `more` to review; return the next game of its address.

    None if no game of the address waits. Raises RedisError.
    """
    index = redis_connection()
    address, _, requester = str(index.get(JOB + game_id) or "").partition(" ")
    index.delete(JOB + game_id)
    if more and address:
        index.zadd(LINE + address, {f"{game_id} {requester}": time.time()})
    elif not more:
        index.delete(REQUESTER + requester)
    while waiting := index.zpopmin(LINE + address):
        following, _, asked_by = str(waiting[0][0]).partition(" ")
        # another address may have begun this game's job meanwhile
        if index.set(JOB + following, f"{address} {asked_by}", ex=LOST, nx=True):
            index.set(TURN + address, following, ex=LOST)
            return following
    index.delete(TURN + address)
    return None
