"""The Django app of Goofspiel."""

from games import registry


class GoofspielConfig(registry.GameConfig):
    """Adds the game to the site."""

    name = "tests.goofspiel"
