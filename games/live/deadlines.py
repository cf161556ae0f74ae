"""Deadlines and AI wake-ups: a row in the transaction, an entry in the index on commit.

The row is authoritative. The index is a Redis sorted set of "game:seat:question:kind" by due
time, which the workers' clock sweeps; the clock's reconciler adds lost entries again.

A user with many games must not delay the AI players of others. So each game belongs to the line
of the address that opened it, a ranked game to a line of its own. If more AI turns are due than
workers can make, the lines take turns.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from density.platform.redis import passing_over_outages, redis_connection
from games.models import Seat
from games.positions.position import Position

INDEX = "density:due"
TASKS = ("turn", "ai")
# the columns of Seat that an entry of the index needs
INDEXED = ("game_id", "index", "question", "kind", "stand_in", "asked", "due_at")
# how long the line of a game is stored; its next change stores it again
KEPT_SECONDS = 3600
# how long a game that is played out delays others of its line without a sign of life
PLAY_OUT_SECONDS = 30
# games in which no user waits for another one come after the others
TOGETHER, ALONE = "0", "1"
LINE, PLAYED_OUT = "density:line:", "density:play-out:"


@dataclass(frozen=True, slots=True)
class Changed:
    """Changes of the index: entries to add, by due time, entries to remove, and lines by game."""

    due: dict[str, float]
    answered: list[str]
    lines: dict[str, str]


def changed_entries(position: Position, seats: Sequence[Seat]) -> Changed:
    """Return the changes of the index for the questions of these seats."""
    due = index_entries(seats)
    answered = [entry for seat in seats for entry in _answered_entries(seat)]
    return Changed(due, answered, {position.game.pk: line_of(position)} if due else {})


def index_on_commit(position: Position, seats: Sequence[Seat]) -> None:
    """On commit, update the index for the questions of these seats."""
    if seats:
        change = changed_entries(position, seats)
        transaction.on_commit(lambda: _change_index(change))


def add_changes(pipe: Any, changes: Sequence[Changed]) -> None:
    """Add the changes of the index to a Redis pipeline."""
    answered = [member for change in changes for member in change.answered]
    due = {member: at for change in changes for member, at in change.due.items()}
    if answered:
        pipe.zrem(INDEX, *answered)
    if due:
        for change in changes:
            _add_lines(pipe, change.lines)
        pipe.zadd(INDEX, due)


def index_entries(seats: Iterable[Seat]) -> dict[str, float]:
    """Return the index entries of these seats, with their due times as Unix times."""
    return {
        _entry_of(
            seat, seat.question, "ai" if seat.played_by_ai else "turn"
        ): seat.due_at.timestamp()
        for seat in seats
        if seat.asked and seat.due_at is not None
    }


def add_missing(due: dict[str, float]) -> None:
    """Add those entries to the index that it lacks."""
    redis_connection().zadd(INDEX, due, nx=True)


def _change_index(change: Changed) -> None:
    """Change the index; in an outage of Redis, the clock's reconciler does it later."""
    names = ", ".join(change.due) or ", ".join(change.answered)
    with (
        passing_over_outages("deadlines of %s were not indexed; the reconciler adds them", names),
        redis_connection().pipeline(transaction=False) as pipe,
    ):
        add_changes(pipe, [change])
        pipe.execute()


def _answered_entries(seat: Seat) -> list[str]:
    """Return the possible entries of the seat's last answered question."""
    question = seat.question - 1 if seat.asked else seat.question
    return [_entry_of(seat, question, kind) for kind in TASKS]


def _entry_of(seat: Seat, question: int, kind: str) -> str:
    return f"{seat.game_id}:{seat.index}:{question}:{kind}"


# --------------------------------------------------------------------- lines of AI turns
def line_of(position: Position) -> str:
    """Return the place of a game: TOGETHER or ALONE, and the name of its line."""
    game, owner = position.game, next(iter(position.owners), None)
    user = "" if owner is None else f"user-{owner.user_id}"
    name = game.pk if game.rated else game.origin or user or game.pk
    return f"{TOGETHER if position.hurried else ALONE} {name}"


def _add_lines(pipe: Any, lines: Mapping[str, str]) -> None:
    """Add commands to a Redis pipeline that store the lines of these games."""
    for game_id, line in lines.items():
        pipe.set(LINE + game_id, line, ex=KEPT_SECONDS)


def choose_turns(members: Sequence[str], most: int) -> list[str]:
    """Return up to `most` entries of due AI turns, with lines taking turns.

    `members` are entries of the index in the order of their due times. Raises RedisError.
    """
    if len(members) <= most:
        return list(members)
    games = list({game_of(member) for member in members})
    stored = redis_connection().mget([LINE + game_id for game_id in games])
    lines = {game: str(line) for game, line in zip(games, stored, strict=True) if line}
    return take_turns(members, lines)[:most]


def take_turns(members: Sequence[str], lines: Mapping[str, str]) -> list[str]:
    """Return entries of the index in an order in which their lines (by game) take turns."""
    turns: Counter[str] = Counter()
    places: dict[str, tuple[int, str]] = {}
    for member in members:
        rank, _, line = lines.get(game_of(member), f"{ALONE} {game_of(member)}").partition(" ")
        places[member] = turns[line], rank
        turns[line] += 1
    return sorted(members, key=places.__getitem__)


def game_of(member: str) -> str:
    """Return the id of the game of an entry of the index."""
    return member.partition(":")[0]


def begin_play_out(game_id: str, line: str) -> bool:
    """Claim to play a game out, one of each line at a time; return whether it succeeded.

    Raises RedisError.
    """
    return bool(redis_connection().set(PLAYED_OUT + line, game_id, ex=PLAY_OUT_SECONDS, nx=True))


def keep_play_out(line: str, *, more: bool) -> None:
    """Renew the claim of a line to play out a game if there is `more` to play, else release it."""
    redis_connection().expire(PLAYED_OUT + line, PLAY_OUT_SECONDS if more else 0)
