"""The Django app of Rock Paper Scissors Extreme."""

from importlib import import_module

from django.apps import AppConfig

from games import registry


class RpsExtremeConfig(AppConfig):
    """Adds the game to the site."""

    name = "games.rps_extreme"

    def ready(self) -> None:
        """Register what the site asks about this game."""
        registry.register(import_module("games.rps_extreme.game_type").GAME)
