"""A finished game of a user, as pages and downloads have it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypedDict


class BestScore(TypedDict):
    """The highest score of a user in a game, and the suit of its base; None without a base."""

    suit: str | None
    score: int


class RatingChange(TypedDict):
    """A rating before and after a game."""

    before: int
    after: int
    change: int


class HistoryRow(TypedDict):
    """A finished game of a user, as pages and downloads have it.

    `counts`, `colors` and `fights` are columns of games.models.Result.
    """

    id: str
    url: str
    slug: str
    game: str
    folder: str
    points: int | None
    lives: int
    # points of the best opponent or, in other games of two, lives
    against: int | None
    counts: Mapping[str, Any]
    rated: bool
    finished_at: datetime
    seconds: int | None
    place: int
    seats: int
    shared: bool
    names: list[str]
    sitters: list[str]
    matches: int
    won: int
    best: BestScore | None
    colors: Mapping[str, Any]
    fights: Mapping[str, Any]
    surrenders: int
    dealt: int
    taken: int
    rating: RatingChange | None
