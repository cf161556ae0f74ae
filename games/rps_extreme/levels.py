"""The levels of AI players of Rock Paper Scissors Extreme, weakest first."""

from django.utils.translation import gettext_lazy as _

from games.game_type import Level
from games.rps_extreme.bots import easy, hard, medium

# By definition, medium has the mean rating of all players. The distances were measured with
# python -m bench.luck_scale: each level wins almost four of five games against the one below.
LEVELS = {
    "easy": Level(
        easy.choose_action,
        points=1275,
        doubt=70,
        word=_("Easy"),
        names=("Mica", "Slate", "Schist", "Marble"),
    ),
    "medium": Level(
        medium.choose_action,
        points=1500,
        doubt=60,
        word=_("Medium"),
        names=("Feldspar", "Gabbro", "Kyanite", "Olivine"),
    ),
    "hard": Level(
        hard.choose_action,
        points=1695,
        doubt=70,
        word=_("Hard"),
        names=("Agate", "Flint", "Jasper", "Quartz"),
    ),
}
