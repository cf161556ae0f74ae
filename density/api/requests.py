"""The parameters of addresses and the JSON bodies that programs send to the API."""

from datetime import date
from typing import Annotated, NotRequired, TypedDict

from accounts.ratings.leaderboards import VIEWS
from density.platform.declared import OneOf

Span = Annotated[str, OneOf("20", "quarter", "all")]
View = Annotated[str, OneOf("all", "0", "1", "2", "3")]
Board = Annotated[str, OneOf(*VIEWS)]


class Search(TypedDict):
    """The beginning of a name, at least two letters or digits."""

    search: str


class OfGame(TypedDict):
    """The slug of a game; without it, all games or the default one."""

    game: NotRequired[str]


class CurveQuery(OfGame):
    """The span of the rating curve: the last 20 games, three months or all time."""

    span: NotRequired[Span]


class HistoryFilters(OfGame):
    """Filters of finished games; `before` is the value of `next` in the previous page."""

    mode: NotRequired[Annotated[str, OneOf("ranked", "casual")]]
    place: NotRequired[int]
    opponent: NotRequired[str]
    color: NotRequired[str]
    since: NotRequired[date]
    until: NotRequired[date]
    before: NotRequired[int]


class ReplayQuery(TypedDict):
    """A match, by default the first one, as a seat saw it, by default with nothing hidden."""

    view: NotRequired[View]
    match: NotRequired[int]


class PastQuery(TypedDict):
    """A match, by default the current one."""

    match: NotRequired[int]


class BoardQuery(OfGame):
    """A game and one of its leaderboards."""

    view: NotRequired[Board]


class DealsQuery(TypedDict):
    """The deals after a sequence number, or the deal of one game by its id."""

    after: NotRequired[int]
    game: NotRequired[str]


class QueueQuery(TypedDict):
    """The queue that the status describes for a user who is in none."""

    queue: NotRequired[str]


# ---------------------------------------------------------------------------------- bodies
class OpenTable(TypedDict):
    """The options of a new table, as in its form; all have defaults.

    With `ais` AI players on all other seats, the game begins at once. `rules` are numbers of the
    game, such as `lives`.
    """

    game: NotRequired[str]
    access: NotRequired[Annotated[str, OneOf("link", "public", "password")]]
    password: NotRequired[str]
    clock: NotRequired[str]
    seats: NotRequired[int]
    ais: NotRequired[int]
    level: NotRequired[str]
    strength: NotRequired[int]
    length: NotRequired[str]
    edition: NotRequired[str]
    absence: NotRequired[Annotated[str, OneOf("ai", "substitute", "wait")]]
    title: NotRequired[str]
    watchable: NotRequired[bool]
    chat: NotRequired[bool]
    rules: NotRequired[dict[str, int]]


class JoinTable(TypedDict):
    """The password of the table, if it has one."""

    password: NotRequired[str]


class FillTable(TypedDict):
    """The level of the AI players."""

    level: str


class JoinQueue(TypedDict):
    """The slug of a game, or "every" for all queues."""

    queue: str
