"""The games of the site by slug; the app of each game registers its GameType at start-up."""

from importlib import import_module

from django.apps import AppConfig

from accounts.ratings.rated_games import RATED_GAMES, RatedGame
from games.engine.contract import RULES
from games.game_type import GameType

# in the order of INSTALLED_APPS; the first one is the default
GAMES: dict[str, GameType] = {}


class GameConfig(AppConfig):
    """The app of a game, which registers the GAME of its module game_type."""

    def ready(self) -> None:
        """Register the game."""
        register_game(import_module(f"{self.name}.game_type").GAME)


def register_game(game: GameType) -> None:
    """Add a game, also to the registries of lower layers, which cannot import this one.

    Raises ValueError if another game has the same slug.
    """
    if GAMES.get(game.slug, game) is not game:
        raise ValueError(f"two games are called {game.slug}")
    GAMES[game.slug] = game
    RULES[game.slug] = game.rules
    if game.ranked is not None:
        RATED_GAMES[game.slug] = RatedGame(
            game.title,
            game.short,
            game.ai_ratings,
            game.points,
            game.doubts,
            {slug: level.names for slug, level in game.ai_levels.items()},
            game.ranked.seats,
        )


def default_game() -> str:
    """Return the slug of the default game."""
    return next(iter(GAMES))


def game_or_default(slug: object) -> str:
    """Return the slug that a URL or a form names, or that of the default game."""
    return slug if isinstance(slug, str) and slug in GAMES else default_game()
