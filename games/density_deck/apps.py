"""The Django app of Density Deck."""

from games import registry


class DensityDeckConfig(registry.GameConfig):
    """Adds the game to the site."""

    name = "games.density_deck"
