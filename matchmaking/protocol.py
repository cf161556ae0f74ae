"""The messages of the queue's socket (docs/PROTOCOL.md), and the data they are made from."""

from typing import Annotated, Literal, TypedDict

from density.platform.declared import OneOf, fields_of
from games.requests import Nothing

State = Annotated[str, OneOf("idle", "waiting", "seated", "cooldown")]
Strike = Annotated[str, OneOf("no-show", "declined", "abandoned")]
# a user: id and name, which is "" if hidden
Named = tuple[int, str]


# ----------------------------------------------------------------------- server to client
class Chair(TypedDict):
    """A seat of the found table; `name` and `avatar` are "" if hidden before the deal."""

    name: str
    avatar: str
    here: bool


class FoundTable(TypedDict):
    """The table of the viewer; `ready_by_ms` is null from the deal on."""

    url: str
    ready_by_ms: int | None
    check: bool
    here: bool
    seats: list[Chair]


class Cooldown(TypedDict):
    """The time until the viewer may queue again; `until_ms` is 0 for a warning."""

    until_ms: int
    reason: Strike
    strikes: int


class Meanwhile(TypedDict):
    """The table of a waiting user."""

    url: str
    people: bool
    shared: bool


Offer = TypedDict("Offer", {"with": list[str], "others": int, "ais": int, "begun": bool})
Offer.__doc__ = "The casual table that the viewer may share; `others` counts players without names."


class Ask(TypedDict):
    """The time left to say whether to leave a game with others for a ranked table."""

    left_ms: int


class OfQueue(TypedDict):
    """The part of a frame that is the same for everyone."""

    estimate_ms: int | None
    waiting: int
    online: int
    dots: list[int]
    cap_ms: int


class OfUser(TypedDict):
    """The part of a frame that is about the viewer."""

    state: State
    queue: str | None
    about: str
    seats: int
    since_ms: int
    rating: int
    table: FoundTable | None
    cooldown: Cooldown | None
    also: list[str]
    pushed: bool
    meanwhile: Meanwhile | None


class QueueFrame(OfQueue, OfUser):
    """The whole status of the viewer."""

    type: Literal["queue"]
    band: list[int] | None
    found: int
    offer: Offer | None
    ask: Ask | None


# ------------------------------------------------------------------- the data behind a frame
class SharedTable(TypedDict):
    """A running or open table of waiting users, and its number of AI players."""

    people: list[Named]
    ais: int


class Company(TypedDict):
    """The users and tables that a shared casual table could be made of now."""

    free: list[Named]
    tables: list[SharedTable]


class SharedStatus(OfQueue):
    """The status of a queue, as published to all processes and stored in Redis.

    `reach` is the allowed distance of newcomers by bin of rating; `growth` is added to it for every
    second of waiting.
    """

    queue: str
    reach: list[int]
    growth: float
    offer_ms: int
    offer: Company | None


class QueueNews(TypedDict):
    """The message that sends the status of a queue to all processes."""

    type: Literal["queue.news"]
    frame: SharedStatus


class UserStatus(OfUser):
    """The status of a user; `at` is the monotonic time of reading it."""

    at: float
    mu: float
    hidden: bool
    user: int
    apart: list[int]
    ask_ms: int | None


# ----------------------------------------------------------------------- client to server
class Answer(TypedDict):
    """Say whether to leave the game for a ranked table."""

    yes: bool


class Beat(TypedDict):
    """A heartbeat of an open page, which may be hidden."""

    hidden: bool


class Join(TypedDict):
    """Join a queue, or all of them."""

    queue: str


REQUESTS: dict[str, type] = {
    "answer": Answer,
    "beat": Beat,
    "join": Join,
    "leave": Nothing,
    "ping": Nothing,
    "sit": Nothing,
}
FIELDS = {name: fields_of(request) for name, request in REQUESTS.items()}
