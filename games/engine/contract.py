"""The interface of a game's rules, which the table, the clock, the AI and the record call."""

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, fields
from types import ModuleType
from typing import Any, NamedTuple, Protocol, TypeVar

# States, actions, rulesets and events are frozen values whose shape only their own game knows.
State = Any
Ruleset = Any
Event = Any
Observation = Any
Action = int
# Their JSON forms, which each game declares in rules/messages.py: a state and an event as one
# viewer sees them, and an action.
View = Mapping[str, Any]
GameEvent = Mapping[str, Any]
GameAction = Mapping[str, Any]
# any other JSON object
Json = dict[str, Any]


class Dice(Protocol):
    """A random number generator that an AI player is given; `random.Random` is one."""

    def random(self) -> float:
        """Return a number from 0 up to, but not including, 1."""

    def randrange(self, stop: int, /) -> int:
        """Return a whole number from 0 to stop - 1."""

    def shuffle(self, values: MutableSequence[Any], /) -> None:
        """Put the values into a random order in place."""


class Seed(NamedTuple):
    """All the randomness of one game: the server's 32 secret bytes and 16 bytes from each seat."""

    secret: bytes
    client: bytes


@dataclass(frozen=True, slots=True)
class Refused:
    """A rejected action, with the reason as a stable code from docs/PROTOCOL.md."""

    code: str


Moved = tuple[State, tuple[Event, ...]]
Answer = TypeVar("Answer")


def unwrap_accepted(answer: Answer | Refused) -> Answer:
    """Return the action or move itself; raise ValueError with the code if it was refused."""
    if isinstance(answer, Refused):
        raise ValueError(f"refused: {answer.code}")
    return answer


class Decided(NamedTuple):
    """A move, and the state and events that followed."""

    seat: int
    state: State
    events: tuple[Event, ...]


class Weighed(NamedTuple):
    """A legal action, the chance of winning the game after it, and how far it is from the best."""

    action: Action
    chance: float
    cost: float


class Attribution(NamedTuple):
    """The causes of a seat's result in one game, in games won; they add up to the result.

    A win counts 1, a loss 0. Players who share first place each get an equal part of 1.
    """

    start: float  # the same for every seat
    deal: float
    flips: float
    draws: float
    decisions: float  # of all seats, whoever moved for them; over a table they add up to zero

    @property
    def chance(self) -> float:
        """The part of the result that the cards caused."""
        return self.deal + self.flips + self.draws


@dataclass(frozen=True, slots=True)
class RecordWriter:
    """Functions that write and read the game-specific part of a record."""

    chapters: str  # name of the field that lists the parts of a game, such as its matches
    # The fewest users that a rated game needs to end by agreement; abandoned seats count too.
    agreeing: int
    # The fields of a chapter that come before its moves, from its first state.
    opening: Callable[[State], Json]
    # The fields of a move, from the state before it.
    move: Callable[[State, int, Action, tuple[Event, ...]], Json]
    # The fields after the moves, "ended_by" among them; None if these events end no chapter.
    closing: Callable[[tuple[Event, ...]], Json | None]
    # The action of a move that `move` wrote.
    action_of: Callable[[Mapping[str, Any]], Action | Refused]
    # The fields of the whole game, from its first state.
    preface: Callable[[State], Json] = lambda _state: {}


ProvedCards = Callable[[int | None, View, Sequence[GameEvent], Sequence[str]], dict[int, str]]


def prove_no_card(*_: Any) -> dict[int, str]:
    """Return the proved cards of a game whose cards are checked only after its end."""
    return {}


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The rules of one game: six actions, two questions, and its values as JSON.

    Every function is pure. A seat is an int counted clockwise from 0; a viewer is a seat, or
    None for a spectator.

    Each game chooses the shape of its values. The table reads a few of them, so these have the
    same names in every game. A ruleset has "seats". An observation has legal, and match and round,
    which count the parts of a game whatever the game calls them. As JSON, an event with "e":
    "dealt" begins the match numbered "match". One with "e": "match_over" ends it and has "round",
    "ended_by" ("agreement" when the game was stopped) and "winners".
    """

    slug: str
    title: str
    seat_counts: tuple[int, ...]

    # The NamedTuple of its rulesets, the permitted values of each field, and the fields that each
    # edition changes; the usual edition comes first.
    ruleset_type: type[Any]
    choices: Mapping[str, tuple[object, ...]]
    edition_changes: Mapping[str, Json]

    # The six actions. stop ends a running game in its current state and gives every seat a place;
    # the table decides when a game may be stopped. It is refused only if the game is over.
    start: Callable[[Ruleset, Seed], Moved]
    legal: Callable[[State, int], tuple[Action, ...]]
    act: Callable[[State, int, Action], Moved | Refused]
    stop: Callable[[State], Moved | Refused]
    observe: Callable[[State, int | None], Observation]

    # Return the same position with new randomness: this seed alone determines the order of the
    # cards that no viewer has seen, and unrevealed secret choices are asked for again. Hands and
    # face-up cards stay.
    reseed: Callable[[State, Seed], State]

    # The two questions: which seats must act now (none when the game is over), and the places.
    asked: Callable[[State], tuple[int, ...]]
    places: Callable[[State], tuple[int, ...] | None]

    # playing: the seats that act now or may act later; none when the game is over.
    # turn: numbers that identify a seat's current turn among all its turns in the game. Questions
    # in the same turn, such as a draw and the discard after it, share one clock.
    playing: Callable[[State], tuple[int, ...]]
    turn: Callable[[State, int], tuple[int, ...]]

    # The card codes of the deck that a "dealt" event (as JSON) put into play, in deal order: the
    # leaves of its Merkle tree. Secret while the game runs.
    deck_codes: Callable[[Seed, GameEvent], list[str]]

    # The action that the clock takes for a seat that has run out of time.
    lapse: Callable[[State, int], Action]

    # JSON for the wire and for the log; state_for and event_for contain nothing that is hidden
    # from the viewer.
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

    # The cards of the deck, by their place in `deck_codes`, that a viewer may get a proof for. The
    # arguments are the viewer, this viewer's view and events (as JSON) with the last deal among
    # them, and `deck_codes`. A card is proved only if the viewer knows it and may know where in the
    # deck it was: the place of a card that another seat discards would show when it got the card.
    proved_cards: ProvedCards = prove_no_card

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

        Raises ValueError, naming the field, if a field or a value is not listed. Types must match
        too: 1 is not True.
        """
        for name, value in written.items():
            choices = self.choices.get(name, ())
            if not any(type(value) is type(choice) and value == choice for choice in choices):
                raise ValueError(f"ruleset field {name!r} can not be {value!r}")
        return self.ruleset_type(**written)

    def ruleset_to_json(self, ruleset: Ruleset) -> Json:
        """Return all fields of the ruleset by name."""
        return dict(ruleset._asdict())


# The rules of every game, by slug. The engine must not import games: games.registry adds them.
RULES: dict[str, Rules] = {}

Gathered = TypeVar("Gathered", Rules, RecordWriter)


def gather_fields(target: type[Gathered], *modules: ModuleType, **values: Any) -> Gathered:
    """Build rules or a record writer from same-named module attributes and the given values."""
    attributes = {name: value for module in modules for name, value in vars(module).items()}
    names = [field.name for field in fields(target) if field.name in attributes]
    return target(**{name: attributes[name] for name in names}, **values)


def freeze_value(value: Any) -> Any:
    """Return a JSON value with its lists turned into tuples at every depth."""
    if not isinstance(value, list):
        return value
    return tuple([freeze_value(item) if isinstance(item, list) else item for item in value])
