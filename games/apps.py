"""The Django app of the games."""

from importlib import import_module

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The games."""

    name = "games"

    def ready(self) -> None:
        """Connect the receivers of account signals."""
        import_module("games.receivers")
