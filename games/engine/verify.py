"""Whether a record is what its seed and its moves make of it."""

from collections.abc import Mapping
from json import dumps
from typing import Any, NamedTuple

from games.engine.contract import RULES, Json, RecordWriter, Refused, Rules, State
from games.engine.record import Chance, chance_of, stop_game
from games.engine.record_fields import Differs, check_fields, demand, read_origin

BY_CLOCK, BY_AI = "clock", "ai"
AGREED = "agreement"  # how a chapter ended in which the game was stopped
_PLAIN = ("format", "id", "game", "finished_at", "ruleset", "rated", "seats", "fair", "places")


class Difference(NamedTuple):
    """Where a record first differs from its replay; match and move are counted from 1."""

    game: str
    match: int | None
    move: int | None
    what: str

    def __str__(self) -> str:
        """One sentence that names the game, the match and the move."""
        place = f"game {self.game}"
        if self.match is not None:
            place += f", match {self.match}"
        if self.move is not None:
            place += f", move {self.move}"
        return f"{place}: {self.what}"


def verify(record: object) -> Difference | None:
    """Return the first difference between a record and a replay of it, or None.

    Every deck, score, damage, life and place, and whether every move was legal, comes from the
    engine and the field `fair` alone. Any JSON value may be given; nothing is raised. What no
    replay can know (names, players or AI, times, who moved for a seat) is checked for form.
    """
    game = record.get("id") if isinstance(record, dict) else None
    try:
        _verify(record)
    except Differs as found:
        name = game[:80] if isinstance(game, str) and game.isprintable() else "without an id"
        return Difference(name, found.match, found.move, found.what)
    return None


def _verify(record: object) -> None:
    if not isinstance(record, dict):
        raise Differs("it is not an object")
    for field in _PLAIN:
        demand(field in record, f"the field {field} is missing")
    origin = read_origin(record)
    rules = RULES[origin.slug]
    writer = rules.record
    chance = chance_of(origin.seed, origin.pasts)
    state, _ = chance.start(rules, origin.ruleset)
    preface = writer.preface(state)
    fork = ("fork",) if "fork" in record else ()
    check_fields(record, (*_PLAIN, *fork, *preface, writer.chapters), "the record")
    _compare(preface, record)
    chapters = _list(record[writer.chapters], writer.chapters)
    made = 0
    people = sum(who["kind"] != "ai" for who in record["seats"])
    for number, chapter in enumerate(chapters, 1):
        try:
            state, made = _verify_chapter(rules, chance, state, chapter, made)
            _check_agreement(writer, chapter, people, rated=bool(record["rated"]))
        except Differs as found:
            raise Differs(found.what, number, found.move) from None
    demand(all(at <= made for at, _ in chance.later), "fork names more moves than there are")
    demand(not rules.asked(state), "its matches do not end the game")
    _compare({"places": list(rules.places(state) or ())}, record)


def _verify_chapter(
    rules: Rules, chance: Chance, state: State, chapter: object, made: int
) -> tuple[State, int]:
    """Return the state after a match, which is the first of the next one, and all moves made.

    `made` are the moves of the matches before. Raises Differs.
    """
    demand(rules.asked(state), "the game was over before this match")
    opening = rules.record.opening(state)
    if not isinstance(chapter, dict):
        raise Differs("it is not an object")
    _compare(opening, chapter)
    closing: Json | None = None
    for number, move in enumerate(_list(chapter.get("moves"), "moves"), 1):
        try:
            demand(closing is None, "the match was over before this move")
            after, closing = _verify_move(rules, state, move)
            made += 1
            state = chance.after(rules, made, after)
        except Differs as found:
            raise Differs(found.what, None, number) from None
    if closing is None and chapter.get("ended_by") == AGREED:
        state, closing = stop_game(rules, state)
    if closing is None:
        raise Differs("its moves do not end the match")
    _compare(closing, chapter)
    check_fields(chapter, (*opening, "moves", *closing), "the match")
    return state, made


def _check_agreement(writer: RecordWriter, chapter: object, people: int, *, rated: bool) -> None:
    """Raise Differs when a match ended by agreement where no seat could have agreed.

    An unrated game is also stopped when the last of its people leaves it.
    """
    agreed = isinstance(chapter, dict) and chapter.get("ended_by") == AGREED
    fewest = writer.agreeing if rated else 1
    few = f"it ended by agreement, which takes {fewest} people or more: {people} play"
    demand(not agreed or people >= fewest, few)


def _verify_move(rules: Rules, state: State, move: object) -> tuple[State, Json | None]:
    """The state after a move and, if it ended the match, what the record must say of that."""
    writer = rules.record
    if not isinstance(move, dict):
        raise Differs("it is not an object")
    seat, by = move.get("seat"), move.get("by", BY_AI)
    if type(seat) is not int or seat not in rules.asked(state):
        raise Differs(f"it is not the turn of seat {_shown(seat)}")
    demand(by in (BY_CLOCK, BY_AI), "by is neither clock nor ai")
    action = writer.action_of({field: move[field] for field in move if field != "by"})
    if isinstance(action, Refused):
        raise Differs(f"the move is refused: {action.code}")
    moved = rules.act(state, seat, action)
    if isinstance(moved, Refused):
        raise Differs(f"the move is refused: {moved.code}")
    if by == BY_CLOCK:
        demand(action == rules.lapse(state, seat), "the clock does not make this move")
    after, events = moved
    written = writer.move(state, seat, action, events)
    _compare(written, move)
    check_fields(move, (*written, *(field for field in move if field == "by")), "the move")
    return after, writer.closing(events)


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise Differs(f"{where} is not a list")
    return value


def _compare(expected: Mapping[str, Any], given: Mapping[str, Any], where: str = "") -> None:
    """Raise Differs on the first expected field that is missing or has another value."""
    for field, value in expected.items():
        path = f"{where}{field}"
        demand(field in given, f"the field {path} is missing")
        _compare_value(value, given[field], path)


def _compare_value(expected: object, given: object, path: str) -> None:
    if isinstance(expected, dict) and isinstance(given, dict):
        _compare(expected, given, f"{path}.")
        check_fields(given, expected, path)
    elif isinstance(expected, list) and isinstance(given, list):
        for place, (one, other) in enumerate(zip(expected, given, strict=False)):
            _compare_value(one, other, f"{path}.{place}")
        if len(expected) != len(given):
            raise Differs(f"{path} has {len(given)} entries, it should have {len(expected)}")
    elif type(expected) is not type(given) or expected != given:
        raise Differs(f"{path} is {_shown(given)}, it should be {_shown(expected)}")


def _shown(value: object) -> str:
    """Return a value for a sentence, never long."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return dumps(value)[:60]
