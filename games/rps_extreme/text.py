"""Rock Paper Scissors Extreme in words: its signs, its cards, and what happened, in sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.rps_extreme.rules import cards

Told = Mapping[str, Any]

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
    """The color and the shape of a card: totem, scroll, athame or bottle."""
    words = code.split("-")
    return (words[-2], "bottle") if words[-1] == "potion" else (words[0], words[1])


def sign_of(code: str) -> str | None:
    """The sign that a card belongs to, None for the potions of any sign."""
    sign = cards.sign_of(cards.CARD[code])
    return None if sign is None else cards.SIGN_NAMES[sign]


def effect(code: str) -> str:
    """What a card does, in one sentence to whoever has it."""
    suit, shape = looks(code)
    words = _EFFECTS[f"{suit}-potion" if shape == "bottle" else suit]
    return str(words).format(sign=sign(sign_of(code)))


def sign(slug: str | None) -> str:
    """What a sign is called."""
    return str(SIGNS[slug]) if slug in SIGNS else "\u2013"


def card(code: str) -> str:
    """What a card is called."""
    return str(CARDS[code])


def sentence(told: Told, names: Sequence[str]) -> str:
    """One event in words, with the names of the seats; nothing for what nobody needs to read."""
    kind = str(told["e"])
    if kind in ("dealt", "round", "reshuffled", "match_over"):
        return _of_all(kind, told, names)
    if kind in ("thrown", "outcome"):
        return _of_throw(kind, told, names)
    if kind in ("awarded", "lost", "broke", "stole"):
        return _effect(kind, told, names)
    return _of_seat(kind, told, names) if "seat" in told else ""


def _of_all(kind: str, told: Told, names: Sequence[str]) -> str:
    if kind == "dealt":
        center = ", ".join(card(code) for code in told["center"])
        return say("Challenge %(match)s. In the center: %(cards)s.") % {**told, "cards": center}
    if kind == "round":
        return say("Throw %(round)s.") % told
    if kind == "reshuffled":
        return say("The discard pile becomes the new supply.")
    if told["ended_by"] == "agreement":
        return say("All who are left end the game.")
    one, other = (seat["score"] for seat in told["seats"])
    return say("%(one)s %(first)s, %(other)s %(second)s.") % {
        "one": names[0],
        "first": one,
        "other": names[1],
        "second": other,
    }


def _of_throw(kind: str, told: Told, names: Sequence[str]) -> str:
    if kind == "thrown":
        one, other = (sign(each) for each in told["signs"])
        return say("%(one)s throws %(first)s, %(other)s throws %(second)s.") % {
            "one": names[0],
            "first": one,
            "other": names[1],
            "second": other,
        }
    if told["winner"] is None:
        claims = [cause(claim) for claim in told["claims"]]
        if claims:
            return say("%(cards)s claim the win: a tie.") % {"cards": " & ".join(claims)}
        return say("A tie.")
    who = names[told["winner"]]
    causes = [cause(claim) for claim in told["claims"] if claim["seat"] == told["winner"]]
    if causes:
        return say("%(who)s wins the throw by %(card)s.") % {"who": who, "card": causes[0]}
    return say("%(who)s wins the throw.") % {"who": who}


def _effect(kind: str, told: Told, names: Sequence[str]) -> str:
    """What a card did to whom, and which card it was."""
    who = names[told["seat"]]
    by = "" if told["cause"] is None else f" ({cause(told['cause'])})"
    if kind == "awarded":
        words = ngettext(
            "%(who)s scores %(points)s point%(by)s.",
            "%(who)s scores %(points)s points%(by)s.",
            told["points"],
        )
        return words % {"who": who, "points": told["points"], "by": by}
    if kind == "lost":
        words = ngettext(
            "%(who)s loses %(points)s point%(by)s.",
            "%(who)s loses %(points)s points%(by)s.",
            told["points"],
        )
        return words % {"who": who, "points": told["points"], "by": by}
    values = {"whose": who, "by": by}
    if kind == "stole":
        values |= {"who": names[told["cause"]["seat"]], "card": card(told["card"])}
        return say("%(who)s takes %(card)s from %(whose)s%(by)s.") % values
    values |= {"cards": ", ".join(card(code) for code in told["cards"])}
    return say("%(cards)s of %(whose)s: broken%(by)s.") % values


def _of_seat(kind: str, told: Told, names: Sequence[str]) -> str:
    values: dict[str, Any] = {"who": names[told["seat"]]}
    if "card" in told:
        values["card"] = card(told["card"])
    if kind == "answered":
        return _answered(told, values)
    if kind == "drank":
        if told["as"] is None:
            return say("%(who)s drinks %(card)s.") % values
        values["other"] = card(told["as"])
        return say("%(who)s drinks %(card)s as %(other)s.") % values
    if kind == "chose":
        first = told["choice"] == "first"
        words = say("%(who)s chooses to pick first.") if first else say("%(who)s chooses to score.")
        return words % values
    if kind == "picks_first":
        return _first(told, values)
    sentences = {
        "passed": say("%(who)s drinks nothing."),
        "picked": say("%(who)s picks %(card)s."),
        "discarded": say("%(who)s discards %(card)s."),
    }
    return sentences[kind] % values if kind in sentences else ""


def _first(told: Told, values: dict[str, Any]) -> str:
    """Who picks first, or alone, and which card caused it."""
    values["by"] = "" if told["cause"] is None else f" ({cause(told['cause'])})"
    if told["alone"]:
        return say("%(who)s picks alone%(by)s.") % values
    return say("%(who)s picks first%(by)s.") % values


def _answered(told: Told, values: dict[str, Any]) -> str:
    """A secret choice: what it is stands there only for whom may know it."""
    choice = told["choice"]
    if choice is None:
        return say("%(who)s has chosen.") % values
    if choice["do"] == "throw":
        return say("%(who)s chooses %(sign)s.") % {**values, "sign": sign(choice["sign"])}
    if choice["do"] == "pass":
        return say("%(who)s chooses to drink nothing.") % values
    return say("%(who)s chooses %(card)s.") % {**values, "card": card(choice["card"])}


def cause(told: Told) -> str:
    """The card that did something; Rainbow where that acted as the card."""
    if told["by"] is None:
        return card(told["card"])
    return say("%(potion)s as %(card)s") % {
        "potion": card(told["by"]),
        "card": card(told["card"]),
    }
