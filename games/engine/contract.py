"""The contract of a game's rules: what the table, the clock, the AI and the record call."""

from collections.abc import Callable, Mapping, MutableSequence
from dataclasses import dataclass, fields
from types import ModuleType
from typing import Any, NamedTuple, Protocol, TypeVar

# States, actions, rulesets and events are frozen values whose shape only their own game knows.
State = Any
Ruleset = Any
Event = Any
Observation = Any
Action = int
# The same as JSON, which each game declares in the messages of its rules: what a viewer sees of a
# state and of an event, and an action.
View = Mapping[str, Any]
GameEvent = Mapping[str, Any]
GameAction = Mapping[str, Any]
# any other JSON object
Json = dict[str, Any]


class Dice(Protocol):
    """A source of chance, which the caller of an AI player brings; `random.Random` is one."""

    def random(self) -> float:
        """Return a number from 0 up to, but not, 1."""

    def randrange(self, stop: int, /) -> int:
        """Return a whole number from 0 up to, but not, stop."""

    def shuffle(self, values: MutableSequence[Any], /) -> None:
        """Put the values into a random order in place."""


class Seed(NamedTuple):
    """The whole randomness of one game: the server's 32 secret bytes and 16 bytes of every seat."""

    secret: bytes
    client: bytes


@dataclass(frozen=True, slots=True)
class Refused:
    """An action that was not accepted, and why, as a stable code of docs/PROTOCOL.md."""

    code: str


Moved = tuple[State, tuple[Event, ...]]
Answer = TypeVar("Answer")


def unwrap_accepted(answer: Answer | Refused) -> Answer:
    """Return an action or a move that cannot be refused; ValueError with the code if it was."""
    if isinstance(answer, Refused):
        raise ValueError(f"refused: {answer.code}")
    return answer


class Decided(NamedTuple):
    """A move that was made: whether the seat's owner chose it, and what came of it."""

    seat: int
    by_owner: bool
    state: State
    events: tuple[Event, ...]


class Weighed(NamedTuple):
    """One legal choice: the chance to win the game after it, and what that lacks to the best."""

    action: Action
    chance: float
    cost: float


class Attribution(NamedTuple):
    """Where the result of a seat in one game came from, in games won: the parts add up to it.

    A game that is won is 1, one that is lost 0; a first place that is shared is shared out.
    """

    start: float  # the same for every seat
    deal: float
    flips: float
    draws: float
    others: float  # decisions of others, and of whatever played in the owner's place
    own: float

    @property
    def chance(self) -> float:
        """The change by the cards."""
        return self.deal + self.flips + self.draws


@dataclass(frozen=True, slots=True)
class RecordWriter:
    """Functions that write and read the part of a record that only its game knows."""

    chapters: str  # the field that holds the parts of a game, such as its matches
    # the fewest users with whom a game can end by agreement: abandoned seats and those that agree
    agreeing: int
    # of a chapter, from its first state; of a move, from the state before it; and of the chapter
    # that these events end, None where they end none, "ended_by" among it
    opening: Callable[[State], Json]
    move: Callable[[State, int, Action, tuple[Event, ...]], Json]
    closing: Callable[[tuple[Event, ...]], Json | None]
    # the action of a move that `move` wrote
    action_of: Callable[[Mapping[str, Any]], Action | Refused]
    # of the whole game, from its first state
    preface: Callable[[State], Json] = lambda _state: {}


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """One game: six verbs, two questions, and how to write its values as JSON.

    Every function is pure. A seat is an int counted clockwise from 0; a viewer is a seat, or
    None for a spectator.

    The table reads some values whose shape is else a game's own, so they have the same names in
    every game: a ruleset has "seats"; an observation has match and round, which count the
    parts of a game whatever the game calls them, and legal; of the events as JSON, those with
    "e": "dealt" begin the match that "match" numbers, and those with "match_over" end it and have
    "round", "ended_by" ("agreement" when the game was stopped) and "winners".
    """

    slug: str
    title: str
    seat_counts: tuple[int, ...]

    # The NamedTuple of its rulesets, what each field of one may be, and what each edition changes,
    # the usual one first.
    ruleset_type: type[Any]
    choices: Mapping[str, tuple[object, ...]]
    edition_changes: Mapping[str, Json]

    # The six verbs. stop ends the game as it stands, with a place for every seat by what counts
    # now; the table decides when it may be stopped. Only a game that is over refuses it.
    start: Callable[[Ruleset, Seed], Moved]
    legal: Callable[[State, int], tuple[Action, ...]]
    act: Callable[[State, int, Action], Moved | Refused]
    stop: Callable[[State], Moved | Refused]
    observe: Callable[[State, int | None], Observation]

    # The same moment with the chance of another seed: cards that no viewer has seen lie in an order
    # that follows from this seed and from nothing else, and a secret choice that is not revealed is
    # asked again. Hands, and all that lies open, stay.
    reseed: Callable[[State, Seed], State]

    # The two questions: the seats that are asked now (none when the game is over), and the places.
    asked: Callable[[State], tuple[int, ...]]
    places: Callable[[State], tuple[int, ...] | None]

    # playing: the seats that are still in the game, asked now or later; none when it is over.
    # turn: which turn the question belongs to that a seat is asked now, as numbers that no other
    # turn of that seat in the game has. Questions of one turn, such as a draw and the discard
    # after it, share one clock.
    playing: Callable[[State], tuple[int, ...]]
    turn: Callable[[State, int], tuple[int, ...]]

    # The codes of the deck that is in force after a "dealt" event as JSON, in deal order: the
    # leaves of its Merkle tree. Secret as long as the game runs.
    deck_codes: Callable[[Seed, GameEvent], list[str]]

    # The clock's action for a seat whose time has run out.
    lapse: Callable[[State, int], Action]

    # JSON for the wire and for the log; state_for and event_for hold nothing that the viewer may
    # not know.
    state_for: Callable[[State, int | None], View]
    event_for: Callable[[Event, int | None], GameEvent]

    # The same with nothing hidden, every hand included: only for a game that is over.
    full_state: Callable[[State], View]
    full_event: Callable[[Event], GameEvent]
    read_action: Callable[[object], Action | Refused]
    write_action: Callable[[Action], GameAction]
    dump: Callable[[State], Json]
    load: Callable[[Ruleset, Seed, Json], State]

    record: RecordWriter

    @property
    def editions(self) -> tuple[str, ...]:
        """The names of its editions, the usual one first."""
        return tuple(self.edition_changes)

    def ruleset(self, edition: str, **changes: Any) -> Ruleset:
        """Return the ruleset of an edition with some fields changed; ValueError if unknown."""
        if edition not in self.edition_changes:
            raise ValueError(f"there is no edition {edition!r}")
        return self.ruleset_from_json({**self.edition_changes[edition], **changes})

    def ruleset_from_json(self, written: Mapping[str, Any]) -> Ruleset:
        """Return the ruleset with these fields, the rest at their defaults.

        ValueError, naming the field, on a field or a value that is not listed. A value
        counts with its type: 1 is not True.
        """
        for name, value in written.items():
            listed = self.choices.get(name, ())
            if not any(type(value) is type(each) and value == each for each in listed):
                raise ValueError(f"ruleset field {name!r} can not be {value!r}")
        return self.ruleset_type(**written)

    def ruleset_to_json(self, ruleset: Ruleset) -> Json:
        """Return all fields of the ruleset by name."""
        return dict(ruleset._asdict())


# of every game, by slug; the games lie above the engine, and games.registry adds them
RULES: dict[str, Rules] = {}

Gathered = TypeVar("Gathered", Rules, RecordWriter)


def gather_fields(kind: type[Gathered], *modules: ModuleType, **own: Any) -> Gathered:
    """Return rules or a record writer from what modules call like its fields, and what is given."""
    found = {name: value for module in modules for name, value in vars(module).items()}
    return kind(
        **{each.name: found[each.name] for each in fields(kind) if each.name in found}, **own
    )


def freeze_value(value: Any) -> Any:
    """Return a JSON value with its lists, however deep, as tuples."""
    if not isinstance(value, list):
        return value
    return tuple([freeze_value(each) if isinstance(each, list) else each for each in value])
