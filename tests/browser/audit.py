"""Holds what a browser received against what the game's record says its seat may know."""

from typing import Any

from games.engine.catalog import RULES
from games.engine.contract import Refused
from games.engine.record import CHRONICLES
from games.engine.record_fields import read_origin

Json = dict[str, Any]


def positions(record: Json) -> list[tuple[Any, tuple[Any, ...]]]:
    """Every state of a recorded game with the events that led to it, the deal first."""
    rules, chronicle = RULES[record["game"]], CHRONICLES[record["game"]]
    reached = [rules.start(*read_origin(record)[2:4])]
    for chapter in record[chronicle.chapters]:
        for move in chapter["moves"]:
            action = chronicle.action_of({name: move[name] for name in move if name != "by"})
            assert not isinstance(action, Refused)
            moved = rules.act(reached[-1][0], move["seat"], action)
            assert not isinstance(moved, Refused)
            reached.append(moved)
    return reached


def check(record: Json, frames: list[Json], seat: int | None) -> int:
    """Compare every picture and every event of one viewer with the engine's, exactly.

    Returns how many pictures were compared.
    """
    rules = RULES[record["game"]]
    reached = positions(record)
    pictures = [frame for frame in frames if frame.get("view")]
    for frame in pictures:
        state, events = reached[frame["ply"]]
        assert frame["view"] == rules.seen_by(state, seat)
        if frame["type"] == "events" and frame["events"]:
            told = [{k: v for k, v in e.items() if k not in ("by", "at")} for e in frame["events"]]
            assert told == [rules.tell(event, seat) for event in events]
    return len(pictures)
