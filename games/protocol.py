"""The messages that the sockets of tables, lobby and notices send (docs/PROTOCOL.md).

The messages of clients are in games/requests.py. `manage.py protocol` writes the types for the
browser. Each game has its own View, GameEvent and Action and declares them in its `protocol.js`.
"""

from datetime import datetime
from typing import Annotated, Literal, NotRequired, TypedDict

from density.platform.declared import OfTheGame, OneOf
from games.engine import contract
from games.engine.contract import Json

VERSION = 1


View = Annotated[contract.View, OfTheGame("view")]
GameEvent = Annotated[contract.GameEvent, OfTheGame("event")]
Action = Annotated[contract.GameAction, OfTheGame("action")]

Presence = Annotated[str, OneOf("playing", "away", "stand-in", "abandoned")]
Absence = Annotated[str, OneOf("ai", "substitute", "wait")]
AiPace = Annotated[str, OneOf("normal", "fast", "instant")]
SeatKind = Annotated[str, OneOf("player", "guest", "ai", "empty")]
LineKind = Annotated[str, OneOf("phrase", "sign", "text")]


# ------------------------------------------------------------------------- parts of frames
class Mark(TypedDict):
    """The cause of an event, and its time in milliseconds since the deal."""

    by: NotRequired[Annotated[str, OneOf("player", "ai", "clock", "all")]]
    at: NotRequired[int]


class SeatInfo(TypedDict):
    """A seat and its player; an empty seat has no fields from `state` to `can_substitute`.

    A free seat that is reserved for a rematch has `kept_for` and `kept_ms`. `avatar` is the drawing
    and color that the owner chose; without it, the page draws one from the name.
    """

    seat: int
    kind: SeatKind
    name: str
    avatar: NotRequired[str]
    level: str | None
    state: NotRequired[Presence]
    away_ms: NotRequired[int | None]
    bank_ms: NotRequired[int | None]
    call_ms: NotRequired[int | None]
    can_substitute: NotRequired[bool]
    kept_for: NotRequired[str]
    kept_ms: NotRequired[int]


class AgainOffer(TypedDict):
    """The offer of a rematch; `table` is null until a player has opened the rematch."""

    url: str
    table: str | None
    open: bool
    names: list[str]
    ms: int


class Game(TypedDict):
    """The table itself."""

    id: str
    title: str
    slug: str
    edition: str
    ruleset: Json
    rated: bool
    access: str
    chat: bool
    absence: Absence
    watchable: bool
    status: Annotated[str, OneOf("open", "sealing", "playing", "finished")]
    clock: dict[str, float] | None
    host: int | None
    again: AgainOffer | None
    url: str
    result_url: str


class End(TypedDict):
    """The seats whose agreement ends the game, and those that have agreed."""

    asked: list[int]
    agreed: list[int]


class Ready(TypedDict):
    """The seats for which the pause at a table without a clock waits, and those that are ready."""

    waiting: list[int]
    ready: list[int]


class Clock(TypedDict):
    """A running deadline in milliseconds; only `ms` and `of` while the deal is being sealed."""

    ms: int
    of: int
    free: NotRequired[int]
    bank: NotRequired[int]
    away: NotRequired[bool]
    then: NotRequired[Annotated[str, OneOf("lapse", "stand-in")]]
    absent: NotRequired[int | None]


Clocks = dict[str, Clock]


class Me(TypedDict):
    """The part for the viewer only; `ai_pace` only if the viewer plays alone."""

    tab: str | None
    can_return: bool
    returns_left: int | None
    ai_pace: NotRequired[AiPace | None]
    muted: list[int]


class TalkLine(TypedDict):
    """A chat line; `at` in Unix milliseconds."""

    id: int
    seat: int
    name: str
    kind: LineKind
    text: str
    at: int


class Fair(TypedDict):
    """The progress of sealing the deal."""

    commitment: str | None
    pledges: list[str | None]
    given: NotRequired[list[Annotated[str, OneOf("client", "server")] | None]]
    stage: Annotated[str, OneOf("pledge", "reveal", "dealt")] | None
    root: str | None


class RankInfo(TypedDict):
    """The rating of a seat's owner in this game."""

    rating: int
    provisional: bool
    tier: str | None


# ----------------------------------------------------------------------- server to client
class Progress(TypedDict):
    """How far a game is, and which clocks and agreements run: the same for every viewer."""

    version: int
    ply: int
    clocks: Clocks
    pause: int
    ready: NotRequired[Ready | None]
    end: End | None


class Snapshot(Progress):
    """Everything that a viewer may know now."""

    type: Literal["snapshot"]
    protocol: int
    game: Game
    seats: list[SeatInfo]
    ranks: dict[str, RankInfo]
    you: int | None
    view: View | None
    log: list[GameEvent]
    question: int | None
    fair: Fair
    watchers: int
    talk: list[TalkLine]
    me: Me | None
    muted: list[int]


class PageSnapshot(Snapshot):
    """A snapshot that is sent to one page, with the page's own name."""

    tab: str


class Events(Progress):
    """One move and everything that followed from it; without events, a change of another kind."""

    type: Literal["events"]
    host: int | None
    root: str | None
    seats: list[SeatInfo]
    events: list[GameEvent]
    view: View
    question: int | None
    me: Me | None


class Refused(TypedDict):
    """A message was refused and changed nothing; `ref` is that of the message."""

    type: Literal["refused"]
    code: str
    ref: str | None


class Ack(TypedDict):
    """The message with this `ref` was handled."""

    type: Literal["ack"]
    ref: str


class Status(TypedDict):
    """The version of a game, and the number of its spectators."""

    version: int
    watchers: int


class Pong(TypedDict):
    """The answer to a ping, with the version by which a client notices that it missed something."""

    type: Literal["pong"]
    ref: str | None
    version: NotRequired[int]
    watchers: NotRequired[int]


class Talk(TypedDict):
    """A player wrote a chat line."""

    type: Literal["talk"]
    line: TalkLine


class Again(AgainOffer):
    """A player opened or joined the rematch."""

    type: Literal["again"]


class Barred(TypedDict):
    """The host removed the viewer from the table."""

    type: Literal["barred"]


class ListedSeat(TypedDict):
    """A seat in the list of tables; a hidden name is "". `avatar` is as in SeatInfo."""

    kind: SeatKind
    name: str
    avatar: NotRequired[str]


class TableRow(TypedDict):
    """A table in the list; `free`: seconds per turn; `left`: players still in the game."""

    id: str
    url: str
    join_url: str
    title: str
    host: str
    open: bool
    locked: bool
    rated: bool
    slug: str
    game: str
    edition: str
    free: float | None
    match: int | None
    left: int | None
    seats: list[ListedSeat]
    watchers: int


class Tables(TypedDict):
    """The list of tables; one with an older `stamp` (Unix milliseconds) is outdated."""

    type: Literal["tables"]
    stamp: int
    tables: list[TableRow]
    watch: TableRow | None
    online: int
    running: int


class TablesOfUsers(Tables):
    """The list with the ids of the users at each table, which go to no client."""

    people: dict[str, list[int]]


class ChallengeFrame(TypedDict):
    """A challenge as one of its two users sees it; `sent`: by the reader."""

    type: Literal["challenge"]
    id: int
    status: Annotated[str, OneOf("open", "accepted", "declined", "withdrawn", "expired")]
    sent: bool
    name: str
    slug: str
    game: str
    edition: str
    seats: int
    free: float | None
    word: str
    url: str
    at: datetime


class Draining(TypedDict):
    """Whether the site is about to be updated, so that no game begins."""

    type: Literal["draining"]
    on: bool


FRAMES = (PageSnapshot, Events, Refused, Ack, Pong, Talk, Again, Barred, Draining)
NAMED = {"Presence": Presence, "Absence": Absence, "AiPace": AiPace, "Clocks": Clocks}
