"""Rock Paper Scissors Extreme in words: its signs, its cards, and what happened, in sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.rps_extreme.rules import cards

Event = Mapping[str, Any]

SIGNS = {"rock": _("Rock"), "paper": _("Paper"), "scissors": _("Scissors")}
CARDS = {
    "diamond-totem": _("Diamond Totem"),
    "diamond-scroll": _("Diamond Scroll"),
    "diamond-athame": _("Diamond Athame"),
    "golden-totem": _("Golden Totem"),
    "golden-scroll": _("Golden Scroll"),
    "golden-athame": _("Golden Athame"),
    "onyx-totem": _("Onyx Totem"),
    "onyx-scroll": _("Onyx Scroll"),
    "onyx-athame": _("Onyx Athame"),
    "silver-totem": _("Silver Totem"),
    "silver-scroll": _("Silver Scroll"),
    "silver-athame": _("Silver Athame"),
    "ruby-totem": _("Ruby Totem"),
    "ruby-scroll": _("Ruby Scroll"),
    "ruby-athame": _("Ruby Athame"),
    "rainbow-potion": _("Rainbow Potion"),
    "black-potion": _("Black Potion"),
    "sparkly-potion": _("Sparkly Potion"),
    "murky-purple-potion": _("Murky Purple Potion"),
    "milky-purple-potion": _("Milky Purple Potion"),
    "metallic-purple-potion": _("Metallic Purple Potion"),
    "murky-green-potion": _("Murky Green Potion"),
    "milky-green-potion": _("Milky Green Potion"),
    "metallic-green-potion": _("Metallic Green Potion"),
    "murky-blue-potion": _("Murky Blue Potion"),
    "milky-blue-potion": _("Milky Blue Potion"),
    "metallic-blue-potion": _("Metallic Blue Potion"),
    "murky-red-potion": _("Murky Red Potion"),
    "milky-red-potion": _("Milky Red Potion"),
    "metallic-red-potion": _("Metallic Red Potion"),
}

# what stands on a card beside its shape, by its color
SHORT = {
    "diamond": "Di",
    "golden": "Go",
    "onyx": "On",
    "silver": "Si",
    "ruby": "Ru",
    "purple": "Pu",
    "green": "Gr",
    "blue": "Bl",
    "red": "Re",
    "rainbow": "Ra",
    "black": "Bk",
    "sparkly": "Sp",
}
# the same sentences as rps_extreme/table/items.js has them, so that they are translated once
_EFFECTS = {
    "diamond": _("Both throw {sign}: you claim the win."),
    "golden": _("Win with {sign} and score: 2 points in place of 1."),
    "onyx": _("Win with {sign}: break one card of the other player."),
    "silver": _("Throw {sign}: 1 point for you on a win or a tie, for the other player on a loss."),
    "ruby": _("Win with {sign} and score: you still pick first."),
    "rainbow-potion": _(
        "Acts for this throw as a totem, scroll or athame of the other player or of the center."
    ),
    "black-potion": _(
        "Totems, scrolls, athames and the Rainbow Potion do nothing until the challenge ends."
    ),
    "sparkly-potion": _("Both throw the same sign: you claim the win."),
    "purple-potion": _("Win with {sign}: score 2 points and pick first."),
    "green-potion": _("Win with {sign}: take one card of the other player in place of your pick."),
    "blue-potion": _("Win with {sign}: break all cards of the other player."),
    "red-potion": _("Win with {sign}: the other player loses 1 point."),
}


def looks(code: str) -> tuple[str, str]:
    """Return the color and the shape of a card: totem, scroll, athame or bottle."""
    words = code.split("-")
    return (words[-2], "bottle") if words[-1] == "potion" else (words[0], words[1])


def sign_of(code: str) -> str | None:
    """Return the sign that a card belongs to, None for the potions of any sign."""
    sign = cards.sign_of(cards.CARD[code])
    return None if sign is None else cards.SIGN_NAMES[sign]


def effect(code: str) -> str:
    """Return what a card does, in one sentence to its holder."""
    suit, shape = looks(code)
    words = _EFFECTS[f"{suit}-potion" if shape == "bottle" else suit]
    return str(words).format(sign=sign(sign_of(code)))


def sign(slug: str | None) -> str:
    """Return what a sign is called."""
    return str(SIGNS[slug]) if slug in SIGNS else "\u2013"


def card(code: str) -> str:
    """Return what a card is called."""
    return str(CARDS[code])


def sentence(event: Event, names: Sequence[str]) -> str:
    """Return an event in words, with the names of the seats; empty if it adds nothing."""
    kind = str(event["e"])
    if kind in ("dealt", "round", "reshuffled", "match_over"):
        return _of_all(kind, event, names)
    if kind in ("thrown", "outcome"):
        return _of_throw(kind, event, names)
    if kind in ("awarded", "lost", "broke", "stole"):
        return _effect(kind, event, names)
    return _of_seat(kind, event, names) if "seat" in event else ""


def _of_all(kind: str, event: Event, names: Sequence[str]) -> str:
    if kind == "dealt":
        center = ", ".join(card(code) for code in event["center"])
        return say("Challenge %(match)s. In the center: %(cards)s.") % {**event, "cards": center}
    if kind == "round":
        return say("Throw %(round)s.") % event
    if kind == "reshuffled":
        return say("The discard pile becomes the new supply.")
    if event["ended_by"] == "agreement":
        return say("All who are left end the game.")
    one, other = (seat["score"] for seat in event["seats"])
    return say("%(one)s %(first)s, %(other)s %(second)s.") % {
        "one": names[0],
        "first": one,
        "other": names[1],
        "second": other,
    }


def _of_throw(kind: str, event: Event, names: Sequence[str]) -> str:
    if kind == "thrown":
        one, other = (sign(each) for each in event["signs"])
        return say("%(one)s throws %(first)s, %(other)s throws %(second)s.") % {
            "one": names[0],
            "first": one,
            "other": names[1],
            "second": other,
        }
    if event["winner"] is None:
        claims = [cause(claim) for claim in event["claims"]]
        if claims:
            return say("%(cards)s claim the win: a tie.") % {"cards": " & ".join(claims)}
        return say("A tie.")
    who = names[event["winner"]]
    causes = [cause(claim) for claim in event["claims"] if claim["seat"] == event["winner"]]
    if causes:
        values = {"who": who, "card": " & ".join(causes)}
        return say("%(who)s wins the throw by %(card)s.") % values
    return say("%(who)s wins the throw.") % {"who": who}


def _effect(kind: str, event: Event, names: Sequence[str]) -> str:
    """Return what a card did to whom, and which card it was."""
    who = names[event["seat"]]
    by = "" if event["cause"] is None else f" ({cause(event['cause'])})"
    if kind == "awarded":
        words = ngettext(
            "%(who)s scores %(points)s point%(by)s.",
            "%(who)s scores %(points)s points%(by)s.",
            event["points"],
        )
        return words % {"who": who, "points": event["points"], "by": by}
    if kind == "lost":
        words = ngettext(
            "%(who)s loses %(points)s point%(by)s.",
            "%(who)s loses %(points)s points%(by)s.",
            event["points"],
        )
        return words % {"who": who, "points": event["points"], "by": by}
    values = {"whose": who, "by": by}
    if kind == "stole":
        values |= {"who": names[event["cause"]["seat"]], "card": card(event["card"])}
        return say("%(who)s takes %(card)s from %(whose)s%(by)s.") % values
    values |= {"cards": ", ".join(card(code) for code in event["cards"])}
    return say("%(cards)s of %(whose)s: broken%(by)s.") % values


def _of_seat(kind: str, event: Event, names: Sequence[str]) -> str:
    values: dict[str, Any] = {"who": names[event["seat"]]}
    if "card" in event:
        values["card"] = card(event["card"])
    if kind == "answered":
        return _answered(event, values)
    if kind == "drank":
        if event["as"] is None:
            return say("%(who)s drinks %(card)s.") % values
        values["other"] = card(event["as"])
        return say("%(who)s drinks %(card)s as %(other)s.") % values
    if kind == "chose":
        first = event["choice"] == "first"
        words = say("%(who)s chooses to pick first.") if first else say("%(who)s chooses to score.")
        return words % values
    if kind == "picks_first":
        return _first(event, values)
    sentences = {
        "passed": say("%(who)s drinks nothing."),
        "picked": say("%(who)s picks %(card)s."),
        "discarded": say("%(who)s discards %(card)s."),
    }
    return sentences[kind] % values if kind in sentences else ""


def _first(event: Event, values: dict[str, Any]) -> str:
    """Return which seat picks first, or alone, and the card that caused it."""
    values["by"] = "" if event["cause"] is None else f" ({cause(event['cause'])})"
    if event["alone"]:
        return say("%(who)s picks alone%(by)s.") % values
    return say("%(who)s picks first%(by)s.") % values


def _answered(event: Event, values: dict[str, Any]) -> str:
    """A secret choice: what it is stands there only for whom may know it."""
    choice = event["choice"]
    if choice is None:
        return say("%(who)s has chosen.") % values
    if choice["do"] == "throw":
        return say("%(who)s chooses %(sign)s.") % {**values, "sign": sign(choice["sign"])}
    if choice["do"] == "pass":
        return say("%(who)s chooses to drink nothing.") % values
    return say("%(who)s chooses %(card)s.") % {**values, "card": card(choice["card"])}


def cause(event: Event) -> str:
    """Return the card that did something; Rainbow where that acted as the card."""
    if event["by"] is None:
        return card(event["card"])
    return say("%(potion)s as %(card)s") % {
        "potion": card(event["by"]),
        "card": card(event["card"]),
    }
