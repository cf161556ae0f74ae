"""Tells the course of a game and its turning points; imports no models, like game_type.py."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.arcs import Arc, Gift, Turn, read_arc, tell_arc
from games.engine.contract import GameEvent, Json
from games.game_type import Sitter, Words
from games.rps_extreme.rules.cards import SIGN_NAMES
from games.rps_extreme.text import card_name

# a winner who was so many points behind looked beaten
FAR_BEHIND = 5
# the least points with a stolen card that are the story of a game
MANY_POINTS = 3
ARCS: Mapping[str, Words] = {
    "none": _("The game ended before the first challenge was over."),
    "single": _("One challenge decided the game."),
    "open": ngettext_lazy(
        "The game ended after %(count)s challenge.",
        "The game ended after %(count)s challenges.",
        "count",
    ),
    "you_open": _("You won %(won)s of %(count)s challenges."),
    "you_rallied": _(
        "You came back from %(value)s points behind and won the last %(streak)s challenges."
    ),
    "they_rallied": _(
        "%(name)s came back from %(value)s points behind and won the last %(streak)s challenges."
    ),
    "you_survived": _("You were %(value)s points behind after challenge %(match)s and still won."),
    "they_survived": _(
        "%(name)s was %(value)s points behind after challenge %(match)s and still won."
    ),
    "you_swung": _("The lead changed hands %(changes)s times before you won."),
    "they_swung": _("The lead changed hands %(changes)s times before %(name)s won."),
    "you_late": _("You took the lead only in the last challenge."),
    "they_late": _("%(name)s took the lead only in the last challenge."),
    "you_back": _("You won the lead back in the last challenge."),
    "they_back": _("%(name)s won the lead back in the last challenge."),
    "you_streak": _("You won the last %(streak)s challenges in a row."),
    "they_streak": _("%(name)s won the last %(streak)s challenges in a row."),
    "you_led_all": _("You led from the first challenge to the last."),
    "they_led_all": _("%(name)s led from the first challenge to the last."),
    "you_ahead": _("You took the lead in challenge %(match)s and kept it."),
    "they_ahead": _("%(name)s took the lead in challenge %(match)s and kept it."),
    "you_led_stolen": _("You led until challenge %(match)s, then %(name)s stole your %(card)s."),
    "you_led_broken": _("You led until challenge %(match)s, then %(name)s broke your %(card)s."),
    "you_stolen": _("%(name)s won challenge %(match)s and stole your %(card)s."),
    "you_broken": _("%(name)s won challenge %(match)s and broke your %(card)s."),
    "you_led": _("You led until challenge %(match)s, but %(name)s won in the end."),
    "you_level": _("You were still level before the last challenge."),
    "you_close": _("You were only 1 point behind before the last challenge."),
}


THEFTS: Mapping[str, Words] = {
    "you": _("You stole %(whose)s’s %(card)s and scored %(points)s points with it."),
    "from_you": _("%(name)s stole your %(card)s and scored %(points)s points with it."),
    "they": _("%(name)s stole %(whose)s’s %(card)s and scored %(points)s points with it."),
}


def tell_course(seats: Sequence[Sitter], events: Sequence[GameEvent]) -> str:
    """Return the course of a game in one sentence, for the reader or a spectator."""
    arc, matches = read_arc(seats, events, "before", "score")
    theft = None if arc.winner is None else _find_theft(matches, arc.winner)
    if theft is not None and arc.winner is not None:
        card, points = theft
        thief, whose = seats[arc.winner], seats[1 - arc.winner]
        kind = "you" if thief.you else "from_you" if whose.you else "they"
        facts = {"name": thief.name, "whose": whose.name, "card": card, "points": points}
        return str(THEFTS[kind] % facts)
    if arc.you and arc.hero is not None:
        gifts = {at: _find_lost_card(match, arc.hero) for at, match in enumerate(matches)}
        arc = arc._replace(gifts={at: gift for at, gift in gifts.items() if gift})
    return tell_arc(arc, ARCS, _find_lowest)


def _find_theft(matches: Sequence[Sequence[GameEvent]], thief: int) -> tuple[str, int] | None:
    """Return the stolen card with which a seat scored most, and the points; None for too few.

    Points count as long as the thief keeps the card.
    """
    points: dict[str, int] = {}
    stolen: set[str] = set()
    for event in (event for match in matches for event in match):
        if event["e"] == "stole" and event["cause"]["seat"] == thief:
            stolen.add(event["card"])
        elif event["e"] == "awarded" and event["cause"]:
            card, by = event["cause"]["card"], event["cause"]["by"]
            if card in stolen and event["cause"]["seat"] == event["seat"] == thief and by is None:
                points[card] = points.get(card, 0) + event["points"]
        elif event["e"] in ("stole", "discarded", "broke", "picked"):
            stolen -= {event.get("card"), *event.get("cards", ())}
    card = max(points, key=points.__getitem__, default="")
    return (card_name(card), points[card]) if points.get(card, 0) >= MANY_POINTS else None


def _find_lost_card(match: Sequence[GameEvent], hero: int) -> Gift | None:
    """Return a card that a seat lost to the only winner of a challenge, a stolen one first."""
    over = match[-1]
    if over["winners"] != [1 - hero]:
        return None
    for event in match:
        if event["e"] == "stole" and event["seat"] == hero:
            return Gift(1 - hero, card_name(event["card"]), "stolen")
    for event in match:
        if event["e"] == "broke" and event["seat"] == hero and len(event["cards"]) == 1:
            return Gift(1 - hero, card_name(event["cards"][0]), "broken")
    return None


def _find_lowest(arc: Arc, hero: int) -> Turn | None:
    gaps = [arc.gap(after, hero) for after in range(len(arc.numbers))]
    return Turn(gaps.index(max(gaps)), max(gaps)) if max(gaps) >= FAR_BEHIND else None


# -------------------------------------------------------------------- the turning point
def find_turns(matches: Sequence[Json]) -> Json:
    """Return the challenges that decided the game for the reader: {"won", "lost"}, or None each.

    They are those with the greatest difference of points gained for the reader and for the other
    player, of equal ones the latest. Each is {"number", "kind", "name": the other player's,
    "gained", "other": points of both, "throw": the last one}. `matches` are those of the result.
    """
    turns: Json = {"won": None, "lost": None}
    most = {"won": 1, "lost": 1}
    for match in matches:
        own, rival = match["seats"]
        lead = own["gained"] - rival["gained"]
        kind = "won" if lead > 0 else "lost"
        if own["you"] and match["throws"] and abs(lead) >= most[kind]:
            most[kind] = abs(lead)
            turns[kind] = {
                "number": match["number"],
                "kind": kind,
                "name": rival["name"],
                "gained": own["gained"],
                "other": rival["gained"],
                "throw": _shorten_throw(match["throws"][-1]),
            }
    return turns


def _shorten_throw(throw: Json) -> Json:
    """Return a throw with only its points, stolen and broken cards."""
    lines = [
        line
        for line in throw["lines"]
        if line["scores"] or line["event"]["e"] in ("stole", "broke")
    ]
    return {**throw, "lines": lines}


def count_throws(matches: Sequence[Json]) -> list[Json]:
    """Return how often each sign was thrown and won, by player as in the rows of the matches.

    [{"name", "you", "signs": [{"sign", "thrown", "won", "lost"}]}]
    """
    if not matches:
        return []
    throws = [throw for match in matches for throw in match["throws"]]
    return [
        {
            "name": seat["name"],
            "you": seat["you"],
            "signs": [_count_sign(throws, place, sign) for sign in SIGN_NAMES],
        }
        for place, seat in enumerate(matches[0]["seats"])
    ]


def _count_sign(throws: Sequence[Json], place: int, sign: str) -> Json:
    rows = [throw["thrown"] for throw in throws if throw["thrown"][place]["sign"] == sign]
    return {
        "sign": sign,
        "thrown": len(rows),
        "won": sum(row[place]["won"] for row in rows),
        "lost": sum(row[1 - place]["won"] for row in rows),
    }
