"""Turns the events of a match into sentences for the pages."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.density_deck.text import read_card
from games.labels import plain_number

Event = Mapping[str, Any]


def tell_events(events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """Return one sentence for each event of a step; events without a sentence are left out."""
    return [words for event in events if (words := tell_event(event, names))]


_SENTENCES = {
    "dealt": _("Match %(match)s. %(who)s deals."),
    "round": _("Round %(round)s, %(stake)s damage at stake."),
    "flipped": _("Center Amplification: %(card)s."),
    "drew": _("%(who)s draws %(card)s from the pile."),
    "drew unseen": _("%(who)s draws from the pile."),
    "took": _("%(who)s takes %(card)s from %(whose)s."),
    "discarded": _("%(who)s discards %(card)s."),
    "passed": _("%(who)s passes."),
    "fight": _("%(who)s calls the fight."),
    "surrendered": _("%(who)s surrenders, %(loss)s damage."),
    "showdown": _("The last round ends in a showdown."),
}


def tell_event(event: Event, names: Sequence[str]) -> str:
    """Return an event as a sentence with players' names; "" if there is none for it."""
    key, source, card = str(event["e"]), event.get("from"), event.get("card")
    if key == "match_over":
        return _end(event, names)
    if isinstance(source, int):
        key = "took"
    elif source and card is None:
        key = "drew unseen"
    words = _SENTENCES.get(key)
    if words is None:
        return ""
    seat = event.get("seat", event.get("dealer"))
    return words % {
        **event,
        "who": "" if seat is None else names[seat],
        "whose": names[source] if isinstance(source, int) else "",
        "card": read_card(card)["name"] if card else "",
    }


def _end(event: Event, names: Sequence[str]) -> str:
    """Return sentences about the winners of a match, the scores and the lives lost."""
    if event["ended_by"] == "agreement":
        return str(_("The game ended early."))
    winners = " & ".join(names[seat] for seat in event["winners"])
    words = _("%(who)s wins.") if len(event["winners"]) == 1 else _("%(who)s share the win.")
    scores = ", ".join(
        f"{names[row['seat']]} {plain_number(row['score']['score'])}"
        for row in event["seats"]
        if row["score"] is not None
    )
    losses = [
        ngettext("%(who)s loses %(count)s life.", "%(who)s loses %(count)s lives.", row["damage"])
        % {"who": names[row["seat"]], "count": row["damage"]}
        for row in event["seats"]
        if row["damage"]
    ]
    parts = [words % {"who": winners}, _("Scores: %s.") % scores if scores else "", *losses]
    return " ".join(part for part in parts if part)
