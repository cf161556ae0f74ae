"""Deadlines and AI wake-ups: a row in the transaction, an entry in the index on commit.

The row is the truth. The index is a Redis sorted set of "game:seat:question:kind" by due
time, which the workers' clock sweeps; whatever it loses, the clock's reconciler adds again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from density.platform.redis import passing_over_outages, redis
from games.live import ai_turns
from games.models import Seat
from games.positions.position import Position

INDEX = "density:due"
TASKS = ("turn", "ai")
# what an entry of the index is made of
INDEXED = ("game_id", "index", "question", "kind", "stand_in", "asked", "due_at")


@dataclass(frozen=True, slots=True)
class Changed:
    """What the index gets and loses: members with their due times, and members."""

    due: dict[str, float]
    answered: list[str]
    lines: dict[str, str]


def changed(position: Position, seats: Sequence[Seat]) -> Changed:
    """Return how the index comes up to the questions of these seats."""
    due = entries(seats)
    answered = [each for seat in seats for each in _answered(seat)]
    return Changed(due, answered, {position.game.pk: ai_turns.line_of(position)} if due else {})


def index_on_commit(position: Position, seats: Sequence[Seat]) -> None:
    """Once all is committed bring the index up to the questions of these seats."""
    if seats:
        change = changed(position, seats)
        transaction.on_commit(lambda: _index(change))


def add_to(pipe: Any, changes: Sequence[Changed]) -> None:
    """Have the index changed by a pipeline of Redis."""
    answered = [member for change in changes for member in change.answered]
    due = {member: at for change in changes for member, at in change.due.items()}
    if answered:
        pipe.zrem(INDEX, *answered)
    if due:
        for change in changes:
            ai_turns.add_to(pipe, change.lines)
        pipe.zadd(INDEX, due)


def entries(seats: Iterable[Seat]) -> dict[str, float]:
    """Return the index entries of these seats: member and due time as a Unix time."""
    return {
        _member(seat, seat.question, "ai" if seat.played_by_ai else "turn"): seat.due_at.timestamp()
        for seat in seats
        if seat.asked and seat.due_at is not None
    }


def add_missing(due: dict[str, float]) -> None:
    """Put entries into the index that it does not have."""
    redis().zadd(INDEX, due, nx=True)


def _index(change: Changed) -> None:
    """Take out and put in; when Redis is unavailable the clock's reconciler does it later."""
    names = ", ".join(change.due) or ", ".join(change.answered)
    with (
        passing_over_outages("deadlines of %s were not indexed; the reconciler adds them", names),
        redis().pipeline(transaction=False) as pipe,
    ):
        add_to(pipe, [change])
        pipe.execute()


def _answered(seat: Seat) -> list[str]:
    """Return the entries that the seat's last answered question may have."""
    question = seat.question - 1 if seat.asked else seat.question
    return [_member(seat, question, kind) for kind in TASKS]


def _member(seat: Seat, question: int, kind: str) -> str:
    return f"{seat.game_id}:{seat.index}:{question}:{kind}"
