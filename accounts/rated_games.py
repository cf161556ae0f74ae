"""The games that players have ranks in, as the apps above register them."""

from collections.abc import Mapping
from typing import NamedTuple


class RatedGame(NamedTuple):
    """A game as leaderboards and ratings name it; `ai_ratings` are public points by AI level."""

    title: str
    short: str
    ai_ratings: Mapping[str, int]


# by slug; the first is the usual one
RATED_GAMES: dict[str, RatedGame] = {}


def register(slug: str, title: str, short: str, ai_ratings: Mapping[str, int]) -> None:
    """Add a game."""
    RATED_GAMES[slug] = RatedGame(title, short, ai_ratings)


def default() -> str:
    """Return the slug of the usual game."""
    return next(iter(RATED_GAMES))
