"""The Django app of the matchmaking."""

from importlib import import_module

from django.apps import AppConfig


class MatchmakingConfig(AppConfig):
    """The matchmaking."""

    name = "matchmaking"

    def ready(self) -> None:
        """Connect the receivers of account signals."""
        import_module("matchmaking.receivers")
