"""Every message that a client sends to a table's socket, declared once (docs/PROTOCOL.md)."""

from typing import NotRequired, TypedDict

from density.platform.declared import fields_of
from games.protocol import Absence, Action, AiPace, LineKind


class Act(TypedDict):
    """Answer the question that the seat is asked."""

    question: int
    action: Action


class Ping(TypedDict):
    """`lag` is the last measured way there and back in milliseconds."""

    lag: NotRequired[int]


class Pledge(TypedDict):
    """64 hex digits: the hash of the seat's bytes of the deal."""

    hash: str


class Reveal(TypedDict):
    """32 hex digits: the seat's bytes of the deal."""

    bytes: str


class SeatAi(TypedDict):
    """Give a free chair to an AI player."""

    seat: int
    level: str


class OfSeat(TypedDict):
    """Something for one chair."""

    seat: int


class Fill(TypedDict):
    """Give all free chairs to AI players."""

    level: str


class Pace(TypedDict):
    """How fast AI players answer."""

    pace: AiPace


class Mode(TypedDict):
    """The rule for the seats of absent players."""

    mode: Absence


class Switch(TypedDict):
    """Agree, or take that back."""

    on: bool


class Say(TypedDict):
    """A line of talk."""

    kind: LineKind
    text: str


class MuteSeat(TypedDict):
    """Mute the user on a chair, or no more."""

    seat: int
    on: bool


class Nothing(TypedDict):
    """A message that is all in its type."""


REQUESTS: dict[str, type] = {
    "act": Act,
    "resync": Nothing,
    "ping": Ping,
    "pledge": Pledge,
    "reveal": Reveal,
    "seat-ai": SeatAi,
    "unseat": OfSeat,
    "fill": Fill,
    "leave": Nothing,
    "take-over": Nothing,
    "return": Nothing,
    "ai-pace": Pace,
    "skip": Nothing,
    "absence": Mode,
    "stand-in": OfSeat,
    "substitute": OfSeat,
    "end": Switch,
    "ready": Switch,
    "say": Say,
    "mute": MuteSeat,
}
FIELDS = {name: fields_of(request) for name, request in REQUESTS.items()}
