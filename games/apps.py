"""The Django app of the games."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The games."""

    name = "games"
