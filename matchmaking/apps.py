"""The Django app of the matchmaking."""

from importlib import import_module

from django.apps import AppConfig


class MatchmakingConfig(AppConfig):
    """The matchmaking."""

    name = "matchmaking"

    def ready(self) -> None:
        """Hear what happens to accounts."""
        import_module("matchmaking.receivers")
