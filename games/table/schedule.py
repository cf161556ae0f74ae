"""Deadlines and AI wake-ups: a row in the transaction, an entry in the index on commit.

The row is the truth. The index is a Redis sorted set of "game:seat:question:kind" by due
time, which the workers' clock sweeps; whatever it loses, the clock's reconciler adds again.
"""

import logging
import random
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cache

from django.conf import settings
from django.db import transaction
from redis import BlockingConnectionPool, Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from games.models import Game, Seat
from games.table.position import Position

INDEX = "density:due"
KINDS = ("turn", "ai", "deal")
PAUSE_SECONDS = 8.0
SEAL_SECONDS = 4.0
# an AI takes this long, and longer the more choices it has
THINK_SECONDS = (1.0, 4.0)
THINK_PER_CHOICE = 0.3
# and this long when no person is playing any more
QUICK_SECONDS = (0.4, 0.8)

log = logging.getLogger(__name__)


@cache
def redis() -> Redis:
    """The connection of this process to the index; it fails at once when Redis is away."""
    pool = BlockingConnectionPool.from_url(
        settings.REDIS_URL,
        max_connections=8,
        timeout=2,
        socket_timeout=2,
        socket_connect_timeout=2,
        decode_responses=True,
        retry=Retry(NoBackoff(), 1),
    )
    return Redis(connection_pool=pool)


def kind_of(seat: Seat, status: str) -> str:
    """What is to be done when the seat's question is due: deal, ai or turn."""
    if status == Game.Status.SEALING:
        return "deal"
    return "ai" if seat.kind == Seat.Kind.AI else "turn"


def ask(position: Position, index: int, *, same_turn: bool = False) -> Seat:
    """Put the next question to a seat and say when its answer is due; returns the seat.

    A question of the same turn keeps the turn's deadline. What would fall into the pause after
    a match starts when the pause ends. People at a table without a clock, or with AI players
    only, are never hurried.
    """
    seat = position.seats[index]
    seat.question += 1
    seat.asked = True
    start = max(position.now, position.game.pause_until or position.now)
    if seat.kind == Seat.Kind.AI:
        seat.due_at = start + timedelta(seconds=thinking_seconds(position, index))
        seat.allowed_ms = 0
    elif position.game.clock is None or len(position.people) < 2:
        seat.due_at, seat.allowed_ms = None, 0
    elif not same_turn or seat.due_at is None:
        free = float(position.game.clock["free"])
        seat.due_at = start + timedelta(seconds=free)
        seat.allowed_ms = round(free * 1000)
    return seat


def close(seat: Seat) -> None:
    """Note that nothing is asked of this seat any more."""
    seat.asked = False
    seat.due_at = None
    seat.allowed_ms = 0


def save(position: Position, seats: Iterable[Seat]) -> None:
    """Write the questions of these seats, and once that is committed bring the index up to it."""
    changed = list(seats)
    for seat in changed:
        seat.save(update_fields=("question", "asked", "due_at", "allowed_ms"))
    due = entries(changed, position.game.status)
    answered = [member for seat in changed for member in _answered(seat)]
    if changed:
        transaction.on_commit(lambda: _index(due, answered))


def entries(seats: Iterable[Seat], status: str) -> dict[str, float]:
    """The index entries of these seats: member and due time as a Unix time."""
    return {
        _member(seat, seat.question, kind_of(seat, status)): seat.due_at.timestamp()
        for seat in seats
        if seat.asked and seat.due_at is not None
    }


def add_missing(due: dict[str, float]) -> None:
    """Put entries into the index that it does not have."""
    redis().zadd(INDEX, due, nx=True)


def _index(due: dict[str, float], answered: list[str]) -> None:
    """Take out and put in; when Redis is away the clock's reconciler does it later."""
    try:
        with redis().pipeline(transaction=False) as pipe:
            pipe.zrem(INDEX, *answered)
            if due:
                pipe.zadd(INDEX, due)
            pipe.execute()
    except RedisError as fault:
        log.warning("the index of deadlines is away: %s", fault)


def _answered(seat: Seat) -> list[str]:
    """The entries that the seat's last answered question may have."""
    question = seat.question - 1 if seat.asked else seat.question
    return [_member(seat, question, kind) for kind in KINDS]


def _member(seat: Seat, question: int, kind: str) -> str:
    return f"{seat.game_id}:{seat.index}:{question}:{kind}"


def thinking_seconds(position: Position, index: int) -> float:
    """How long an AI seat seems to think: longer with more choices, short when nobody waits."""
    sight = position.rules.look(position.state, None)
    if not any(sight.lives[seat.index] for seat in position.people):
        seconds = random.uniform(*QUICK_SECONDS)
    else:
        choices = len(position.rules.legal(position.state, index))
        shortest, longest = THINK_SECONDS
        slow = shortest + THINK_PER_CHOICE * choices
        seconds = min(longest, random.uniform(0.7 * slow, 1.3 * slow))
        seconds = max(shortest, seconds)
    return seconds * float(settings.AI_PACE)


def pause_end(now: datetime) -> datetime:
    """When the next match may begin if one ended now; AI_PACE shortens it too."""
    return now + timedelta(seconds=PAUSE_SECONDS * float(settings.AI_PACE))
