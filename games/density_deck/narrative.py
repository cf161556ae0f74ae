"""The events of a match as sentences for the pages."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.density_deck.text import plain, read_card

Event = Mapping[str, Any]


def sentences(events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """Return the events of a step in words, one sentence each, without those that add nothing."""
    return [words for event in events if (words := sentence(event, names))]


def sentence(event: Event, names: Sequence[str]) -> str:
    """Return an event in words, with the names of the seats."""
    kind = str(event["e"])
    if kind in ("fight", "surrendered", "passed", "drew", "discarded"):
        return _of_seat(kind, event, names)
    if kind == "dealt":
        return _("Match %(match)s. %(who)s deals.") % {
            "match": event["match"],
            "who": names[event["dealer"]],
        }
    if kind == "round":
        return _("Round %(round)s, %(stake)s damage at stake.") % event
    if kind == "flipped":
        return _("Center Amplification: %(card)s.") % {"card": _card(event)}
    if kind == "showdown":
        return _("The last round ends in a showdown.")
    if kind == "match_over":
        return _end(event, names)
    return ""


def _of_seat(kind: str, event: Event, names: Sequence[str]) -> str:
    who = names[event["seat"]]
    if kind == "fight":
        return _("%(who)s calls the fight.") % {"who": who}
    if kind == "passed":
        return _("%(who)s passes.") % {"who": who}
    if kind == "discarded":
        return _("%(who)s discards %(card)s.") % {"who": who, "card": _card(event)}
    if kind == "surrendered":
        return _("%(who)s surrenders, %(loss)s damage.") % {"who": who, "loss": event["loss"]}
    if event["from"] != "pile":
        values = {"who": who, "card": _card(event), "whose": names[event["from"]]}
        return _("%(who)s takes %(card)s from %(whose)s.") % values
    if event["card"] is None:
        return _("%(who)s draws from the pile.") % {"who": who}
    return _("%(who)s draws %(card)s from the pile.") % {"who": who, "card": _card(event)}


def _end(event: Event, names: Sequence[str]) -> str:
    """Return the winners of a match, their scores, and what every seat lost."""
    if event["ended_by"] == "agreement":
        return _("All who are left end the game.")
    winners = " & ".join(names[seat] for seat in event["winners"])
    words = _("%(who)s wins.") if len(event["winners"]) == 1 else _("%(who)s share the win.")
    scores = ", ".join(
        f"{names[row['seat']]} {plain(row['score']['score'])}"
        for row in event["seats"]
        if row["score"] is not None
    )
    lost = [
        ngettext("%(who)s loses %(count)s life.", "%(who)s loses %(count)s lives.", row["damage"])
        % {"who": names[row["seat"]], "count": row["damage"]}
        for row in event["seats"]
        if row["damage"]
    ]
    parts = [words % {"who": winners}, _("Scores: %s.") % scores if scores else "", *lost]
    return " ".join(part for part in parts if part)


def _card(event: Event) -> str:
    return str(read_card(event["card"])["name"])
