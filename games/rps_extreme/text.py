"""Names of signs and cards, and sentences about events, in the reader's language."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, ngettext_lazy

from games.game_type import DrawnCards, Face
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

# printed on a card beside its shape, by color
SHORT = {
    "diamond": _("Di"),
    "golden": _("Go"),
    "onyx": _("On"),
    "silver": _("Si"),
    "ruby": _("Ru"),
    "purple": _("Pu"),
    "green": _("Gr"),
    "blue": _("Bl"),
    "red": _("Re"),
    "rainbow": _("Ra"),
    "black": _("Bk"),
    "sparkly": _("Sp"),
}
# the colors of the Rainbow Potion from left to right, as in items.css
RAINBOW = tuple(f"rainbow-{number}" for number in range(1, 7))
# the same sentences as in rps_extreme/table/items.js, so that they are translated only once
_EFFECTS = {
    "diamond": _("Both throw {sign}: you claim the win."),
    "golden": _("Win with {sign} and score: 2 points instead of 1."),
    "onyx": _("Win with {sign}: break one of the other player’s cards."),
    "silver": _("Throw {sign}: 1 point for you on a win or a tie, for the other player on a loss."),
    "ruby": _("Win with {sign} and score: you still pick first."),
    "rainbow-potion": _(
        "For this throw, copies a totem, scroll or athame that the other player holds or that’s in "
        "the center."
    ),
    "black-potion": _(
        "Totems, scrolls, athames and the Rainbow Potion do nothing until the challenge ends."
    ),
    "sparkly-potion": _("Both throw the same sign: you claim the win."),
    "purple-potion": _("Win with {sign}: score 2 points and pick first."),
    "green-potion": _(
        "Win with {sign}: steal one of the other player’s cards instead of picking one."
    ),
    "blue-potion": _("Win with {sign}: break all of the other player’s cards."),
    "red-potion": _("Win with {sign}: the other player loses 1 point."),
}


def card_look(code: str) -> tuple[str, str]:
    """Return the color and the shape of a card: totem, scroll, athame or bottle."""
    words = code.split("-")
    return (words[-2], "bottle") if words[-1] == "potion" else (words[0], words[1])


def sign_of(code: str) -> str | None:
    """Return the sign that a card belongs to; None for potions that fit any sign."""
    sign = cards.sign_of(cards.CARD[code])
    return None if sign is None else cards.SIGN_NAMES[sign]


def card_effect(code: str) -> str:
    """Return one sentence that tells the holder of a card what it does."""
    suit, shape = card_look(code)
    words = _EFFECTS[f"{suit}-potion" if shape == "bottle" else suit]
    return str(words).format(sign=sign_name(sign_of(code)))


def sign_name(slug: str | None) -> str:
    """Return the name of a sign, or a dash for None."""
    return str(SIGNS[slug]) if slug in SIGNS else "\u2013"


def card_name(code: str) -> str:
    """Return the name of a card."""
    return str(CARDS[code])


def card_face(code: str) -> Face:
    """Return a card as pictures draw it."""
    suit, shape = card_look(code)
    sign = sign_of(code)
    return Face(
        suit,
        shape,
        str(SHORT[suit]),
        card_name(code).replace("\u00ad", ""),  # a picture breaks no words
        sign=sign or "",
        sign_name=sign_name(sign) if sign else "",
        stripes=RAINBOW if suit == "rainbow" else (),
    )


DRAWN_CARDS = DrawnCards(
    card_face,
    (
        *("onyx-athame", "golden-scroll", "ruby-totem", "rainbow-potion"),
        *("milky-purple-potion", "diamond-athame", "silver-totem"),
    ),
    _("Two players, three signs, thirty cards. Play in your browser."),
    "rps_extreme/items.svg",
    "rps_extreme/items.css",
)


def count_points(points: int) -> tuple[int, str]:
    """Return a number of points, and the word that follows it."""
    return points, ngettext("point", "points", points)


def tell_event(event: Event, names: Sequence[str], you: int | None = None) -> str:
    """Return an event as a sentence, or an empty text if no sentence describes it.

    Players appear by name. A sentence about the seat `you` speaks to the reader instead.
    """
    key = _key(event) + (" by card" if event.get("cause") else "")
    words = _SENTENCES.get(key)
    if you is not None:
        if _actor(event) == you:
            words = _OWN_SENTENCES.get(key, words)
        elif event.get("seat") == you:
            words = _LOSER_SENTENCES.get(key, words)
    return words % {**event, **_seats(event, names), **_details(event)} if words else ""


_SENTENCES = {
    "dealt": _("Challenge %(match)s. In the center: %(cards)s."),
    "round": _("Throw %(round)s."),
    "reshuffled": _("The discard pile becomes the new supply."),
    "agreement": _("The game ended early."),
    "match_over": _("%(one)s %(first)s, %(other)s %(second)s."),
    "thrown": _("%(one)s throws %(first)s, %(other)s throws %(second)s."),
    "tie": _("A tie."),
    "tie by cards": _("%(cards)s both claim the win, so it’s a tie."),
    "win": _("%(who)s wins the throw."),
    "win by cards": _("%(who)s wins the throw with %(card)s."),
    "awarded": ngettext_lazy(
        "%(who)s scores %(points)s point.", "%(who)s scores %(points)s points.", "points"
    ),
    "awarded by card": ngettext_lazy(
        "%(who)s scores %(points)s point (%(by)s).",
        "%(who)s scores %(points)s points (%(by)s).",
        "points",
    ),
    "lost by card": ngettext_lazy(
        "%(who)s loses %(points)s point (%(by)s).",
        "%(who)s loses %(points)s points (%(by)s).",
        "points",
    ),
    "stole by card": _("%(who)s takes %(card)s from %(whose)s (%(by)s)."),
    "broke by card": _("%(whose)s’s broken cards (%(by)s): %(cards)s."),
    "drank": _("%(who)s drinks %(card)s."),
    "drank as": _("%(who)s drinks %(card)s as %(other)s."),
    "passed": _("%(who)s drinks nothing."),
    "chose first": _("%(who)s chooses to pick first."),
    "chose score": _("%(who)s chooses to score."),
    "picks_first": _("%(who)s picks first."),
    "picks_first by card": _("%(who)s picks first (%(by)s)."),
    "picks_first alone by card": _("Only %(who)s picks a card (%(by)s)."),
    "picked": _("%(who)s picks %(card)s."),
    "discarded": _("%(who)s discards %(card)s."),
    "answered": _("%(who)s has chosen."),
    "answered throw": _("%(who)s chooses %(sign)s."),
    "answered pass": _("%(who)s chooses not to drink."),
    "answered card": _("%(who)s chooses %(card)s."),
}
_OWN_SENTENCES = {
    "win": _("You win the throw."),
    "win by cards": _("You win the throw with %(card)s."),
    "awarded": ngettext_lazy(
        "You score %(points)s point.", "You score %(points)s points.", "points"
    ),
    "awarded by card": ngettext_lazy(
        "You score %(points)s point (%(by)s).", "You score %(points)s points (%(by)s).", "points"
    ),
    "lost by card": ngettext_lazy(
        "You lose %(points)s point (%(by)s).", "You lose %(points)s points (%(by)s).", "points"
    ),
    "stole by card": _("You take %(card)s from %(whose)s (%(by)s)."),
    "broke by card": _("Your broken cards (%(by)s): %(cards)s."),
    "drank": _("You drink %(card)s."),
    "drank as": _("You drink %(card)s as %(other)s."),
    "chose first": _("You choose to pick first."),
    "picks_first": _("You pick first."),
    "picks_first by card": _("You pick first (%(by)s)."),
    "picks_first alone by card": _("Only you pick a card (%(by)s)."),
    "picked": _("You pick %(card)s."),
    "discarded": _("You discard %(card)s."),
}
_LOSER_SENTENCES = {"stole by card": _("%(who)s takes %(card)s from you (%(by)s).")}


def _key(event: Event) -> str:
    """Return the key of the sentence for an event."""
    match event:
        case {"e": "match_over", "ended_by": "agreement"}:
            return "agreement"
        case {"e": "outcome", "winner": winner}:
            return ("tie" if winner is None else "win") + (" by cards" if _claims(event) else "")
        case {"e": "drank", "as": str()}:
            return "drank as"
        case {"e": "chose", "choice": choice}:
            return f"chose {choice}"
        case {"e": "picks_first", "alone": True}:
            return "picks_first alone"
        # only viewers who may know a secret choice get it in the event
        case {"e": "answered", "choice": {"do": "throw" | "pass" as do}}:
            return f"answered {do}"
        case {"e": "answered", "choice": {"card": _card}}:
            return "answered card"
    return str(event["e"])


def _claims(outcome: Event) -> list[Event]:
    """Return the claims that decided a throw: the winner's, or those of both in a tie."""
    return [claim for claim in outcome["claims"] if outcome["winner"] in (None, claim["seat"])]


def _actor(event: Event) -> int | None:
    """Return the seat that an event is about; for a stolen card, the thief's."""
    actor: int | None = (
        event["cause"]["seat"] if event["e"] == "stole" else event.get("seat", event.get("winner"))
    )
    return actor


def _seats(event: Event, names: Sequence[str]) -> dict[str, str]:
    """Return the names for a sentence: both players, the one who acts, and the one affected."""
    one, other = names
    actor = _actor(event)
    acting_name = names[actor] if actor is not None else ""
    affected_name = names[event["seat"]] if event["e"] == "stole" else acting_name
    return {"one": one, "other": other, "who": acting_name, "whose": affected_name}


def _details(event: Event) -> dict[str, object]:
    """Return the cards, signs and numbers for a sentence."""
    match event:
        case {"e": "dealt", "center": codes} | {"e": "broke", "cards": codes}:
            details: dict[str, object] = {"cards": ", ".join(card_name(code) for code in codes)}
        case {"e": "match_over", "seats": [one, other]}:
            details = {"first": one["score"], "second": other["score"]}
        case {"e": "thrown", "signs": [one, other]}:
            details = {"first": sign_name(one), "second": sign_name(other)}
        case {"e": "outcome"}:
            causes = " & ".join(cause_of_event(claim) for claim in _claims(event))
            details = {"card": causes, "cards": causes}
        case {"choice": {"sign": slug}}:
            details = {"sign": sign_name(slug)}
        case {"card": code} | {"choice": {"card": code}}:
            details = {
                "card": card_name(code),
                "other": card_name(event["as"]) if event.get("as") else "",
            }
        case _:
            details = {}
    cause = event.get("cause")
    return {**details, "by": cause_of_event(cause) if cause else ""}


def cause_of_event(event: Event) -> str:
    """Return the card of a cause; with Rainbow, "Rainbow Potion as …"."""
    if event["by"] is None:
        return card_name(event["card"])
    return say("%(potion)s as %(card)s") % {
        "potion": card_name(event["by"]),
        "card": card_name(event["card"]),
    }
