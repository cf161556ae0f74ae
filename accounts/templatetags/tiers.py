"""Drill cores, ratings and trends as template tags."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.translation import gettext_lazy as _

from accounts.ratings import rated_games
from accounts.ratings.rating import Skill, public_rating

register = template.Library()

TOP, BOTTOM = 9, 65  # y range of the strata
SOLID = 0.55  # drawn part of a stratum's height
HIGHEST = 20  # height of the tallest bar of a trend
# tiers, then titles; their steps are numerals in every language
NAMES = {
    "Pumice": _("Pumice"),
    "Chalk": _("Chalk"),
    "Granite": _("Granite"),
    "Basalt": _("Basalt"),
    "Hematite": _("Hematite"),
    "Galena": _("Galena"),
    "Osmium": _("Osmium"),
    "Collector": _("Collector"),
    "Prospector": _("Prospector"),
    "Surveyor": _("Surveyor"),
    "Assayer": _("Assayer"),
    "Geologist": _("Geologist"),
    "Curator": _("Curator"),
}


@register.inclusion_tag("accounts/_badge.html")
def tier_badge(badge: Mapping[str, Any] | None, size: str = "") -> dict[str, Any]:
    """Return the context of a drill core, denser with every tier; empty without a badge.

    `badge` comes from ranks.show_badge(). Its name always stands beside it, so screen readers skip
    the drawing.
    """
    count = 0 if badge is None else int(badge["strata"])
    step = (BOTTOM - TOP) / max(1, count)
    strata = [
        {"y": f"{TOP + step * number:.2f}", "height": f"{step * SOLID:.2f}"}
        for number in range(count)
    ]
    return {"badge": badge, "size": size, "strata": strata}


@register.filter
def counts_as(standing: float, scale: float) -> int:
    """Return the points that a rating counts as on the leaderboard: rating minus uncertainty."""
    return public_rating(Skill(standing, 0), scale)


@register.inclusion_tag("accounts/_trend.html")
def trend(places: Sequence[int], slug: str) -> dict[str, Any]:
    """Return the context of a bar chart of the last places: newest at the right, first tallest."""
    seats = rated_games.RATED_GAMES[slug].seats
    step = HIGHEST // seats
    bars = [
        {"x": 6 * index, "y": step * (place - 1), "height": step * (seats + 1 - place)}
        | {"place": place}
        for index, place in enumerate(places)
    ]
    return {"bars": bars, "seats": seats}


@register.filter
def points(change: int) -> str:
    """Return a change of rating with its sign and a real minus; 0 without a sign."""
    return f"{change:+d}".replace("-", "\u2212") if change else "0"


@register.filter
def rating(rank: Mapping[str, Any]) -> str:
    """Return a rating as text: 1482, or about 1482 while it is provisional.

    Takes the data of a chip (ranks.show_chip), or of a game's change, whose rating is `after`.
    """
    number = rank["rating"] if "rating" in rank else rank["after"]
    return _("about %(rating)s") % {"rating": number} if rank["provisional"] else str(number)


@register.filter
def tier_name(badge: Mapping[str, Any] | str | None) -> str:
    """Return the translated name of a tier or title, from a badge or its name in tiers.py."""
    name = (badge if isinstance(badge, str) else badge["name"]) if badge else ""
    word, _space, step = name.partition(" ")
    return f"{NAMES.get(word, word)} {step}".strip()
