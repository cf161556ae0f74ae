"""What the players of a game sent and received, for the invariants that are checked afterwards."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

import orjson

from games.engine.contract import Json


class Sent(NamedTuple):
    """An answer that a player sent, by whatever way and however often."""

    seat: int
    question: int
    action: str


class Received(NamedTuple):
    """The events of a frame that a viewer saw.

    `seats` are the one that the viewer has and the one that the viewer had: an owner who abandons
    a seat becomes a watcher, who has none.
    """

    seats: tuple[int | None, int | None]
    version: int
    events: str


@dataclass
class Observed:
    """Everything that the players of one game observed."""

    game_id: str
    sent: set[Sent] = field(default_factory=set)
    # answers that HTTP called done, with the version they were given
    done: list[tuple[Sent, int]] = field(default_factory=list)
    received: list[Received] = field(default_factory=list)
    frames: int = 0
    # answers sent twice, replayed, before their turn, with a rival
    spoiled: Counter[str] = field(default_factory=Counter)
    # how often a seat was asked back from its stand-in
    returns: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    # with which codes sockets ended, and how many seconds later the table was there again
    codes: Counter[int] = field(default_factory=Counter)
    back: list[float] = field(default_factory=list)
    # what players saw that may not be, as sentences
    wrong: list[str] = field(default_factory=list)


def canonical_json(value: object) -> str:
    """A JSON value as text that is equal exactly when the values are."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS).decode()


def visible_state(frame: Json) -> str:
    """The state of the table that a viewer of this frame sees."""
    return canonical_json([frame["version"], frame["view"], frame["question"]])
