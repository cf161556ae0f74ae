"""What the form against AI players offers, and how long games take."""

from typing import Any

from django import template
from django.contrib.auth.models import AnonymousUser
from django.template import Context

from games import ai_choices, labels, lengths
from games.engine.contract import Json
from games.game_type import QUICK, USUAL
from games.registry import GAMES, known

register = template.Library()


@register.simple_tag(takes_context=True)
def ai_choice(context: Context, about: Json | None) -> dict[str, Any]:
    """Return what is offered to the reader of the game that a page is about.

    {"level", "length": chosen before, "minutes", "levels": [(level, words)], "manners": [(words,
    how it plays)] where a game says it, "lengths": [(length, words, minutes at this level)], none
    where a game has one length, "pairs": [(value, level, length, chosen)] of both}
    """
    slug = known(about and about["slug"])
    choice = ai_choices.offered(context.get("user") or AnonymousUser(), slug)
    levels, quick = labels.levels_of(slug), GAMES[slug].quick
    words = [("", "")] if quick is None else [(USUAL, quick.usual), (QUICK, quick.quick)]
    return {
        "level": choice.level,
        "length": choice.length,
        "minutes": lengths.minutes(slug, choice.level, choice.length),
        "levels": levels,
        "manners": [
            (word, GAMES[slug].manners[level])
            for level, word in levels
            if level in GAMES[slug].manners
        ],
        "lengths": [
            (length, word, lengths.minutes(slug, choice.level, length))
            for length, word in words
            if length
        ],
        "pairs": [
            (
                f"{level} {length}".strip(),
                level_word,
                length_word,
                (level, length or USUAL) == choice,
            )
            for length, length_word in words
            for level, level_word in levels
        ],
    }


@register.simple_tag
def minutes_of(slug: str) -> int:
    """Return the minutes that a game among people takes."""
    return lengths.minutes(slug)
