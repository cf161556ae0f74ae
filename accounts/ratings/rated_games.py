"""The games that players have ranks in, as games.registry adds them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class RatedGame(NamedTuple):
    """The properties of a game that leaderboards and ratings use; see games.game_type.GameType.

    Ratings are public points by AI level, `points` also those of strengths that are named by their
    points; `doubts` are standard deviations in points, where they are known. `ai_names` are those
    of the accounts of each level. `seats` are those of a ranked table.
    """

    title: str
    short: str
    ai_ratings: Mapping[str, int]
    points: Mapping[str, int]
    doubts: Mapping[str, int]
    ai_names: Mapping[str, Sequence[str]]
    seats: int


# by slug; the first is the usual one
RATED_GAMES: dict[str, RatedGame] = {}


def default_game() -> str:
    """Return the slug of the usual game."""
    return next(iter(RATED_GAMES))
