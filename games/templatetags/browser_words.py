"""Texts about tables and games for scripts, as JSON for an attribute of the page.

They come from the labels and the registered games, so that scripts need no lists of their own.
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
    """Return the names of a table's options, as they are shown at the table."""
    names = {
        "levels": labels.level_names(),
        "phrases": labels.PHRASES,
        "tiers": {tier: tiers.NAMES[tier] for tier in TIERS},
        "editions": {slug: edition.at_table for slug, edition in labels.all_editions().items()},
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
    return _to_json(names)


@register.simple_tag
def list_words() -> str:
    """Return the texts of a list of tables about games and editions.

    {"games": {slug: {"usual": whether its name is left out, "pace", "progress": with
    {placeholders}}}, "editions": {slug: name, "" for the usual one}}
    """
    games = {
        slug: {
            "usual": place == 0,
            "pace": str(game.seconds) % {"seconds": "{seconds}"},
            "progress": str(game.progress) % {"match": "{match}", "left": "{left}"},
        }
        for place, (slug, game) in enumerate(GAMES.items())
    }
    editions = {slug: edition.word for slug, edition in labels.all_editions().items()}
    return _to_json({"games": games, "editions": {**editions, "current": ""}})


def _to_json(words: dict[str, object]) -> str:
    return json.dumps(words, default=str, ensure_ascii=False)
