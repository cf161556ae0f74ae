"""The Django app of the matchmaking."""

from django.apps import AppConfig


class MatchmakingConfig(AppConfig):
    """The matchmaking."""

    name = "matchmaking"
