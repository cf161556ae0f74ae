"""Which game the coach looks at next: addresses take turns, and so do those who ask from one.

The coach's queue holds one task of an address at most. All of it is in Redis: pages that wait ask
again for what is lost there.
"""

import time

from density.platform.redis import bound_ends, redis_connection

# a job that gave no sign for so many seconds has been lost
LOST = 90
# games that wait of one address, and for how many seconds at most
MOST, WAITING_SECONDS = 40, 900
# by game who has it looked at; by address the game that is looked at, and those that wait; and by
# requester its one game
JOB, TURN = "density:coach:game:", "density:coach:turn:"
LINE, REQUESTER = "density:coach:line:", "density:coach:for:"


def bring_back() -> None:
    """Let no job count as one that goes on for longer than it may. Raises RedisError."""
    bound_ends({JOB: LOST, TURN: LOST, REQUESTER: LOST})


def claim_game(game_id: str, requester: str, address: str) -> bool:
    """Put a game into the line of an address; return whether to begin its job now.

    A game has one job at a time, an address has one, and a requester waits for one game. Raises
    RedisError.
    """
    index = redis_connection()
    index.set(REQUESTER + requester, game_id, ex=LOST, nx=True)
    if index.get(REQUESTER + requester) != game_id:
        return False
    index.expire(REQUESTER + requester, LOST)
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
    """Give a sign that the job of a game goes on. Raises RedisError."""
    address, _, requester = str(redis_connection().get(JOB + game_id) or "").partition(" ")
    for key in (JOB + game_id, TURN + address, REQUESTER + requester):
        redis_connection().expire(key, LOST)


def choose_next(game_id: str, *, more: bool) -> str | None:
    """Return the game to go on with, after a while with this one that may have `more` to be done.

    None where nothing waits of its address. Raises RedisError.
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
        # another address may have it looked at by now
        if index.set(JOB + following, f"{address} {asked_by}", ex=LOST, nx=True):
            index.set(TURN + address, following, ex=LOST)
            index.set(REQUESTER + asked_by, following, ex=LOST)
            return following
    index.delete(TURN + address)
    return None
