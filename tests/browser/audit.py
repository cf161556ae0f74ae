"""Compares what a browser received with what the game's record says its seat may know."""

import json
import re
from typing import Any

from games.engine.contract import GameEvent, Refused
from games.engine.record_fields import read_origin
from games.registry import GAMES

Json = dict[str, Any]
CARD = re.compile(r'"(?:Co|Ye|Tu|Re|Bl|Pu|Si|Go|Aq|Wh|Bk)\d+"')


def replay_positions(record: Json) -> list[tuple[Any, tuple[Any, ...]]]:
    """Return every state of a recorded game with the events that led to it."""
    rules, writer = GAMES[record["game"]].rules, GAMES[record["game"]].rules.record
    reached = [rules.start(*read_origin(record)[0][2:4])]
    for chapter in record[writer.chapters]:
        for move in chapter["moves"]:
            action = writer.action_of({name: move[name] for name in move if name != "by"})
            assert not isinstance(action, Refused)
            moved = rules.act(reached[-1][0], move["seat"], action)
            assert not isinstance(moved, Refused)
            reached.append(moved)
    return reached


def check_frames(record: Json, frames: list[Json], seat: int | None) -> int:
    """Compare every view, event and log of one viewer with the engine's, exactly.

    The viewer is a seat, or None for a spectator. Nothing else in any frame may name a card. Return
    the number of compared views.
    """
    rules = GAMES[record["game"]].rules
    reached = replay_positions(record)
    sent = [[rules.event_for(event, seat) for event in events] for _, events in reached]
    pictures = [frame for frame in frames if frame.get("view")]
    for frame in pictures:
        ply = frame["ply"]
        assert frame["view"] == rules.state_for(reached[ply][0], seat)
        if frame["type"] == "snapshot":
            assert strip_marks(frame["log"]) == log_of(sent[: ply + 1])
        elif frame["events"]:
            assert strip_marks(frame["events"]) == sent[ply]
    for frame in frames:
        rest = {name: frame[name] for name in frame if name not in ("view", "events", "log")}
        assert not CARD.search(json.dumps(rest))
    return len(pictures)


def strip_marks(events: list[Json]) -> list[Json]:
    """Return events without their cause and time."""
    return [{k: v for k, v in event.items() if k not in ("by", "at")} for event in events]


def log_of(sent: list[list[GameEvent]]) -> list[GameEvent]:
    """Return the expected log: the end of the last match, and the running match."""
    events = [event for step in sent for event in step]
    deal = max(place for place, event in enumerate(events) if event["e"] == "dealt")
    ends = [place for place, event in enumerate(events[:deal]) if event["e"] == "match_over"]
    return events[ends[-1] if ends else deal :]
