"""What happened in a match, in sentences for the pages."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.density_deck.text import plain, read_card

Told = Mapping[str, Any]


def sentences(events: Sequence[Told], names: Sequence[str]) -> list[str]:
    """The events of a step in words, one sentence each; those that nobody needs are left out."""
    return [words for event in events if (words := sentence(event, names))]


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
        f"{names[row['seat']]} {plain(row['score']['score'])}"
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
