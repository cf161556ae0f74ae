"""The Django app of Rock Paper Scissors Extreme."""

from games import registry


class RpsExtremeConfig(registry.GameConfig):
    """Adds the game to the site."""

    name = "games.rps_extreme"
