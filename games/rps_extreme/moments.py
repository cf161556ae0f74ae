"""The first times of Rock Paper Scissors Extreme, in the order in which players hear of them."""

from django.utils.translation import gettext_lazy as _

from games.game_type import Moment

MOMENTS = (
    Moment(
        _("Win a challenge"),
        _("First challenge won"),
        lambda stats: stats.get("won", 0),
    ),
    Moment(
        _("Drink a potion"),
        _("First potion drunk"),
        lambda stats: stats.get("counts", {}).get("potions", 0),
    ),
    Moment(
        _("Win a throw and pick first instead of scoring"),
        _("First pick instead of points"),
        lambda stats: stats.get("counts", {}).get("firsts", 0),
    ),
)
