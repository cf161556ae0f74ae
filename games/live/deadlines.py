"""Deadlines and AI wake-ups: a row in the transaction, an entry in the index on commit.

The row is the truth. The index is a Redis sorted set of "game:seat:question:kind" by due
time, which the workers' clock sweeps; whatever it loses, the clock's reconciler adds again.

No one's many games delay the AI players of others: a game stands in the line of the address that
opened it, a ranked one in a line of its own. Where more AI turns are due than workers can make,
every line has one turn after the other.
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
# what an entry of the index is made of
INDEXED = ("game_id", "index", "question", "kind", "stand_in", "asked", "due_at")
# a game in which nothing has happened for so long says again where it stands with its next change
KEPT_SECONDS = 3600
# a game that is played out gives a sign at least this often, or another one of its line may begin
PLAY_OUT_SECONDS = 30
# games in which no user waits for another one stand behind the others
TOGETHER, ALONE = "0", "1"
LINE, PLAYED_OUT = "density:line:", "density:play-out:"


@dataclass(frozen=True, slots=True)
class Changed:
    """The changes of the index: members to add with their due times, and members to remove."""

    due: dict[str, float]
    answered: list[str]
    lines: dict[str, str]


def changed_entries(position: Position, seats: Sequence[Seat]) -> Changed:
    """Return how the index comes up to the questions of these seats."""
    due = index_entries(seats)
    answered = [each for seat in seats for each in _answered(seat)]
    return Changed(due, answered, {position.game.pk: line_of(position)} if due else {})


def index_on_commit(position: Position, seats: Sequence[Seat]) -> None:
    """Once all is committed bring the index up to the questions of these seats."""
    if seats:
        change = changed_entries(position, seats)
        transaction.on_commit(lambda: _index(change))


def add_to(pipe: Any, changes: Sequence[Changed]) -> None:
    """Have the index changed by a pipeline of Redis."""
    answered = [member for change in changes for member in change.answered]
    due = {member: at for change in changes for member, at in change.due.items()}
    if answered:
        pipe.zrem(INDEX, *answered)
    if due:
        for change in changes:
            _add_lines(pipe, change.lines)
        pipe.zadd(INDEX, due)


def index_entries(seats: Iterable[Seat]) -> dict[str, float]:
    """Return the index entries of these seats: member and due time as a Unix time."""
    return {
        _member(seat, seat.question, "ai" if seat.played_by_ai else "turn"): seat.due_at.timestamp()
        for seat in seats
        if seat.asked and seat.due_at is not None
    }


def add_missing(due: dict[str, float]) -> None:
    """Put entries into the index that it does not have."""
    redis_connection().zadd(INDEX, due, nx=True)


def _index(change: Changed) -> None:
    """Take out and put in; when Redis is unavailable the clock's reconciler does it later."""
    names = ", ".join(change.due) or ", ".join(change.answered)
    with (
        passing_over_outages("deadlines of %s were not indexed; the reconciler adds them", names),
        redis_connection().pipeline(transaction=False) as pipe,
    ):
        add_to(pipe, [change])
        pipe.execute()


def _answered(seat: Seat) -> list[str]:
    """Return the entries that the seat's last answered question may have."""
    question = seat.question - 1 if seat.asked else seat.question
    return [_member(seat, question, kind) for kind in TASKS]


def _member(seat: Seat, question: int, kind: str) -> str:
    return f"{seat.game_id}:{seat.index}:{question}:{kind}"


# --------------------------------------------------------------------- lines of AI turns
def line_of(position: Position) -> str:
    """Return where a game stands: TOGETHER or ALONE, and the name of its line."""
    game, owner = position.game, next(iter(position.owners), None)
    user = "" if owner is None else f"user-{owner.user_id}"
    name = game.pk if game.rated else game.origin or user or game.pk
    return f"{TOGETHER if position.hurried else ALONE} {name}"


def _add_lines(pipe: Any, lines: Mapping[str, str]) -> None:
    """Have a pipeline of Redis keep in which lines these games stand."""
    for game_id, line in lines.items():
        pipe.set(LINE + game_id, line, ex=KEPT_SECONDS)


def choose_turns(members: Sequence[str], most: int) -> list[str]:
    """Return this many of the AI turns that are due, entries of the index, in the order of lines.

    `members` are in the order in which they became due. Raises RedisError.
    """
    if len(members) <= most:
        return list(members)
    games = list({game_of(member) for member in members})
    found = redis_connection().mget([LINE + game_id for game_id in games])
    known = {game: str(line) for game, line in zip(games, found, strict=True) if line}
    return in_turns(members, known)[:most]


def in_turns(members: Sequence[str], lines: Mapping[str, str]) -> list[str]:
    """Return entries of the index in the order in which their lines, by game, take turns."""
    taken: Counter[str] = Counter()
    places: dict[str, tuple[int, str]] = {}
    for member in members:
        rank, _, line = lines.get(game_of(member), f"{ALONE} {game_of(member)}").partition(" ")
        places[member] = taken[line], rank
        taken[line] += 1
    return sorted(members, key=places.__getitem__)


def game_of(member: str) -> str:
    """Return the game of an entry of the index."""
    return member.partition(":")[0]


def begin_play_out(game_id: str, line: str) -> bool:
    """Return whether to play a game out now: one of a line at a time. Raises RedisError."""
    return bool(redis_connection().set(PLAYED_OUT + line, game_id, ex=PLAY_OUT_SECONDS, nx=True))


def keep_play_out(line: str, *, more: bool) -> None:
    """Note that the game that is played out goes on, or that the next one of its line may begin."""
    redis_connection().expire(PLAYED_OUT + line, PLAY_OUT_SECONDS if more else 0)
