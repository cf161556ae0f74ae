"""The options of the form to play AI players, and the length of games."""

from typing import Any

from django import template
from django.contrib.auth.models import AnonymousUser
from django.template import Context

from accounts.ratings import ai_accounts
from games import ai_choices, labels
from games.engine.contract import Json
from games.game_type import QUICK, USUAL
from games.registry import GAMES, game_or_default

register = template.Library()


@register.simple_tag(takes_context=True)
def ai_choice(context: Context, about: Json | None) -> dict[str, Any]:
    """Return the options that a reader is offered for the game of a page.

    "strength" is "" for a game without a dial; "lengths" is empty for a game with one length.
    """
    slug = game_or_default(about and about["slug"])
    user = context.get("user") or AnonymousUser()
    choice = ai_choices.offered_choice(user, slug)
    strength = ai_choices.choose_level(user, slug, choice)
    levels, quick = labels.levels_of(slug), GAMES[slug].quick
    offered = [*levels, *([(strength, labels.own_level_name(strength))] if strength else [])]
    words = [("", "")] if quick is None else [(USUAL, quick.usual), (QUICK, quick.quick)]
    return {
        "level": choice.level,
        "length": choice.length,
        "minutes": GAMES[slug].minutes_of(choice.level, choice.length),
        "levels": levels,
        "strengths": GAMES[slug].strengths,
        "strength": strength,
        "lengths": [
            (length, word, GAMES[slug].minutes_of(choice.level, length))
            for length, word in words
            if length
        ],
        # the value that a form sends, its words, and whether it is preselected
        "pairs": [
            (f"{level} {length}".strip(), word, length_word, (level, length or USUAL) == choice)
            for length, length_word in words
            for level, word in offered
        ],
    }


@register.simple_tag
def ai_lines(about: Json | None) -> dict[str, Any]:
    """Return the AI levels of the game of a page that have a description, weakest first.

    "line" is an accounts.ratings.ai_accounts.Line or None.
    """
    slug = game_or_default(about and about["slug"])
    lines, known_levels = ai_accounts.level_ratings(slug), GAMES[slug].ai_levels
    levels = [
        {"word": word, "manner": known_levels[level].manner, "line": lines.get(level)}
        for level, word in labels.levels_of(slug)
        if level in lines or known_levels[level].manner
    ]
    return {"manners": any(level.manner for level in known_levels.values()), "levels": levels}


@register.simple_tag
def minutes_of(slug: str) -> int:
    """Return the minutes that a game among users takes."""
    return GAMES[slug].minutes_of()
