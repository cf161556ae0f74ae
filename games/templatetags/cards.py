"""Cards, chips, lives, scores and signs as template tags; the pictures live in the templates."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.density_deck.lessons import positions
from games.density_deck.rules.cards import SUIT_CODES
from games.table import labels

register = template.Library()

MINUS = "\u2212"
_SUITS = {code: suit for suit, code in SUIT_CODES.items()}


@register.simple_tag
def icon(name: str) -> SafeString:
    """The line drawing of that name; silent, since a word always stands beside it."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>',
        static("density/icons.svg"),
        name,
    )


@register.filter
def ordinal(place: int | None) -> str:
    """1 becomes 1st; no place becomes a dash."""
    return "\u2013" if place is None else labels.place(place)


register.filter("suit_name", labels.suit)
register.filter("edition_name", labels.edition)
register.filter("level_name", labels.level)
register.filter("names_list", labels.names)
register.filter("clock_words", labels.clock)
register.filter("table_progress", labels.progress)
register.filter("table_title", labels.title)


@register.filter
def minus(number: int | None) -> str:
    """A number with a real minus sign when it is below zero; nothing stays nothing."""
    if number is None:
        return ""
    return str(number) if number >= 0 else f"{MINUS}{-number}"


@register.filter
def signed(number: int) -> str:
    """A number that always shows its sign."""
    return f"+{number}" if number >= 0 else minus(number)


def read_card(card: str | Mapping[str, Any]) -> dict[str, Any]:
    """Suit, code and power of a card written as "Ye4" or as {"suit": ..., "power": ...}."""
    if isinstance(card, str):
        suit, power = _SUITS[card[:2]], int(card[2:])
    else:
        suit, power = card["suit"], card["power"]
    return {
        "suit": suit,
        "code": SUIT_CODES[suit],
        "power": power,
        "name": f"{labels.suit(suit)} {power}",
    }


@register.inclusion_tag("games/_card.html")
def card(face: str | Mapping[str, Any], size: str = "small", mark: str = "") -> dict[str, Any]:
    """A card, face up; a mark says what one may do with it (density/card.css)."""
    return {**read_card(face), "size": size, "mark": mark}


@register.inclusion_tag("games/_card_back.html")
def card_back(size: str = "small") -> dict[str, Any]:
    """A card, face down."""
    return {"size": size}


@register.inclusion_tag("games/_chip.html")
def chip(face: str | Mapping[str, Any]) -> dict[str, Any]:
    """A card as a chip: the glyph of its suit and its power."""
    read = read_card(face)
    return {**read, "text": read["power"]}


@register.inclusion_tag("games/_chip.html")
def suit_chip(suit: str) -> dict[str, Any]:
    """A suit as a chip: its glyph and its name."""
    return {"suit": suit, "text": labels.suit(suit), "name": labels.suit(suit)}


@register.filter
def as_chip(face: str | Mapping[str, Any]) -> SafeString:
    """The same as {% chip %}, to stand in a sentence."""
    return SafeString(render_to_string("games/_chip.html", chip(face)))


@register.inclusion_tag("games/_pips.html")
def pips(lives: int, before: int | None = None, most: int = 10) -> dict[str, Any]:
    """Lives as hexagons, the ones just lost hatched."""
    held = lives if before is None else before
    marks = ["held"] * lives + ["lost"] * (held - lives) + ["gone"] * (most - held)
    return {"marks": marks, "lives": lives, "most": max(most, held)}


@register.inclusion_tag("games/_avatar.html")
def avatar(name: str, size: str = "") -> dict[str, Any]:
    """The sign of a player, drawn from the name."""
    mark = sum(map(ord, name))
    return {"tone": mark % 8, "cut": mark % 3, "initial": name[:1].upper(), "size": size}


@register.inclusion_tag("games/_avatar.html")
def avatar_ai(size: str = "") -> dict[str, Any]:
    """The sign of an AI player."""
    return {"tone": None, "size": size}


@register.simple_tag
def lessons() -> dict[str, Any]:
    """The positions that any page may explain."""
    return {"opening": positions.opening()}


@register.inclusion_tag("games/_score.html")
def score(explained: Mapping[str, Any]) -> dict[str, Any]:
    """A score in its four steps, each beside the cards that make it."""
    base, common = explained["base"], explained["common"]
    against = sum(group["total"] for group in explained["others"])
    return {
        "base": base,
        "base_total": base["total"] if base else 0,
        "others": explained["others"],
        "against": against,
        "alone": [read_card(each)["name"] for each in explained["alone"]],
        "common": common,
        "final": explained["score"],
    }


@register.inclusion_tag("games/_chart.html")
def lives_chart(lines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Lives after each match, one stepped line a seat, as lines in percent of the width.

    Each of `lines` is {"name", "you", "lives": [before the first match, after it, ...]}; a
    line ends when its lives do.
    """
    top = max((max(line["lives"]) for line in lines), default=10)
    return {**_chart(lines, "lives", top), "label": _("Lives after each match.")}


@register.inclusion_tag("games/_chart.html")
def points_chart(lines: Sequence[Mapping[str, Any]], target: int) -> dict[str, Any]:
    """The same of points after each challenge, up to those that win: "points" for "lives"."""
    top = max(target, *(max(line["points"]) for line in lines))
    drawn = _chart(lines, "points", top, target)
    return {**drawn, "label": _("Points after each challenge."), "from_zero": True}


def _chart(
    lines: Sequence[Mapping[str, Any]], what: str, top: int, mark: int | None = None
) -> dict[str, Any]:
    """The lines of these numbers from 0 to the top; levels at 0, at the mark and at its half."""
    matches = max((len(line[what]) for line in lines), default=1) - 1
    if matches < 1 or top < 1:
        return {"lines": []}
    # of two lines one is dashed
    step = 2 if len(lines) == 2 else 1
    drawn = [
        _draw_line(line, line[what], step * number, matches, top)
        for number, line in enumerate(lines)
    ]
    drawn.sort(key=lambda line: bool(line["you"]))
    _spread_names(drawn)
    high = top if mark is None else mark
    return {
        "lines": drawn,
        "levels": [{"number": level, "y": _height(level, top)} for level in (high, high // 2, 0)],
        "matches": [
            {"number": number, "x": _percent(number, matches)}
            for number in range(1, matches + 1)
            if matches <= 12 or number % (matches // 12 + 1) == 0
        ],
    }


def _draw_line(
    line: Mapping[str, Any], lives: Sequence[int], number: int, matches: int, top: int
) -> dict[str, Any]:
    """The strokes of one seat and where its name stands."""
    strokes = []
    for match in range(1, len(lives)):
        left, right = _percent(match - 1, matches), _percent(match, matches)
        level, after = _height(lives[match - 1], top), _height(lives[match], top)
        strokes.append({"x1": left, "x2": right, "y1": level, "y2": level})
        if after != level:
            strokes.append({"x1": right, "x2": right, "y1": level, "y2": after})
    return {
        "name": line["name"],
        "you": line["you"],
        "style": "you" if line["you"] else f"seat-{number % 4}",
        "strokes": strokes,
        "last": lives[-1],
        "at_end": len(lives) - 1 == matches,
        "early": 2 * (len(lives) - 1) < matches,
        "x": _percent(len(lives) - 1, matches),
        "y": _height(lives[-1], top) + 4,
    }


def _spread_names(drawn: list[dict[str, Any]]) -> None:
    """Move names that would stand on each other upwards, lowest first.

    Names at the right end share one column; those of seats that fell earlier share the floor.
    """
    lowest = {True: 1000, False: 1000}
    for line in sorted(drawn, key=lambda line: -line["y"]):
        end = line["at_end"]
        line["y"] = min(line["y"] - (0 if end else 8), lowest[end] - 17)
        lowest[end] = line["y"]


def _percent(match: int, matches: int) -> str:
    return f"{100 * match / matches:.4g}%"


def _height(lives: int, top: int) -> int:
    return round(140 - 124 * lives / top)
