"""Every game of the site by its slug: the app of each registers its one object at start-up."""

from importlib import import_module

from django.apps import AppConfig

from accounts.ratings.rated_games import RATED_GAMES, RatedGame
from games.engine.contract import RULES
from games.game_type import GameType

# in the order of INSTALLED_APPS; the first is the usual one
GAMES: dict[str, GameType] = {}


class GameConfig(AppConfig):
    """The app of a game, which registers the one object of its module game_type."""

    def ready(self) -> None:
        """Register what the site asks about this game."""
        register_game(import_module(f"{self.name}.game_type").GAME)


def register_game(game: GameType) -> None:
    """Add a game, also for the layers below, which cannot import this registry.

    ValueError when another game has its slug.
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
    """Return the slug of the usual game."""
    return next(iter(GAMES))


def known_game(slug: object) -> str:
    """Return the slug that an address or a form names, or the usual game where it names none."""
    return slug if isinstance(slug, str) and slug in GAMES else default_game()
