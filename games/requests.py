"""The messages that a client sends to a table's socket (docs/PROTOCOL.md)."""

from typing import NotRequired, TypedDict

from density.platform.declared import fields_of
from games.protocol import Absence, Action, AiPace, LineKind


class Act(TypedDict):
    """Answer the question that the seat is asked."""

    question: int
    action: Action


class Ping(TypedDict):
    """Ask for a pong; `lag` is the last measured round-trip time in milliseconds."""

    lag: NotRequired[int]


class Pledge(TypedDict):
    """64 hex digits: the hash of the seat's bytes of the deal."""

    hash: str


class Reveal(TypedDict):
    """32 hex digits: the seat's bytes of the deal."""

    bytes: str


class SeatAi(TypedDict):
    """Give a free seat to an AI player."""

    seat: int
    level: str


class OfSeat(TypedDict):
    """A message about one seat."""

    seat: int


class Fill(TypedDict):
    """Give all free seats to AI players."""

    level: str


class Pace(TypedDict):
    """Choose how fast AI players answer."""

    pace: AiPace


class Mode(TypedDict):
    """Choose the rule for the seats of absent players."""

    mode: Absence


class Switch(TypedDict):
    """Agree to something, or take it back."""

    on: bool


class Say(TypedDict):
    """Write a chat line."""

    kind: LineKind
    text: str


class MuteSeat(TypedDict):
    """Mute or unmute the user of a seat."""

    seat: int
    on: bool


class Nothing(TypedDict):
    """A message without fields."""


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
