"""The games that players have ranks in, as the apps above register them."""

from collections.abc import Mapping
from typing import NamedTuple


class RatedGame(NamedTuple):
    """A game as leaderboards and ratings name it.

    `ai_ratings` are public points by AI level. `points` has besides those of the levels that are
    named by their points (games.game_type.GameType.dial), and `ai_doubts` how uncertain all of
    them are: the standard deviation in points, where it is known.
    """

    title: str
    short: str
    ai_ratings: Mapping[str, int]
    ai_doubts: Mapping[str, int]
    points: Mapping[str, int]


# by slug; the first is the usual one
RATED_GAMES: dict[str, RatedGame] = {}


def register(slug: str, game: RatedGame) -> None:
    """Add a game."""
    RATED_GAMES[slug] = game


def default() -> str:
    """Return the slug of the usual game."""
    return next(iter(RATED_GAMES))
