"""The answers of the API (docs/PROTOCOL.md).

The snapshot of a table is a frame of games/protocol.py.
"""

from datetime import datetime
from typing import Annotated, Literal, TypedDict

from density.platform.declared import OfTheGame
from games.engine import contract
from games.engine.contract import Json
from games.protocol import Action, Events, GameEvent, SeatKind, Snapshot

# a replay with nothing hidden has cards that no viewer saw
ReplayView = Annotated[contract.View, OfTheGame("view", "View<G>")]
# the values of the sentence about a decision; "code" names the sentence
Facts = Annotated[Json, OfTheGame("facts", "Facts")]
# the view of a seat, or a view with nothing hidden
Whose = int | Literal["all"]


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


class SignedLog(TypedDict):
    """The site's statement that the log ended with this entry on this day (UTC)."""

    day: str
    sequence: int
    hash: str
    key: str
    signature: str


class LogKeys(TypedDict):
    """The public keys that sign the log, the current one first, and the newest signature."""

    format: str
    keys: list[str]
    newest: SignedLog | None


class ProvedCard(TypedDict):
    """A card that the viewer has seen, its place in the deck, and the salt of its leaf."""

    place: int
    code: str
    salt: str


class Proof(TypedDict):
    """The leaves of the current deck, in deal order, and the cards that are proved by them.

    `leaves` is empty unless the request asks for them.
    """

    match: int
    leaves: list[str]
    cards: list[ProvedCard]


# -------------------------------------------------------------------------------- replays
class Step(TypedDict):
    """The deal, or what one move did; the last one of a match shows no view."""

    step: int
    seat: int | None
    events: list[GameEvent]
    view: ReplayView | None


class Chapter(TypedDict):
    """A match in steps."""

    match: int
    steps: list[Step]


class ListedMatch(TypedDict):
    """A match with its number of steps, and how it ended."""

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
    """A seat of a finished game, with the name that is shown now."""

    seat: int
    kind: SeatKind
    name: str
    avatar: str
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
    """A match of a running game, as the viewer saw it."""

    type: Literal["past"]
    protocol: int
    ply: int
    you: int | None


# ------------------------------------------------------------------------------ the coach
class Option(TypedDict):
    """A legal choice: the chance to win the whole game after it, and its cost against the best."""

    action: Action
    chance: float
    cost: float


class Decision(TypedDict):
    """A choice that a seat made, with all legal choices, best first."""

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
    """The reviewed matches of a game: `made` of `of`."""

    made: int
    of: int


class Waiting(Progress):
    """The review is not ready yet; `decisions` has a costly one if it is known already."""

    state: Literal["waiting"]
    decisions: list[Decision]


class Mistake(TypedDict):
    """A costly choice."""

    match: int
    step: int
    seat: int
    cost: float


class Mistakes(Progress):
    """The costliest choices of the matches reviewed so far, costliest first."""

    type: Literal["mistakes"]
    mistakes: list[Mistake]


# -------------------------------------------------------------------------------- lessons
class LessonStep(TypedDict):
    """One step of a lesson; `why` explains, by action, why other actions are not the wanted one."""

    name: str
    point: str
    frames: list[Snapshot | Events]
    wants: Action | None
    title: str
    text: list[str]
    why: dict[str, str]


class Lesson(TypedDict):
    """A lesson: the frames that seat 0 gets, step by step, with the teacher's texts."""

    steps: list[LessonStep]


ANSWERS = (Replay, Past, Review, Mistakes)
