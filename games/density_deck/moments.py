"""The first times of Density Deck, in the order in which players are told of them."""

from django.utils.translation import gettext_lazy as _

from games.density_deck.rules.scoring import COLORS
from games.engine.contract import Json
from games.game_type import Moment


def count_fights(stats: Json) -> int:
    """Return how many fights a player called and won."""
    return sum(stats.get("fights", {}).get("called_won", {}).values())


def count_colors(stats: Json) -> int:
    """Return with how many base colors a player won a match."""
    return sum(times > 0 for times in stats.get("colors", {}).values())


MOMENTS = (
    Moment(_("Call a fight and win it"), _("First fight called and won"), count_fights),
    Moment(
        _("Finish first"),
        _("First game won"),
        lambda stats: stats.get("places", {}).get("1", 0),
    ),
    Moment(
        _("Surrender, and lose fewer lives than the fight would cost"),
        _("First surrender that saved lives"),
        lambda stats: stats.get("saved", 0),
    ),
    Moment(
        _("Score a hand of one color"),
        _("First hand of one color"),
        lambda stats: stats.get("counts", {}).get("uniform", 0),
    ),
    Moment(
        _("Finish second"),
        _("First second place"),
        lambda stats: stats.get("places", {}).get("2", 0),
    ),
    Moment(
        _("Win a match with every base color"),
        _("Matches won with every base color"),
        count_colors,
        len(COLORS),
    ),
)
