"""Every game of the site by its slug: the app of each registers its one object at start-up."""

from accounts import rated_games
from accounts.rated_games import RatedGame
from games.engine import catalog
from games.game_type import GameType

# in the order of INSTALLED_APPS; the first is the usual one
GAMES: dict[str, GameType] = {}


def register(game: GameType) -> None:
    """Add a game; register its rules with the engine, and its ratings with accounts if it has any.

    ValueError when another game has its slug.
    """
    if GAMES.get(game.slug, game) is not game:
        raise ValueError(f"two games are called {game.slug}")
    GAMES[game.slug] = game
    catalog.RULES[game.slug] = game.rules
    if game.ranked is not None:
        rated = RatedGame(game.title, game.short, game.ai_ratings, game.doubts, game.points)
        rated_games.register(game.slug, rated)


def default() -> str:
    """Return the slug of the usual game."""
    return next(iter(GAMES))


def known(slug: object) -> str:
    """Return the slug that an address or a form names, or the usual game where it names none."""
    return slug if isinstance(slug, str) and slug in GAMES else default()
