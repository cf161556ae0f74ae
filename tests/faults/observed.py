"""The data that players sent and received, for checking invariants afterwards."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

import orjson

from games.engine.contract import Json


class Sent(NamedTuple):
    """An answer that a player sent, over socket or HTTP, once or repeatedly."""

    seat: int
    question: int
    action: str


class Received(NamedTuple):
    """The events of a frame that a viewer received.

    `seats` are the viewer's current and previous seat: an owner who abandons a seat becomes a
    spectator, who has none.
    """

    seats: tuple[int | None, int | None]
    version: int
    events: str


@dataclass
class Observed:
    """All observations of the players of one game."""

    game_id: str
    sent: set[Sent] = field(default_factory=set)
    # answers acknowledged over HTTP, with their versions
    done: list[tuple[Sent, int]] = field(default_factory=list)
    received: list[Received] = field(default_factory=list)
    frames: int = 0
    # answers sent twice, replayed, sent early, or sent with a conflicting one
    spoiled: Counter[str] = field(default_factory=Counter)
    # how often a seat was taken back from its stand-in
    returns: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    # close codes of sockets, and seconds until the table was back
    codes: Counter[int] = field(default_factory=Counter)
    back: list[float] = field(default_factory=list)
    # sentences about forbidden observations
    wrong: list[str] = field(default_factory=list)


def canonical_json(value: object) -> str:
    """Return a JSON value as canonical text."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS).decode()


def visible_state(frame: Json) -> str:
    """Return the state of the table that a frame shows."""
    return canonical_json([frame["version"], frame["view"], frame["question"]])
