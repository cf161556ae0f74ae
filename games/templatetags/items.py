"""The cards of Rock Paper Scissors Extreme as template tags, drawn as games/rps/card.js does."""

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.rps_extreme import text as rps_words

register = template.Library()

register.filter("item_effect", rps_words.effect)


@register.inclusion_tag("games/rps/_card.html")
def item(code: str, size: str = "small", mark: str = "") -> dict[str, Any]:
    """A card, face up; sizes and marks are those of density/card.css."""
    return {**read_item(code), "size": size, "mark": mark}


@register.inclusion_tag("games/rps/_chip.html")
def item_chip(code: str) -> dict[str, Any]:
    """A card as a chip: its shape and its name."""
    return read_item(code)


@register.simple_tag
def sign_glyph(sign: str) -> SafeString:
    """The drawing of a sign; silent, since its word always stands beside it."""
    return format_html(
        '<svg class="sign-glyph" aria-hidden="true"><use href="{}#gem-{}"></use></svg>',
        static("density/items.svg"),
        sign,
    )


def read_item(code: str) -> dict[str, Any]:
    """What is drawn of a card: suit, shape, sign if it belongs to one, and its words."""
    suit, shape = rps_words.looks(code)
    sign = rps_words.sign_of(code)
    return {
        "code": code,
        "suit": suit,
        "shape": shape,
        "sign": sign,
        "sign_name": rps_words.sign(sign) if sign else "",
        "short": rps_words.SHORT[suit],
        "name": rps_words.card(code),
    }
