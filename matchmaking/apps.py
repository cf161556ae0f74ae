"""The Django app of matchmaking."""

from importlib import import_module

from django.apps import AppConfig


class MatchmakingConfig(AppConfig):
    """The ranked queues."""

    name = "matchmaking"

    def ready(self) -> None:
        """Connect the receivers of account signals."""
        import_module("matchmaking.receivers")
