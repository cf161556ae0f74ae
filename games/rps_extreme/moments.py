"""The first times of Rock Paper Scissors Extreme, in the order in which players hear of them."""

from django.utils.translation import gettext_lazy as _

from games.game_type import Moment

MOMENTS = (
    Moment(
        _("Win a challenge"),
        _("You won a challenge"),
        lambda stats: stats.get("won", 0),
    ),
    Moment(
        _("Drink a potion"),
        _("You drank a potion"),
        lambda stats: stats.get("counts", {}).get("potions", 0),
    ),
    Moment(
        _("Win a throw and pick first instead of scoring"),
        _("You won a throw and picked first"),
        lambda stats: stats.get("counts", {}).get("firsts", 0),
    ),
)
