"""The answers of the API that neither sockets nor the site's own pages have."""

from datetime import datetime
from typing import Annotated, NotRequired, TypedDict

from accounts.ratings.ranks import Chip
from density.platform.declared import OneOf
from games.engine.contract import Json
from games.history_rows import RatingChange
from games.protocol import TableRow


class Problem(TypedDict):
    """Why a request is refused (RFC 9457): `code` is stable, `detail` is for people."""

    type: str
    title: str
    status: int
    code: str
    detail: NotRequired[str]


class FoundPlayer(TypedDict):
    """A registered player, and the address of the profile."""

    name: str
    url: str


class FoundPlayers(TypedDict):
    """Registered players whose names begin with the search term."""

    players: list[FoundPlayer]


class Acted(TypedDict):
    """The version of a game after a move."""

    version: int


class Standing(Chip):
    """A player's rank in one game."""

    game: str
    games: int
    wins: int
    best: int | None


class Player(TypedDict):
    """A player without what they hide: `ratings` may be empty, `history` tells about games."""

    name: str
    url: str
    avatar: str
    since: datetime
    guest: bool
    you: bool
    history: bool
    ratings: list[Standing]


class CurvePoint(TypedDict):
    """The rating after a game, and its change."""

    at: datetime
    rating: int
    change: int


class Curve(TypedDict):
    """Ratings in one game, oldest first."""

    game: str
    points: list[CurvePoint]


class PastGame(TypedDict):
    """A finished game of a player; `own` are the numbers that only this kind of game has."""

    id: str
    url: str
    slug: str
    finished_at: datetime
    seconds: int | None
    rated: bool
    place: int
    seats: int
    opponents: list[str]
    matches: int
    matches_won: int
    rating: RatingChange | None
    own: Json


class History(TypedDict):
    """Finished games, newest first; `next` is the `before` of the next page, or null."""

    games: list[PastGame]
    next: int | None


class DailyPuzzle(TypedDict):
    """The puzzle of a UTC day, without its solution; `position` is what the seat to act knows."""

    id: str
    url: str
    day: str
    question: str
    theme: str
    position: Json
    choices: list[str]


class OpenTables(TypedDict):
    """Public tables: first those that wait for players, oldest first, then running games."""

    tables: list[TableRow]


class TableAddress(TypedDict):
    """The id of a table, and its page."""

    id: str
    url: str


class Friend(TypedDict):
    """A followed user or past opponent, with what they let the viewer see.

    `challenge`: the viewer may challenge the user. `games`: together; `ahead`: those in which the
    viewer came first.
    """

    name: str
    avatar: str
    guest: bool
    followed: bool
    challenge: bool
    state: Annotated[str, OneOf("waiting", "playing", "watching", "online", "offline", "hidden")]
    game: str
    url: str
    join_url: str
    games: int
    ahead: int


class Friends(TypedDict):
    """Those online now, the other followed users, and other past opponents, newest first."""

    now: list[Friend]
    followed: list[Friend]
    met: list[Friend]


class Account(TypedDict):
    """The user of a request, the scopes of its token (null without one), and the user's table."""

    name: str
    url: str
    guest: bool
    scopes: list[str] | None
    table: TableAddress | None
