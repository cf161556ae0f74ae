"""Every message of the queue's socket, declared once (docs/PROTOCOL.md), and what it is made of."""

from typing import Annotated, Literal, TypedDict

from density.platform.declared import OneOf, fields_of
from games.protocol import Ack, Draining, Pong, Refused
from games.requests import Nothing

State = Annotated[str, OneOf("idle", "waiting", "seated", "cooldown")]
Strike = Annotated[str, OneOf("no-show", "declined", "abandoned")]
# a user: id and name, which is "" of one who is not named
Named = tuple[int, str]


# ----------------------------------------------------------------------- server to client
class Chair(TypedDict):
    """A chair of the found table: the name is "" of a player who is not named before the deal."""

    name: str
    here: bool


class FoundTable(TypedDict):
    """Where the viewer is seated; `ready_by_ms` is None from the deal on."""

    url: str
    ready_by_ms: int | None
    check: bool
    here: bool
    seats: list[Chair]


class Cooldown(TypedDict):
    """Milliseconds until the viewer may queue again; 0 of a warning."""

    until_ms: int
    reason: Strike
    strikes: int


class Meanwhile(TypedDict):
    """Where a user sits who waits."""

    url: str
    people: bool
    shared: bool


Offer = TypedDict("Offer", {"with": list[str], "others": int, "ais": int, "begun": bool})
Offer.__doc__ = "The unrated table that the viewer may share; `others` are there without a name."


class Ask(TypedDict):
    """For so long the viewer may say whether to leave a game with others for a ranked table."""

    left_ms: int


class OfQueue(TypedDict):
    """The part of a frame that is the same for everyone."""

    estimate_ms: int | None
    waiting: int
    online: int
    dots: list[int]
    cap_ms: int


class OfUser(TypedDict):
    """The part of a frame that comes from the rows of the viewer."""

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


PARTS = (Chair, FoundTable, Cooldown, Meanwhile, Offer, Ask)
FRAMES = (QueueFrame, Refused, Ack, Pong, Draining)


# ------------------------------------------------------------- what a frame is worked out from
class SharedTable(TypedDict):
    """A running or open table of users who wait, and its AI players."""

    people: list[Named]
    ais: int


class Company(TypedDict):
    """Users and tables that could be joined at an unrated table now."""

    free: list[Named]
    tables: list[SharedTable]


class SharedStatus(OfQueue):
    """The status of a queue as it is published to all processes, and kept in Redis.

    `reach` is how far apart newcomers may be, by bin of their rating; `growth` what every second
    of waiting adds to that.
    """

    queue: str
    reach: list[int]
    growth: float
    offer_ms: int
    offer: Company | None


class QueueNews(TypedDict):
    """The message by which all processes learn the status of a queue."""

    type: Literal["queue.news"]
    frame: SharedStatus


class UserStatus(OfUser):
    """The status of a user; `at` is the monotonic time at which it was read."""

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
    """Whether the page is looked at."""

    hidden: bool


class Join(TypedDict):
    """Wait in a queue, or in every one."""

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
