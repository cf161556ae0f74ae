"""What every game of the site offers to the table, the clock, the AI and the record."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

# States, actions, rulesets and events are frozen values whose shape only their own game knows.
State = Any
Ruleset = Any
Event = Any
Sight = Any
Action = int
Json = dict[str, Any]


class Seed(NamedTuple):
    """All the chance of one game: the server's 32 secret bytes and 16 bytes of every seat."""

    secret: bytes
    client: bytes


@dataclass(frozen=True, slots=True)
class Refused:
    """An action that was not accepted, and why, as a stable code of docs/PROTOCOL.md."""

    code: str


Moved = tuple[State, tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class RecordWriter:
    """How the part of a record that only its game knows is written and read."""

    chapters: str  # the field that holds the parts of a game, such as its matches
    seats: Callable[[Ruleset], int]
    preface: Callable[[State], Json]
    opening: Callable[[State], Json]
    move: Callable[[State, int, Action, tuple[Event, ...]], Json]
    action_of: Callable[[Mapping[str, Any]], Action | Refused]
    closing: Callable[[tuple[Event, ...]], Json | None]
    stopped: Callable[[Mapping[str, Any]], bool]
    # the fewest people with whom a game can end by agreement: those who are gone, and who agrees
    agreeing: int


@dataclass(frozen=True, slots=True)
class Rules:
    """One game: five verbs, two questions, and how to write its values as JSON.

    Every function is pure. A seat is an int counted clockwise from 0; a viewer is a seat, or
    None for somebody who only watches.

    The table reads some of what is else a game's own, so it has the same names in every game:
    a ruleset as JSON has "seats"; a sight has match and round, which count the parts of a game
    whatever the game calls them, and legal; told events with "e": "dealt" begin the
    match that "match" numbers, and those with "match_over" end it and have "round", "ended_by"
    ("agreement" when the game was stopped) and "winners".
    """

    slug: str
    title: str
    editions: tuple[str, ...]
    seat_counts: tuple[int, ...]

    # ruleset(edition, **changes) raises ValueError on an unknown edition, field or value.
    ruleset: Callable[..., Ruleset]
    ruleset_to_json: Callable[[Ruleset], Json]
    ruleset_from_json: Callable[[Mapping[str, Any]], Ruleset]

    # The five verbs. stop ends the game as it stands, with a place for every seat by what counts
    # now; when that may be is not for the rules to say. Only a game that is over refuses it.
    start: Callable[[Ruleset, Seed], Moved]
    legal: Callable[[State, int], tuple[Action, ...]]
    act: Callable[[State, int, Action], Moved | Refused]
    stop: Callable[[State], Moved | Refused]
    look: Callable[[State, int | None], Sight]

    # The two questions: who is asked now (nobody when the game is over), and how it ended.
    asked: Callable[[State], tuple[int, ...]]
    places: Callable[[State], tuple[int, ...] | None]

    # playing: the seats that are still in the game, asked now or later; nobody when it is over.
    # turn: which turn the question belongs to that a seat is asked now, as numbers that no other
    # turn of that seat in the game has. Questions of one turn, such as a draw and the discard
    # after it, share one clock.
    playing: Callable[[State], tuple[int, ...]]
    turn: Callable[[State, int], tuple[int, ...]]

    # The codes of the deck that is in force after a told "dealt" event, in deal order: the leaves
    # of its Merkle tree. Secret as long as the game runs.
    deck_codes: Callable[[Seed, Json], list[str]]

    # What the clock plays for a seat that let its time pass.
    lapse: Callable[[State, int], Action]

    # JSON for the wire and for the log; seen_by and tell hold nothing the viewer may not know.
    seen_by: Callable[[State, int | None], Json]
    tell: Callable[[Event, int | None], Json]

    # The same with nothing hidden, every hand included: only for a game that is over.
    show_all: Callable[[State], Json]
    tell_all: Callable[[Event], Json]
    read_action: Callable[[object], Action | Refused]
    write_action: Callable[[Action], Json]
    dump: Callable[[State], Json]
    load: Callable[[Ruleset, Seed, Json], State]

    record: RecordWriter
