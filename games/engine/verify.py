"""Whether a record is what its seed and its moves make of it."""

from collections.abc import Iterator
from json import dumps
from typing import Any

from games.engine.contract import RULES, Json, Refused
from games.engine.record import Played, Replay
from games.engine.record_fields import Differs, read_origin, require_field

BY_CLOCK, BY_AI = "clock", "ai"
AGREED = "agreement"  # how a chapter ended in which the game was stopped


def verify_record(record: object) -> Differs | None:
    """Return the first difference between a record and a replay of it, or None.

    Every deck, score, damage, life and place, and whether every move was legal, comes from the
    engine and the field `fair` alone. Any JSON value may be given; nothing is raised. Fields that
    no replay can know (names, players or AI, times, who moved for a seat) are checked for form.
    """
    try:
        rebuild_record(record)
    except Differs as found:
        game = record.get("id") if isinstance(record, dict) else None
        if isinstance(game, str) and game.isprintable():
            found.game = game[:80]
        return found
    return None


def rebuild_record(record: object) -> Json:
    """Return the same record, written again by a replay; Differs where it would be another one."""
    if not isinstance(record, dict):
        raise Differs("it is not an object")
    origin, seated = read_origin(record)
    replay, writer = Replay(origin), RULES[origin.slug].record
    _compare(replay.preface, {name: record[name] for name in replay.preface if name in record})
    people = sum(who.kind != "ai" for who in seated)
    fewest = writer.agreeing if record["rated"] else 1
    for number, chapter in enumerate(_list(record.get(writer.chapters), writer.chapters), 1):
        try:
            _verify_chapter(replay, chapter)
            # an unrated game is also stopped when the last of its people leaves it
            few = f"it ended by agreement, which takes {fewest} people or more: {people} play"
            require_field(chapter["ended_by"] != AGREED or people >= fewest, few)
        except Differs as found:
            found.match = number
            raise
    late = any(past.moves > replay.moves for past in origin.pasts)
    require_field(not late, "fork names more moves than there are")
    require_field(replay.is_over, "its matches do not end the game")
    again = replay.write_record(seated, rated=record["rated"], finished_at=record["finished_at"])
    _compare(again, record)
    return again


def _verify_chapter(replay: Replay, chapter: Any) -> None:
    """Raise Differs unless the replay goes on with this match."""
    require_field(not replay.is_over, "the game was over before this match")
    require_field(isinstance(chapter, dict), "it is not an object")
    before = replay.moves
    try:
        moves = _read_moves(replay, _list(chapter.get("moves"), "moves"))
        written = replay.play_chapter(moves, stopped=chapter.get("ended_by") == AGREED)
    except ValueError as refused:
        at = replay.moves - before
        move = at + 1 if at < len(chapter["moves"]) else None
        raise Differs(str(refused), move) from None
    _compare(written, chapter)


def _read_moves(replay: Replay, moves: list[Any]) -> Iterator[Played]:
    """Yield the moves of a match, each as soon as those before it are played.

    ValueError for one that cannot be read, or is not that of the seat that is asked.
    """
    rules = replay.rules
    for move in moves:
        if not isinstance(move, dict):
            raise ValueError("it is not an object")
        seat, by = move.get("seat"), move.get("by", BY_AI)
        if type(seat) is not int or seat not in rules.asked(replay.state):
            raise ValueError(f"it is not the turn of seat {_shown(seat)}")
        if by not in (BY_CLOCK, BY_AI):
            raise ValueError("by is neither clock nor ai")
        action = rules.record.action_of({name: move[name] for name in move if name != "by"})
        if isinstance(action, Refused):
            raise ValueError(f"the move is refused: {action.code}")
        if by == BY_CLOCK and action != rules.lapse(replay.state, seat):
            raise ValueError("the clock does not make this move")
        yield Played(seat, action, move.get("by"))


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise Differs(f"{where} is not a list")
    return value


def _compare(expected: Any, given: Any, path: tuple[str | int, ...] = ()) -> None:
    """Raise Differs on the first value of a chapter, or of a record, that is another one."""
    same = type(expected) is type(given)
    if same and isinstance(expected, dict | list):
        wanted, found = (
            dict(enumerate(each)) if isinstance(each, list) else each for each in (expected, given)
        )
        for name in [*wanted, *found]:
            inner = (*path, name)
            if name not in found:
                raise _differ(inner, "is missing")
            if name not in wanted:
                raise _differ(inner, "should not be there")
            _compare(wanted[name], found[name], inner)
    elif not same or expected != given:
        raise _differ(path, f"is {_shown(given)}, it should be {_shown(expected)}")


def _differ(path: tuple[str | int, ...], what: str) -> Differs:
    """Return the difference of a value by its way from a chapter or a record."""
    move = None
    match path:
        case ("moves", int(place), *rest):
            move, path = place + 1, tuple(rest)
    return Differs(f"{'.'.join(map(str, path))[:80] or 'it'} {what}", move)


def _shown(value: object) -> str:
    """Return a value for a sentence, never long."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return dumps(value)[:60]
