"""Verifies a record by replaying its moves from its seed."""

from collections.abc import Iterator
from json import dumps
from typing import Any

from games.engine.contract import RULES, Json, Refused
from games.engine.record import Played, Replay
from games.engine.record_fields import Differs, read_origin, require_field

BY_CLOCK, BY_AI = "clock", "ai"
AGREED = "agreement"  # the "ended_by" of a chapter in which the game was stopped


def verify_record(record: object) -> Differs | None:
    """Return the first difference between a record and a replay of it, or None.

    The engine recomputes every deck, score, damage, life and place from the field `fair`, and
    checks that every move was legal. Accepts any JSON value and raises nothing. Fields that a
    replay cannot know (names, players or AI, times, who moved for a seat) only need the right form.
    """
    try:
        rebuild_record(record)
    except Differs as difference:
        game = record.get("id") if isinstance(record, dict) else None
        if isinstance(game, str) and game.isprintable():
            difference.game = game[:80]
        return difference
    return None


def rebuild_record(record: object) -> Json:
    """Return the record as a replay writes it; raise Differs at the first difference."""
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
            # an unrated game is also stopped when its last user leaves
            few = f"it ended by agreement, which takes {fewest} people or more: {people} play"
            require_field(chapter["ended_by"] != AGREED or people >= fewest, few)
        except Differs as difference:
            difference.match = number
            raise
    late = any(past.moves > replay.moves for past in origin.pasts)
    require_field(not late, "fork names more moves than there are")
    require_field(replay.is_over, "its matches do not end the game")
    rebuilt = replay.write_record(seated, rated=record["rated"], finished_at=record["finished_at"])
    _compare(rebuilt, record)
    return rebuilt


def _verify_chapter(replay: Replay, chapter: Any) -> None:
    """Replay one match; raise Differs if its record is wrong."""
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
    """Yield the moves of a match; each is checked after the ones before it were played.

    Raises ValueError for a move that cannot be read, or whose seat is not to act.
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
    """Raise Differs on the first value of a chapter or a record that differs."""
    same_type = type(expected) is type(given)
    if same_type and isinstance(expected, dict | list):
        expected_items, given_items = (
            dict(enumerate(value)) if isinstance(value, list) else value
            for value in (expected, given)
        )
        for name in [*expected_items, *given_items]:
            inner = (*path, name)
            if name not in given_items:
                raise _differ(inner, "is missing")
            if name not in expected_items:
                raise _differ(inner, "should not be there")
            _compare(expected_items[name], given_items[name], inner)
    elif not same_type or expected != given:
        raise _differ(path, f"is {_shown(given)}, it should be {_shown(expected)}")


def _differ(path: tuple[str | int, ...], what: str) -> Differs:
    """Return the difference at this path, which starts from a chapter or a record."""
    move = None
    match path:
        case ("moves", int(place), *rest):
            move, path = place + 1, tuple(rest)
    return Differs(f"{'.'.join(map(str, path))[:80] or 'it'} {what}", move)


def _shown(value: object) -> str:
    """Return a short text for a value in an error message."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return dumps(value)[:60]
