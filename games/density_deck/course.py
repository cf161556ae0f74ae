"""Tells the course of a game in one sentence; imports no models, as game_type.py must not."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, ngettext_lazy

from games.arcs import Arc, Gift, Turn, read_arc, tell_arc
from games.density_deck.rules.cards import SUIT_CODES
from games.density_deck.text import read_card
from games.engine.contract import GameEvent, Json
from games.game_type import Sitter, Words

# a winner with so few lives, and so many behind the best other player, looked beaten
FEW_LIVES, FAR_BEHIND = 2, 2
ARCS: Mapping[str, Words] = {
    "none": _("The game ended before the first match was over."),
    "single": _("One match decided the game."),
    "open": ngettext_lazy(
        "The game ended after %(count)s match.", "The game ended after %(count)s matches.", "count"
    ),
    "you_open": _("You won %(won)s of %(count)s matches."),
    "you_rallied": ngettext_lazy(
        "You came back from %(value)s life and won the last %(streak)s matches.",
        "You came back from %(value)s lives and won the last %(streak)s matches.",
        "value",
    ),
    "they_rallied": ngettext_lazy(
        "%(name)s came back from %(value)s life and won the last %(streak)s matches.",
        "%(name)s came back from %(value)s lives and won the last %(streak)s matches.",
        "value",
    ),
    "you_survived": ngettext_lazy(
        "You were down to %(value)s life after match %(match)s and still won.",
        "You were down to %(value)s lives after match %(match)s and still won.",
        "value",
    ),
    "they_survived": ngettext_lazy(
        "%(name)s was down to %(value)s life after match %(match)s and still won.",
        "%(name)s was down to %(value)s lives after match %(match)s and still won.",
        "value",
    ),
    "you_swung": _("The lead changed hands %(changes)s times before you won."),
    "they_swung": _("The lead changed hands %(changes)s times before %(name)s won."),
    "you_late": _("You took the lead only in the last match."),
    "they_late": _("%(name)s took the lead only in the last match."),
    "you_back": _("You won the lead back in the last match."),
    "they_back": _("%(name)s won the lead back in the last match."),
    "you_streak": _("You won the last %(streak)s matches in a row."),
    "they_streak": _("%(name)s won the last %(streak)s matches in a row."),
    "you_led_all": _("You led from the first match to the last."),
    "they_led_all": _("%(name)s led from the first match to the last."),
    "you_ahead": _("You took the lead in match %(match)s and kept it."),
    "they_ahead": _("%(name)s took the lead in match %(match)s and kept it."),
    "you_led_gift": _(
        "You led until match %(match)s, then %(name)s won it with the %(card)s you had discarded."
    ),
    "you_gift": _("%(name)s won match %(match)s with the %(card)s you had discarded."),
    "you_led": _("You led until match %(match)s, but %(name)s won in the end."),
    "you_level": _("You were still level with the best before the last match."),
    "you_close": _("You were only 1 life behind before the last match."),
}


def tell_course(seats: Sequence[Sitter], events: Sequence[GameEvent]) -> str:
    """Return the course of a game in one sentence, for the reader or a spectator."""
    arc, matches = read_arc(seats, events, "lives_before", "lives")
    if arc.you:
        gifts = {at: find_gift(match, arc.hero) for at, match in enumerate(matches)}
        arc = arc._replace(gifts={at: gift for at, gift in gifts.items() if gift})
    return tell_arc(arc, ARCS, _find_lowest)


def tell_duel(seats: Sequence[Sitter], lives: Sequence[int]) -> str:
    """Return who won a game of two and with how many lives; "" for other games or a draw."""
    alive = [seat for seat, left in zip(seats, lives, strict=True) if left]
    if len(seats) != 2 or len(alive) != 1:
        return ""
    count, name = sum(lives), alive[0].name
    if alive[0].you:
        return ngettext(
            "You win with %(count)s life left", "You win with %(count)s lives left", count
        ) % {"count": count}
    return ngettext(
        "%(name)s wins with %(count)s life left", "%(name)s wins with %(count)s lives left", count
    ) % {"name": name, "count": count}


# --------------------------------------------------------------------- the turning point
def find_turns(matches: Sequence[Json]) -> Json:
    """Return the matches that decided the game for the reader: {"won", "lost"}, each None without.

    "won" is the match in which the reader, as its only winner, took the most lives from others,
    "lost" the one that cost the reader most; of equal ones the latest. `matches` are those of the
    result page. Each turn is the context of templates/density_deck/_turning.html.
    """
    turns: Json = {"won": None, "lost": None}
    for match in matches:
        own, *others = match["seats"]
        if not own["you"]:
            continue
        taken = sum(seat["damage"] for seat in others)
        counts = {
            "won": taken if own["winner"] and len(match["winners"]) == 1 else 0,
            "lost": own["damage"],
        }
        for kind, count in counts.items():
            if count and count >= (turns[kind] or {"count": 0})["count"]:
                turns[kind] = _describe_turn(match, kind, count)
    return turns


def _describe_turn(match: Json, kind: str, count: int) -> Json:
    """Return {"number", "kind", "count": lives, "names": the others', "best", "own", "round"}.

    "kind" is won or lost, or else "outlasted" (all others surrendered) or "surrendered"; "best" and
    "own" are scores. "hands" are the seats that are shown, the better score first.
    """
    own, *others = match["seats"]
    rivals = [seat for seat in others if (seat["damage"] if kind == "won" else seat["winner"])]
    if match["best"] is None or own["score"] is None:
        kind = {"won": "outlasted", "lost": "surrendered"}[kind]
    shown = [seat for seat in (own, *rivals) if seat["hand"] and seat["score"]]
    shown.sort(key=lambda seat: -int(seat["score"]["score"]))
    return {
        "number": match["number"],
        "kind": kind,
        "count": count,
        "names": [seat["name"] for seat in rivals],
        "best": match["best"] and match["best"]["score"],
        "own": own["score"] and own["score"]["score"],
        "round": own["surrendered_in"],
        "hands": shown[:2],
    }


def find_gift(match: Sequence[GameEvent], giver: int | None) -> Gift | None:
    """Return the card of a match that its only winner took from the giver and that counted."""
    over = match[-1]
    if len(over["winners"]) != 1 or giver in over["winners"]:
        return None
    winner: int = over["winners"][0]
    taken: list[str] = []
    for event in match:
        if event["e"] == "drew" and (event["seat"], event["from"]) == (winner, giver):
            taken.append(event["card"])
        elif event["e"] == "discarded" and event["seat"] == winner and event["card"] in taken:
            taken.remove(event["card"])
    score = next(row["score"] for row in over["seats"] if row["seat"] == winner)
    groups = [score["base"], score["common"]] if score else []
    counted = [
        card
        for group in groups
        if group
        for card in group["cards"]
        if card["from"] == "hand" and f"{SUIT_CODES[card['suit']]}{card['power']}" in taken
    ]
    best = max(counted, key=lambda card: int(card["power"]), default=None)
    return None if best is None else Gift(winner, str(read_card(best)["name"]))


def _find_lowest(arc: Arc, hero: int) -> Turn | None:
    lives = arc.lines[hero]
    after = lives.index(lives[-1])
    behind = 0 < after < len(arc.numbers) and arc.gap(after, hero) >= FAR_BEHIND
    return Turn(after, lives[-1]) if behind and lives[-1] <= FEW_LIVES else None
