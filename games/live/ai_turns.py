"""Lines of AI turns: no one's many games delay the AI players of others.

A game stands in the line of the address that opened it, a ranked one in a line of its own. Where
more turns are due than workers can make, every line has one turn after the other.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from density.platform.redis import redis
from games.positions.position import Position

# a game in which nothing has happened for so long says again where it stands with its next change
KEPT_SECONDS = 3600
# a game that is played out gives a sign at least this often, or another one of its line may begin
PLAY_OUT_SECONDS = 30
# games in which no user waits for another one stand behind the others
TOGETHER, ALONE = "0", "1"
LINE, PLAYED_OUT = "density:line:", "density:play-out:"


def line_of(position: Position) -> str:
    """Return where a game stands: TOGETHER or ALONE, and the name of its line."""
    game, owner = position.game, next(iter(position.owners), None)
    user = "" if owner is None else f"user-{owner.user_id}"
    name = game.pk if game.rated else game.origin or user or game.pk
    return f"{TOGETHER if position.hurried else ALONE} {name}"


def add_to(pipe: Any, lines: Mapping[str, str]) -> None:
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
    found = redis().mget([LINE + game_id for game_id in games])
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
    return bool(redis().set(PLAYED_OUT + line, game_id, ex=PLAY_OUT_SECONDS, nx=True))


def keep_play_out(line: str, *, more: bool) -> None:
    """Note that the game that is played out goes on, or that the next one of its line may begin."""
    redis().expire(PLAYED_OUT + line, PLAY_OUT_SECONDS if more else 0)
