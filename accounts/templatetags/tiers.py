"""Drill cores, ratings and trends as template tags."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.translation import gettext_lazy as _

from accounts.ratings import rated_games

register = template.Library()

TOP, BOTTOM = 9, 65  # between them lie the strata of a core
SOLID = 0.55  # part of a stratum that is drawn
HIGHEST = 20  # bar of a trend
# tiers of the ladder, then titles by games won; steps are numerals everywhere
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
    """Return a tier as a drill core, denser with every tier; an empty core where there is none yet.

    `badge` is ranks.show_badge(rung). Its name always stands beside it, so it is silent.
    """
    count = 0 if badge is None else int(badge["strata"])
    step = (BOTTOM - TOP) / max(1, count)
    strata = [
        {"y": f"{TOP + step * number:.2f}", "height": f"{step * SOLID:.2f}"}
        for number in range(count)
    ]
    return {"badge": badge, "size": size, "strata": strata}


@register.inclusion_tag("accounts/_trend.html")
def trend(places: Sequence[int], slug: str) -> dict[str, Any]:
    """Return the last places in a game as bars, the newest at the right, a first place tallest."""
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
    """Return what a game brought, with its sign and a real minus; nothing is a plain 0."""
    return f"{change:+d}".replace("-", "\u2212") if change else "0"


@register.filter
def rating(rank: Mapping[str, Any]) -> str:
    """Return a rating as pages show it: 1482, or 1482? while it is provisional.

    Of a rank as ranks.chip returns it, or of a game's change, where it is the new one.
    """
    number = rank["rating"] if "rating" in rank else rank["after"]
    return f"{number}?" if rank["provisional"] else str(number)


@register.filter
def tier_name(named: Mapping[str, Any] | str | None) -> str:
    """A tier or title in the reader's language: of a badge, or of its name in tiers.py."""
    name = (named if isinstance(named, str) else named["name"]) if named else ""
    word, _space, step = name.partition(" ")
    return f"{NAMES.get(word, word)} {step}".strip()
