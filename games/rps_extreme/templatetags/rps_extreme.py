"""Cards, points and sentences of Rock Paper Scissors Extreme as template tags."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.charts import draw_chart
from games.rps_extreme import text

register = template.Library()
# placeholders for players' names in a sentence, because a player can be named like a card
SEATS = ("\ue000", "\ue001")

register.filter("item_effect", text.card_effect)
register.filter("item_name", text.card_name)
register.filter("sign_name", text.sign_name)


@register.inclusion_tag("rps_extreme/_card.html")
def item(code: str, size: str = "small", mark: str = "") -> dict[str, Any]:
    """Return a face-up card; sizes and marks are those of density/card.css."""
    return {**read_item(code), "size": size, "mark": mark}


@register.simple_tag
def sign_glyph(sign: str) -> SafeString:
    """Return the drawing of a sign, hidden from screen readers: its name is always beside it."""
    return format_html(
        '<svg class="sign-glyph" aria-hidden="true"><use href="{}#gem-{}"></use></svg>',
        static("rps_extreme/items.svg"),
        sign,
    )


def read_item(code: str) -> dict[str, Any]:
    """Return the suit, shape, sign (or None) and names of a card, for the templates."""
    suit, shape = text.card_look(code)
    sign = text.sign_of(code)
    return {
        "code": code,
        "suit": suit,
        "shape": shape,
        "sign": sign,
        "sign_name": text.sign_name(sign) if sign else "",
        "short": str(text.SHORT[suit]),
        "name": text.card_name(code),
    }


@register.filter
def rps_sentences(events: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[str]:
    """Return one sentence for each event of a step; events without a sentence are left out."""
    return [words for event in events if (words := text.tell_event(event, names))]


_CAUSE = r'<span class="by">{0}\1</span>\2{0}\3</span></span>'.format('<span class="sr-only">')


@register.simple_tag
def rps_event(event: Mapping[str, Any], names: Sequence[str], you: int | None = None) -> SafeString:
    """Return an event as a sentence with its cards as chips; `you`: the reader's seat."""
    chips = _chips(get_language() or "")
    card_pattern = "|".join(sorted(map(re.escape, chips), key=len, reverse=True))
    words = escape(text.tell_event(event, SEATS, you))
    html = re.sub(card_pattern, lambda match: chips[match[0]], words)
    # the drawn cards of a cause need no parentheses; a screen reader does
    html = re.sub(r"(\()([^()]*)(\)\.?)", _CAUSE, html)
    for mark, name in zip(SEATS, names, strict=True):
        html = html.replace(mark, format_html("<b>{}</b>", name))
    return SafeString(html)


@cache
def _chips(_language: str) -> dict[str, str]:
    """Return every card as a chip, by its name in the reader's language."""
    return {
        escape(text.card_name(code)): SafeString(
            render_to_string("rps_extreme/_chip.html", read_item(code)).strip()
        )
        for code in text.CARDS
    }


@register.inclusion_tag("games/_chart.html")
def points_chart(lines: Sequence[Mapping[str, Any]], target: int) -> dict[str, Any]:
    """Return a chart of the points after each challenge, with the target as a line.

    Each of `lines` is {"name", "you", "points": [before the first challenge, after it, ...]}.
    """
    top = max(target, *(max(line["points"]) for line in lines))
    chart = draw_chart(lines, "points", top, target)
    return {**chart, "label": _("Points after each challenge."), "from_zero": True}
