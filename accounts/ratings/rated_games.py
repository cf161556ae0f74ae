"""The games that players have ranks in, as games.registry adds them."""

from collections.abc import Mapping
from typing import NamedTuple


class RatedGame(NamedTuple):
    """What leaderboards and ratings know of a game; see games.game_type.GameType.

    Ratings are public points by AI level, `points` also those of strengths that are named by their
    points; `doubts` are standard deviations in points, where they are known. `seats` are those of
    a ranked table.
    """

    title: str
    short: str
    ai_ratings: Mapping[str, int]
    points: Mapping[str, int]
    doubts: Mapping[str, int]
    seats: int


# by slug; the first is the usual one
RATED_GAMES: dict[str, RatedGame] = {}


def default() -> str:
    """Return the slug of the usual game."""
    return next(iter(RATED_GAMES))
