"""The games that players have ranks in, as games.registry adds them."""

from collections.abc import Mapping
from typing import Protocol


class RatedGame(Protocol):
    """What leaderboards and ratings ask of a game (games.game_type.GameType)."""

    @property
    def title(self) -> str:
        """Its name."""

    @property
    def short(self) -> str:
        """Its name where there is little room."""

    @property
    def ai_ratings(self) -> Mapping[str, int]:
        """Public points by AI level."""

    @property
    def doubts(self) -> Mapping[str, int]:
        """How uncertain `points` are: standard deviations in points, where they are known."""

    @property
    def points(self) -> Mapping[str, int]:
        """Public points by level, those that are named by their points among them."""


# by slug; the first is the usual one
RATED_GAMES: dict[str, RatedGame] = {}


def default() -> str:
    """Return the slug of the usual game."""
    return next(iter(RATED_GAMES))
