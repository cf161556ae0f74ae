"""The Django app of Density Deck."""

from importlib import import_module

from django.apps import AppConfig

from games import registry


class DensityDeckConfig(AppConfig):
    """Adds the game to the site."""

    name = "games.density_deck"

    def ready(self) -> None:
        """Register what the site asks about this game."""
        registry.register(import_module("games.density_deck.game_type").GAME)
