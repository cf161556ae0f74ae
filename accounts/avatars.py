"""The avatars of users: a drawing or the first letter of the name, on one of eight colors.

A choice is stored as "<drawing>-<color>", such as "blue-3", and "" follows the name. The drawings
are symbols of density/static/density/suits.svg; AI players have an icon of their own.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LETTER = "letter"
# the names of the drawings by symbol, and of the colors by number, as in marks.css
DRAWINGS = {
    LETTER: _("First letter of your name"),
    "yellow": pgettext_lazy("avatar", "Triangle"),
    "red": pgettext_lazy("avatar", "Rhombus"),
    "blue": pgettext_lazy("avatar", "Hexagon"),
    "turquoise": pgettext_lazy("avatar", "Round stone"),
    "purple": pgettext_lazy("avatar", "Three spires"),
    "silver": pgettext_lazy("avatar", "Star"),
    "gold": pgettext_lazy("avatar", "Gold bar"),
    "aquamarine": pgettext_lazy("avatar", "Cut gem"),
    "white": pgettext_lazy("avatar", "Crescent"),
    "black": pgettext_lazy("avatar", "Arrowhead"),
    "common": pgettext_lazy("avatar", "Pebble"),
    "totem": pgettext_lazy("avatar", "Totem"),
    "scroll": pgettext_lazy("avatar", "Scroll"),
    "athame": pgettext_lazy("avatar", "Athame"),
    "bottle": pgettext_lazy("avatar", "Potion"),
}
COLORS = (
    pgettext_lazy("avatar", "Moss"),
    pgettext_lazy("avatar", "Sand"),
    pgettext_lazy("avatar", "Plum"),
    pgettext_lazy("avatar", "Slate"),
    pgettext_lazy("avatar", "Olive"),
    pgettext_lazy("avatar", "Clay"),
    pgettext_lazy("avatar", "Lagoon"),
    pgettext_lazy("avatar", "Gray"),
)
# facets behind a drawing or letter: the symbols avatar-0 to avatar-2
CUTS = 3


def describe_avatar(name: str, choice: str = "") -> dict[str, Any]:
    """Return {"tone": color, "cut": facets, "drawing": symbol or "", "initial": letter}."""
    number = sum(map(ord, name))
    drawing, color = read_choice(choice)
    return {
        "tone": number % len(COLORS) if color is None else color,
        "cut": number % CUTS,
        "drawing": "" if drawing == LETTER else drawing,
        "initial": name[:1].upper(),
    }


def read_choice(choice: str) -> tuple[str, int | None]:
    """Return the drawing and color of a stored choice, or LETTER and None without one."""
    drawing, _dash, color = choice.partition("-")
    if drawing in DRAWINGS and color.isdecimal() and int(color) < len(COLORS):
        return drawing, int(color)
    return LETTER, None
