"""Words that scripts need of tables and games, as JSON for an attribute of the page.

They come from the labels and the registered games, so that a script has no list of its own.
"""

import json

from django import template
from django.utils.translation import gettext as say

from accounts.ratings.tiers import TIERS
from accounts.templatetags import tiers
from games import labels
from games.models import Game
from games.registry import GAMES

register = template.Library()


@register.simple_tag
def table_labels() -> str:
    """Return what the choices of a table are called on the table itself, as whole sentences."""
    found = {
        "levels": labels.level_names(),
        "phrases": labels.PHRASES,
        "tiers": {tier: tiers.NAMES[tier] for tier in TIERS},
        "editions": {slug: each.at_table for slug, each in labels.all_editions().items()},
        "access": {
            Game.Access.PUBLIC: say("Public table"),
            Game.Access.LINK: say("Link only"),
            Game.Access.PASSWORD: labels.ACCESS[Game.Access.PASSWORD],
        },
        "absence": {
            Game.Absence.AI: say("AI players take over for absent players"),
            Game.Absence.SUBSTITUTE: say("Spectators can take over for absent players"),
            Game.Absence.WAIT: say("Waits for absent players"),
        },
    }
    return _json(found)


@register.simple_tag
def list_words() -> str:
    """Return what a list of tables says of each game and edition.

    {"games": {slug: {"usual": it needs no name, "pace", "progress": with {placeholders}}},
    "editions": {value: words}; none of the usual one}
    """
    games = {
        slug: {
            "usual": place == 0,
            "pace": str(game.seconds) % {"seconds": "{seconds}"},
            "progress": str(game.progress) % {"match": "{match}", "left": "{left}"},
        }
        for place, (slug, game) in enumerate(GAMES.items())
    }
    editions = {slug: each.word for slug, each in labels.all_editions().items()}
    return _json({"games": games, "editions": {**editions, "current": ""}})


def _json(words: dict[str, object]) -> str:
    return json.dumps(words, default=str, ensure_ascii=False)
