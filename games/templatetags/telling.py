"""What happened in a match, in sentences for the pages."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.rps_extreme import text as rps_words
from games.templatetags.cards import minus, read_card
from games.templatetags.items import read_item

register = template.Library()
Told = Mapping[str, Any]
# stand in a sentence for the names of the seats, which may be called like a card
SEATS = ("\ue000", "\ue001")


@register.filter
def sentences(events: Sequence[Told], names: Sequence[str]) -> list[str]:
    """The events of a step in words, one sentence each; those that nobody needs are left out."""
    return [words for event in events if (words := sentence(event, names))]


@register.filter
def rps_sentences(events: Sequence[Told], names: Sequence[str]) -> list[str]:
    """The same of Rock Paper Scissors Extreme."""
    return [words for event in events if (words := rps_words.sentence(event, names))]


@register.filter
def rps_told(told: Told, names: Sequence[str]) -> SafeString:
    """One event of Rock Paper Scissors Extreme in words, its cards as chips."""
    chips = _chips(get_language() or "")
    some_card = "|".join(sorted(map(re.escape, chips), key=len, reverse=True))
    words = escape(rps_words.sentence(told, SEATS))
    drawn = re.sub(some_card, lambda found: chips[found[0]], words)
    # a card in brackets stays between them
    drawn = re.sub(r"\([^()]*\)", r'<span class="by">\g<0></span>', drawn)
    for mark, name in zip(SEATS, names, strict=True):
        drawn = drawn.replace(mark, format_html("<b>{}</b>", name))
    return SafeString(drawn)


@cache
def _chips(_language: str) -> dict[str, str]:
    """Every card as a chip, by what it is called in the language of the reader."""
    return {
        escape(rps_words.card(code)): SafeString(
            render_to_string("games/rps/_chip.html", read_item(code)).strip()
        )
        for code in rps_words.CARDS
    }


register.filter("sign_name", rps_words.sign)
register.filter("item_name", rps_words.card)


def sentence(told: Told, names: Sequence[str]) -> str:
    """One event in words, with the names of the seats."""
    kind = str(told["e"])
    if kind in ("fight", "surrendered", "passed", "drew", "discarded"):
        return _of_seat(kind, told, names)
    if kind == "dealt":
        return _("Match %(match)s. %(who)s deals.") % {
            "match": told["match"],
            "who": names[told["dealer"]],
        }
    if kind == "round":
        return _("Round %(round)s, %(stake)s damage at stake.") % told
    if kind == "flipped":
        return _("Center Amplification: %(card)s.") % {"card": _card(told)}
    if kind == "showdown":
        return _("The last round ends in a showdown.")
    if kind == "match_over":
        return _end(told, names)
    return ""


def _of_seat(kind: str, told: Told, names: Sequence[str]) -> str:
    who = names[told["seat"]]
    if kind == "fight":
        return _("%(who)s calls the fight.") % {"who": who}
    if kind == "passed":
        return _("%(who)s passes.") % {"who": who}
    if kind == "discarded":
        return _("%(who)s discards %(card)s.") % {"who": who, "card": _card(told)}
    if kind == "surrendered":
        return _("%(who)s surrenders, %(loss)s damage.") % {"who": who, "loss": told["loss"]}
    if told["from"] != "pile":
        values = {"who": who, "card": _card(told), "whose": names[told["from"]]}
        return _("%(who)s takes %(card)s from %(whose)s.") % values
    if told["card"] is None:
        return _("%(who)s draws from the pile.") % {"who": who}
    return _("%(who)s draws %(card)s from the pile.") % {"who": who, "card": _card(told)}


def _end(told: Told, names: Sequence[str]) -> str:
    """Who won, with what, and what everybody lost."""
    if told["ended_by"] == "agreement":
        return _("All who are left end the game.")
    winners = " & ".join(names[seat] for seat in told["winners"])
    words = _("%(who)s wins.") if len(told["winners"]) == 1 else _("%(who)s share the win.")
    scores = ", ".join(
        f"{names[row['seat']]} {minus(row['score']['score'])}"
        for row in told["seats"]
        if row["score"] is not None
    )
    lost = [
        ngettext("%(who)s loses %(count)s life.", "%(who)s loses %(count)s lives.", row["damage"])
        % {"who": names[row["seat"]], "count": row["damage"]}
        for row in told["seats"]
        if row["damage"]
    ]
    parts = [words % {"who": winners}, _("Scores: %s.") % scores if scores else "", *lost]
    return " ".join(part for part in parts if part)


def _card(told: Told) -> str:
    return str(read_card(told["card"])["name"])
