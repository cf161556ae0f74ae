"""Template tags for icons, names, numbers and avatars, for the pages of every game."""

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts import avatars
from games import labels
from games.registry import GAMES

register = template.Library()

MINUS = "\u2212"


@register.simple_tag
def icon(name: str) -> SafeString:
    """Return the icon of a name; screen readers skip it, because it always has a text beside it."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>',
        static("density/icons.svg"),
        name,
    )


@register.simple_tag
def game_icon(slug: str) -> SafeString:
    """Return the icon of a game: the symbol #icon in the icon.svg of its static files."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#icon"></use></svg>',
        static(f"{GAMES[slug].folder}/icon.svg"),
    )


@register.filter
def code_names(text: str) -> SafeString:
    """Return a text with its names between backticks as code."""
    parts = text.split("`")
    parts[1::2] = [format_html("<code>{}</code>", name) for name in parts[1::2]]
    return format_html_join("", "{}", ((part,) for part in parts))


@register.filter
def maybe(folder: str, name: str) -> list[str]:
    """Return a game's template for `include`, which is empty if the game does not have it."""
    return [f"{folder}/{name}", "games/_nothing.html"]


@register.filter
def words(text: str) -> list[str]:
    """Return the words of a text as a list."""
    return text.split()


@register.simple_tag
def placement(place: int | None, seats: int, *, shared: bool = False) -> str:
    """Return how a seat finished, as in labels.place_name(); a dash without a place."""
    return "\u2013" if place is None else labels.place_name(place, seats, shared=shared)


register.filter("decline_words", labels.decline_phrase)
register.filter("edition_name", labels.edition_name)
register.filter("level_name", labels.level_name)
register.filter("minus", labels.plain_number)
register.filter("names_list", labels.join_names)
register.filter("clock_words", labels.clock_name)
register.filter("crowd_now", labels.crowd_text)
register.filter("row_words", labels.row_words)
register.filter("signed", labels.signed_number)
register.filter("sitter", labels.seat_name)
register.filter("sitters", labels.seat_names)
register.filter("table_progress", labels.progress_text)
register.filter("table_title", labels.table_title)
register.filter("unbroken", labels.unbroken_names)


@register.filter
def signed_decimal(number: float) -> str:
    """Return a number with one decimal that always shows its sign."""
    rounded = round(number, 1)
    sign = "+" if rounded >= 0 else MINUS
    return f"{sign}{number_format(abs(rounded), 1)}"


@register.inclusion_tag("games/_card_back.html")
def card_back(size: str = "small") -> dict[str, Any]:
    """Return the context of a card, face down."""
    return {"size": size}


@register.inclusion_tag("games/_avatar.html")
def avatar(name: str, choice: str = "", size: str = "") -> dict[str, Any]:
    """Return the context of a player's avatar: the one that they chose, or one from the name."""
    return {**avatars.describe_avatar(name, choice), "size": size}


@register.inclusion_tag("games/_avatar.html")
def avatar_drawing(name: str, drawing: str, color: int) -> dict[str, Any]:
    """Return the context of an avatar that a player can choose."""
    return avatars.describe_avatar(name, f"{drawing}-{color}")


@register.inclusion_tag("games/_avatar.html")
def avatar_ai(size: str = "") -> dict[str, Any]:
    """Return the context of an AI player's avatar."""
    return {"tone": None, "size": size}
