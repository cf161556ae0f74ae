"""Answers of the API, declared once (docs/PROTOCOL.md).

A table's own snapshot is a frame of games/protocol.py.
"""

from datetime import datetime
from typing import Annotated, Literal, NotRequired, TypedDict

from density.platform.declared import OfTheGame
from games.engine import contract
from games.engine.contract import Json
from games.protocol import Action, Events, GameEvent, SeatKind, Snapshot

# a view of everything knows cards that no viewer had seen
ReplayView = Annotated[contract.View, OfTheGame("view", "View<G>")]
# what the sentence about a decision is made of, by its code
Facts = Annotated[Json, OfTheGame("facts", "Facts")]
# a seat, or everything
Whose = int | Literal["all"]


class Refusal(TypedDict):
    """Why a request is refused, as a stable code; `detail` is for people and may change."""

    code: str
    detail: NotRequired[str]


# ------------------------------------------------------------------------------- the site
class Deal(TypedDict):
    """A link of the public log of sealed deals."""

    sequence: int
    game: str | None
    commitment: str
    previous: str
    hash: str
    at: datetime


class Deals(TypedDict):
    """Links of the public log, oldest first."""

    deals: list[Deal]


class FoundPlayer(TypedDict):
    """A registered player, and the address of the profile."""

    name: str
    url: str


class FoundPlayers(TypedDict):
    """Registered players whose names begin as was asked."""

    players: list[FoundPlayer]


class Acted(TypedDict):
    """The version of a game after a move."""

    version: int


# -------------------------------------------------------------------------------- replays
class Step(TypedDict):
    """The deal, or what one move did; the last one of a match shows no view."""

    step: int
    seat: int | None
    events: list[GameEvent]
    view: ReplayView | None


class Chapter(TypedDict):
    """A match, step by step."""

    match: int
    steps: list[Step]


class ListedMatch(TypedDict):
    """How many moves a match has, and how it ended."""

    match: int
    steps: int
    ended_by: str
    winners: list[int]


class FinishedGame(TypedDict):
    """A finished game, with the address of its record."""

    id: str
    slug: str
    title: str
    edition: str
    ruleset: Json
    rated: bool
    url: str
    record_url: str


class FinishedSeat(TypedDict):
    """A seat of a finished game, by the name that is shown now."""

    seat: int
    kind: SeatKind
    name: str
    level: str | None


class Replay(TypedDict):
    """A match of a finished game as one viewer saw it, or with nothing hidden."""

    type: Literal["replay"]
    protocol: int
    game: FinishedGame
    seats: list[FinishedSeat]
    you: int | None
    view: Whose
    matches: list[ListedMatch]
    chapters: list[Chapter]


class Past(Chapter):
    """A match of a running game, as it was sent to its viewer."""

    type: Literal["past"]
    protocol: int
    ply: int
    you: int | None


# ------------------------------------------------------------------------------ the coach
class Option(TypedDict):
    """A legal choice: the chance to win the whole game after it, and what it lacks to the best."""

    action: Action
    chance: float
    cost: float


class Decision(TypedDict):
    """A choice that was made, among all legal ones, best first."""

    step: int
    seat: int
    own: bool
    cost: float
    options: list[Option]
    why: Facts | None


class Review(TypedDict):
    """The review of a match by an AI player; `leads` are chances by step, then by seat."""

    type: Literal["review"]
    match: int
    view: Whose
    level: str
    samples: int
    decisions: list[Decision]
    leads: list[list[float]]


class Progress(TypedDict):
    """How many matches of a game are reviewed, and of how many."""

    made: int
    of: int


class Waiting(Progress):
    """The review is not made yet."""

    state: Literal["waiting"]


class Mistake(TypedDict):
    """A costly choice."""

    match: int
    step: int
    seat: int
    cost: float


class Mistakes(Progress):
    """The costliest choices of the matches that are reviewed by now, costliest first."""

    type: Literal["mistakes"]
    mistakes: list[Mistake]


# -------------------------------------------------------------------------------- lessons
class LessonStep(TypedDict):
    """One thing to learn; `why` says of other actions why they are not the wanted one."""

    name: str
    point: str
    frames: list[Snapshot | Events]
    wants: Action | None
    title: str
    text: list[str]
    why: dict[str, str]


class Lesson(TypedDict):
    """A game as it is sent to seat 0, step by step, with what a teacher says."""

    steps: list[LessonStep]


PARTS = (
    Step,
    Chapter,
    ListedMatch,
    FinishedGame,
    FinishedSeat,
    Option,
    Decision,
    Progress,
    Mistake,
)
ANSWERS = (Replay, Past, Review, Mistakes)
