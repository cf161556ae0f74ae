"""Every message of the sockets of tables, lobby and notices, declared once (docs/PROTOCOL.md).

The messages of clients are in games/requests.py. `manage.py protocol` writes the types of the
browser. View, GameEvent and Action are each game's own; its `protocol.js` declares them.
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
    """A chair and its sitter; an empty one has nothing from `state` to `can_substitute`.

    `kept_for` and `kept_ms` are of a free chair that is kept for a rematch.
    """

    seat: int
    kind: SeatKind
    name: str
    level: str | None
    state: NotRequired[Presence]
    away_ms: NotRequired[int | None]
    bank_ms: NotRequired[int | None]
    call_ms: NotRequired[int | None]
    can_substitute: NotRequired[bool]
    kept_for: NotRequired[str]
    kept_ms: NotRequired[int]


class AgainOffer(TypedDict):
    """The rematch: `table` is the rematch, None where no player has opened one."""

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
    """Whose agreement ends the game, and who has agreed."""

    asked: list[int]
    agreed: list[int]


class Ready(TypedDict):
    """For whom the pause waits at a table without a clock, and who is ready."""

    waiting: list[int]
    ready: list[int]


class Clock(TypedDict):
    """A running deadline in milliseconds; only `ms` and `of` while the deal is agreed."""

    ms: int
    of: int
    free: NotRequired[int]
    bank: NotRequired[int]
    away: NotRequired[bool]
    then: NotRequired[Annotated[str, OneOf("lapse", "stand-in")]]
    absent: NotRequired[int | None]


Clocks = dict[str, Clock]


class Me(TypedDict):
    """The part for the viewer alone; `ai_pace` only where the viewer plays alone."""

    tab: str | None
    can_return: bool
    returns_left: int | None
    ai_pace: NotRequired[AiPace | None]
    muted: list[int]


class TalkLine(TypedDict):
    """A line of talk; `at` in Unix milliseconds."""

    id: int
    seat: int
    name: str
    kind: LineKind
    text: str
    at: int


class Fair(TypedDict):
    """How far the sealing of the deal is."""

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
    """One move and all that followed from it; without events, a change of another kind."""

    type: Literal["events"]
    host: int | None
    root: str | None
    seats: list[SeatInfo]
    events: list[GameEvent]
    view: View
    question: int | None
    me: Me | None


class Refused(TypedDict):
    """Nothing was done; `ref` is that of the message that is refused."""

    type: Literal["refused"]
    code: str
    ref: str | None


class Ack(TypedDict):
    """The message with this `ref` was handled."""

    type: Literal["ack"]
    ref: str


class Status(TypedDict):
    """How far a game is, and how many look on."""

    version: int
    watchers: int


class Pong(TypedDict):
    """How far the game is, so that a client sees when it missed something."""

    type: Literal["pong"]
    ref: str | None
    version: NotRequired[int]
    watchers: NotRequired[int]


class Talk(TypedDict):
    """A player said something."""

    type: Literal["talk"]
    line: TalkLine


class Again(AgainOffer):
    """Somebody plays again."""

    type: Literal["again"]


class Barred(TypedDict):
    """The host has sent the viewer away."""

    type: Literal["barred"]


class ListedSeat(TypedDict):
    """A chair in the list of tables; "" for a name that is not shown."""

    kind: SeatKind
    name: str


class TableRow(TypedDict):
    """A table in the list; `free` are the seconds of a turn, `left` those still in the game."""

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
    """The list of tables; one with an older `stamp` (Unix milliseconds) was overtaken."""

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
    """A challenge as one of its two users sees it; `sent` by the reader."""

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
ELSEWHERE = (Tables, ChallengeFrame)
PARTS = (
    Mark,
    ListedSeat,
    TableRow,
    SeatInfo,
    AgainOffer,
    Game,
    End,
    Ready,
    Clock,
    Me,
    TalkLine,
    Fair,
    RankInfo,
)
NAMED = {"Presence": Presence, "Absence": Absence, "AiPace": AiPace, "Clocks": Clocks}
