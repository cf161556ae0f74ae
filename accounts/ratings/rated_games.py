"""The games with ranks; games.registry adds them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class RatedGame(NamedTuple):
    """The properties of a game that leaderboards and ratings use; see games.game_type.GameType.

    By AI level: `ai_ratings` in public points, `points` (the same, and strengths named by their
    points), `doubts` (standard deviations in points, where known) and `ai_names` (the names of its
    accounts). `seats` is the size of a ranked table.
    """

    title: str
    short: str
    ai_ratings: Mapping[str, int]
    points: Mapping[str, int]
    doubts: Mapping[str, int]
    ai_names: Mapping[str, Sequence[str]]
    seats: int


# by slug; the first is the default
RATED_GAMES: dict[str, RatedGame] = {}


def default_game() -> str:
    """Return the slug of the default game."""
    return next(iter(RATED_GAMES))
