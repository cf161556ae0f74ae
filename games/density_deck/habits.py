"""Names the kinds of mistakes, for the sentence on the result page about the costliest one."""

from django.utils.translation import gettext_lazy as _

from games.engine.contract import GameAction
from games.game_type import Words

EARLY_SURRENDER = _(
    "According to the coach, surrendering too early cost you most: %(cost)s%% of a win."
)
LATE_SURRENDER = _("According to the coach, not surrendering cost you most: %(cost)s%% of a win.")
EARLY_FIGHT = _(
    "According to the coach, calling fights too early cost you most: %(cost)s%% of a win."
)
LATE_FIGHT = _("According to the coach, not calling fights cost you most: %(cost)s%% of a win.")
DISCARD = _("According to the coach, your discards cost you most: %(cost)s%% of a win.")
DRAW = _("According to the coach, your draws cost you most: %(cost)s%% of a win.")


def describe_habit(best: GameAction, chosen: GameAction) -> Words:
    """Return the sentence about choosing this action where the other one was best."""
    if chosen["do"] == "surrender":
        return EARLY_SURRENDER
    if best["do"] == "surrender":
        return LATE_SURRENDER
    if chosen["do"] == "fight":
        return EARLY_FIGHT
    if best["do"] == "fight":
        return LATE_FIGHT
    return DISCARD if chosen["do"] == "discard" else DRAW
