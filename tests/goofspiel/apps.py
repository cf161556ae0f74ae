"""The Django app of Goofspiel."""

from importlib import import_module

from django.apps import AppConfig

from games import registry


class GoofspielConfig(AppConfig):
    """Adds the game to the site."""

    name = "tests.goofspiel"

    def ready(self) -> None:
        """Register what the site asks about this game."""
        registry.register(import_module("tests.goofspiel.game_type").GAME)
