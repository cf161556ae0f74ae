"""The thirty cards of Rock Paper Scissors Extreme, with filters."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.engine.contract import Json
from games.rps_extreme import text as rps_words

POTION, BOTTLE, ANY = "potion", "bottle", "any"
# the filters, and the name of each of their values
FILTERS: dict[str, dict[str, Any]] = {
    "kind": {
        "totem": _("Totem"),
        "scroll": _("Scroll"),
        "athame": _("Athame"),
        POTION: _("Potion"),
    },
    "sign": {**rps_words.SIGNS, ANY: _("Any sign")},
    "color": {
        "diamond": _("Diamond, wins a tie"),
        "golden": _("Golden, 2 points"),
        "onyx": _("Onyx, breaks a card"),
        "silver": _("Silver, a point for the throw"),
        "ruby": _("Ruby, keeps the first pick"),
        "rainbow": _("Rainbow, copies another card"),
        "black": _("Black, turns cards off"),
        "sparkly": _("Sparkly, wins a tie"),
        "purple": _("Purple, 2 points and first pick"),
        "green": _("Green, steals a card"),
        "blue": _("Blue, breaks all cards"),
        "red": _("Red, takes a point away"),
    },
}


def filter_cards(parameters: Mapping[str, str]) -> Json:
    """Return all cards in rulebook order, marked by whether they match the query parameters.

    {"cards": [{"code", "number", "kind", "sign", "color", "shown"}], "count": how many are shown,
    "filtered", "filters": {"kind": {"chosen", "answers": [{"value", "words", "chosen"}]}, …}}.
    Unknown values are ignored.
    """
    wanted = {
        field: parameters[field]
        for field, names in FILTERS.items()
        if parameters.get(field) in names
    }
    cards = [_card(code, number) for number, code in enumerate(rps_words.CARDS, start=1)]
    for card in cards:
        card["shown"] = all(card[field] == value for field, value in wanted.items())
    return {
        "cards": cards,
        "count": sum(card["shown"] for card in cards),
        "filtered": bool(wanted),
        "filters": {
            field: {"chosen": field in wanted, "answers": _answers(names, wanted.get(field))}
            for field, names in FILTERS.items()
        },
    }


def _answers(names: Mapping[str, Any], chosen: str | None) -> list[Json]:
    return [
        {"value": value, "words": words, "chosen": value == chosen}
        for value, words in names.items()
    ]


def _card(code: str, number: int) -> Json:
    color, shape = rps_words.card_look(code)
    return {
        "code": code,
        "number": number,
        "kind": POTION if shape == BOTTLE else shape,
        "sign": rps_words.sign_of(code) or ANY,
        "color": color,
    }
